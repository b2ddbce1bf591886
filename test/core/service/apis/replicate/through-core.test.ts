/** Replicate from a profile to files in the library, through the whole core. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import sharp from 'sharp'
import { randomBytes } from 'node:crypto'
import { REPLICATE_MODELS } from '#test/stand-ins/services/replicate/models.ts'
import { FLUX, openAtReplicate } from '#test/stand-ins/services/open.ts'
import type { Replicate } from '#test/stand-ins/services/replicate/replicate.ts'
import type { TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

let service: Replicate
let app: TestApp

beforeEach(async () => {
  ;({ app, service } = await openAtReplicate())
})

describe('Replicate, through the core', () => {
  it('lists its models with their forms', async () => {
    const { items } = await app.ask('models.list', {})
    expect(items.map(({ label }) => label)).toContain('black-forest-labs/flux-schnell')
    await service.close()
    const offline = await app.ask('models.list', { refresh: true })
    expect([offline.stale, offline.items.length]).toEqual([true, items.length])
  })

  it('reads the key once before the request, also where the model is asked for', async () => {
    const reads = vi.spyOn(app.secrets, 'get')
    const whenSending: number[] = []
    app.app.subscribe(({ name, data }) => {
      if (name === 'task.changed' && data.task.state === 'sending') whenSending.push(reads.mock.calls.length)
    })
    await app.submitAndSave(FLUX)
    expect(service.server.requests('GET', `/models/${FLUX.model}`)).toHaveLength(1)
    expect(whenSending).toEqual([1])
  })

  it('has no form for a model whose schema cannot be read, and sends its options as they are', async () => {
    const [owner, name] = FLUX.model.split('/')
    const latest_version = { id: 'a'.repeat(64), openapi_schema: { components: 'none' } }
    const body = { owner, name, is_official: true, latest_version }
    service.server.script('GET', `/models/${FLUX.model}`, { status: 200, body })
    const { model } = await app.ask('models.describe', { provider: 'replicate', model: FLUX.model })
    expect(model).toMatchObject({ id: FLUX.model })
    expect(model?.optionSchema).toBeUndefined()
    await app.submitAndSave({ ...FLUX, options: { num_outputs: 2 } })
    expect(service.predictions[0]?.input).toMatchObject({ num_outputs: 2 })
  })

  it('runs a community model that was typed without a version by its newest one', async () => {
    const model = REPLICATE_MODELS.find(({ isOfficial }) => !isOfficial)
    const typed = `${model?.owner ?? ''}/${model?.name ?? ''}`
    const scene = { mediaType: 'music', scene: 'text-to-music' } as const
    await app.submitAndSave({ ...FLUX, ...scene, model: typed })
    expect(service.server.requests('POST', '/predictions')[0]?.json).toMatchObject({
      version: `${typed}:${model?.version ?? ''}`,
    })
    expect(service.server.charged()).toHaveLength(1)
  })

  it('makes a video from an image that is uploaded first', async () => {
    const raw = { width: 400, height: 400, channels: 3 } as const
    const png = await sharp(randomBytes(480_000), { raw }).png().toBuffer()
    const dataUrl = `data:image/png;base64,${png.toString('base64')}`
    const input = await app.ask('inputs.add', { name: 'frame.png', dataUrl })
    const task = await app.submitAndSave({
      provider: 'replicate',
      mediaType: 'video',
      scene: 'image-to-video',
      model: 'wan-video/wan-2.2-i2v',
      prompt: 'it moves',
      inputs: [{ inputId: input.id, option: 'image' }],
    })
    expect(task.assetIds).toHaveLength(1)
    expect(service.files.size).toBe(1)
    expect(service.predictions[0]?.input).toMatchObject({ image: expect.stringContaining('/v1/files/') })
  })

  it('does not take for its own what is only alike', async () => {
    const first = await app.submitOne(FLUX)
    await app.untilTask(first.id, 'saved')
    await app.ask('tasks.remove', { id: first.id })
    app.clock.advance(10 * 60_000)
    service.server.script('POST', '/predictions', { status: 502, body: '' })
    const lost = await app.submitOne(FLUX)
    await app.until(async () => (await app.task(lost.id)).candidates?.length === 1)
    expect((await app.task(lost.id)).state).toBe('unknown')
  })
  slow('saves what a prediction made before it failed', async () => {
    service.plan({ error: 'NSFW content detected.', output: (url) => [`${url}/xezq/one/out-0.png`] })
    const { id } = await app.submitOne({ ...FLUX, options: { num_outputs: 2 } })
    const failed = await app.untilTask(id, 'failed')
    expect(failed.error?.message).toContain('NSFW content detected.')
    expect(failed.assetIds).toHaveLength(1)
  })
})
