/** Replicate from a profile to files in the library, through the whole core. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import sharp from 'sharp'
import { randomBytes } from 'node:crypto'
import {
  REPLICATE_KEY,
  startReplicate,
  type Replicate,
} from '#test/stand-ins/services/replicate/replicate.ts'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'

const FLUX = { provider: 'replicate', model: 'black-forest-labs/flux-schnell', prompt: 'a red fox' }

let service: Replicate
let app: TestApp

beforeEach(async () => {
  app = await openTestApp()
  // The held clock is the service's too: its list of predictions has times.
  service = await startReplicate(() => app.clock.now())
  onTestFinished(() => service.close())
  const profile = {
    name: 'Mine',
    kind: 'replicate',
    baseUrl: `${service.baseUrl}/v1/`,
    apiKey: REPLICATE_KEY,
  } as const
  const { id } = await app.ask('profiles.create', profile)
  await app.ask('profiles.activate', { id })
})

describe('Replicate, through the core', () => {
  it('lists its models with their forms', async () => {
    const { items } = await app.ask('models.list', {})
    expect(items.map(({ label }) => label)).toContain('black-forest-labs/flux-schnell')
    await service.close()
    const offline = await app.ask('models.list', { refresh: true })
    expect([offline.stale, offline.items.length]).toEqual([true, items.length])
  })

  it('makes images, one paid request for one press, without the key at the files', async () => {
    const task = await app.submitAndSave({ ...FLUX, options: { num_outputs: 2 } })
    expect(task.assetIds).toHaveLength(2)
    expect(service.server.charged()).toHaveLength(1)
    expect(service.delivery.ledger.map(({ status }) => status)).toEqual([200, 200])
    const asset = await app.ask('library.get', { id: task.assetIds[0] ?? '' })
    expect(asset).toMatchObject({ kind: 'image', width: 8, height: 8 })
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

  it('says why a request was refused, and why a prediction failed', async () => {
    const refused = await app.submitOne({ ...FLUX, options: { num_outputs: 9 } })
    expect((await app.untilTask(refused.id, 'rejected')).error).toMatchObject({ charged: 'no' })
    service.plan({ error: 'NSFW content detected.' })
    const failed = await app.submitOne(FLUX)
    expect((await app.untilTask(failed.id, 'failed')).error?.message).toContain('NSFW content detected.')
  })
})
