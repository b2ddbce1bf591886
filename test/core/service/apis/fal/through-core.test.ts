/** fal from a profile to files in the library, through the whole core. */
import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { FAL_KEY, startFal, type Fal } from '#test/stand-ins/services/fal/fal.ts'
import * as problems from '#test/stand-ins/services/fal/problems.ts'
import { openTestApp, connectTo, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

const FLUX = { provider: 'fal', model: 'fal-ai/flux/schnell', prompt: 'a red fox' }

let service: Fal
let app: TestApp

beforeEach(async () => {
  app = await openTestApp()
  // The held clock is the service's too: its history has times.
  service = await startFal(() => app.clock.now())
  onTestFinished(() => service.close())
  await connectTo(app, { kind: 'fal', baseUrl: service.baseUrl, apiKey: FAL_KEY })
})

describe('fal, through the core', () => {
  it('lists its models, and describes one with its form and its price', async () => {
    const { items } = await app.ask('models.list', {})
    expect(items.map(({ id }) => id)).toContain(FLUX.model)
    const { model } = await app.ask('models.describe', { provider: 'fal', model: FLUX.model })
    expect(model).toMatchObject({ price: '$0.003 per megapixels', optionSchema: { required: ['prompt'] } })
  })

  slow('edits an image that is uploaded first, and gives the key to no file', async () => {
    const raw = { width: 400, height: 400, channels: 3 } as const
    const png = await sharp(randomBytes(480_000), { raw }).png().toBuffer()
    const dataUrl = `data:image/png;base64,${png.toString('base64')}`
    const input = await app.ask('inputs.add', { name: 'fox.png', dataUrl })
    const task = await app.submitAndSave({
      ...FLUX,
      scene: 'image-to-image',
      model: 'fal-ai/nano-banana/edit',
      inputs: [{ inputId: input.id, option: 'image_urls[]' }],
    })
    expect(task.assetIds).toHaveLength(1)
    expect(service.requests[0]?.input).toMatchObject({ image_urls: [expect.stringContaining('/files/b/')] })
    expect(service.media.ledger.map(({ method, status }) => [method, status])).toEqual([
      ['PUT', 200],
      ['GET', 200],
    ])
    expect(service.server.charged()).toHaveLength(1)
  })

  it('says what the model said of an input, and that content was refused', async () => {
    const wrong = await app.submitOne({ ...FLUX, options: { num_images: 9 } })
    expect((await app.untilTask(wrong.id, 'failed')).error?.message).toContain('less than or equal to 4')
    service.plan({ result: problems.CONTENT_REFUSED })
    const refused = await app.submitOne(FLUX)
    expect((await app.untilTask(refused.id, 'failed')).error?.message).toContain(
      'The service refused the content: “',
    )
  })

  it('tells the place in the queue, and no more of it once the request is being made', async () => {
    service.isHeld = true
    const { id } = await app.submitOne(FLUX)
    const told = () => app.events.flatMap(({ name, data }) => (name === 'task.progress' ? [data] : []))
    await app.until(() => told().at(-1)?.progress?.queuePosition === 3)
    const body = { status: 'IN_PROGRESS', request_id: 'a' }
    service.server.script('GET', '/status', { status: 202, body })
    await app.until(() => told().some(({ progress }) => progress === null))
    expect(await app.task(id)).toMatchObject({ state: 'running' })
  })
})
