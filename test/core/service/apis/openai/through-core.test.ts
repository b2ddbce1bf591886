/** OpenAI from a profile to files in the library, through the whole core. */
import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { startFakeGemini } from '#test/stand-ins/services/gemini/gemini.ts'
import { madeImage } from '#test/stand-ins/services/made-media.ts'
import { OPENAI_KEY, startFakeOpenai, type FakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { openTestApp, connectTo, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

const IMAGE = { provider: 'openai', model: 'gpt-image-2', prompt: 'a red fox' }

let fake: FakeOpenai
let app: TestApp

beforeEach(async () => {
  fake = await startFakeOpenai()
  onTestFinished(() => fake.close())
  app = await openTestApp()
  await connectTo(app, { kind: 'openai', baseUrl: `${fake.baseUrl}/v1/`, apiKey: OPENAI_KEY })
})

async function sha256Of(assetId: string): Promise<string> {
  return (await app.ask('library.get', { id: assetId })).sha256
}

describe('OpenAI, through the core', () => {
  slow('keeps an image of many megabytes exactly as it was sent, and its response nowhere else', async () => {
    fake.imageSide = 1_400
    const task = await app.submitAndSave(IMAGE)
    const [sent] = fake.images
    expect(sent?.length).toBeGreaterThan(5_000_000)
    expect(await sha256Of(task.assetIds[0] ?? '')).toBe(
      createHash('sha256')
        .update(sent ?? '')
        .digest('hex'),
    )
    expect(JSON.stringify(task).length).toBeLessThan(20_000)
  })

  slow('sends an image with its mask, see-through where it paints', async () => {
    const add = async (name: string, bytes: Buffer) =>
      app.ask('inputs.add', { name, dataUrl: `data:image/png;base64,${bytes.toString('base64')}` })
    const image = await add('fox.png', await madeImage('png'))
    const create = { width: 64, height: 64, channels: 3, background: 'white' } as const
    const mask = await add('mask.png', await sharp({ create }).png().toBuffer())
    await app.submitAndSave({
      ...IMAGE,
      scene: 'image-to-image',
      mediaType: 'image',
      inputs: [
        { inputId: image.id, option: 'image[]' },
        { inputId: mask.id, option: 'mask', mask: { paint: 'clear' } },
      ],
    })
    const [sent] = fake.requests('POST', '/images/edits')
    const file = sent?.form?.get('mask')
    if (!(file instanceof File)) throw new Error('There is no mask.')
    const { channels } = await sharp(Buffer.from(await file.arrayBuffer())).stats()
    expect(channels[3]?.max).toBe(0)
  })

  it('says what answered at an address that is not this service', async () => {
    const other = await startFakeGemini()
    onTestFinished(() => other.close())
    const id = await connectTo(app, { kind: 'openai', baseUrl: other.baseUrl, apiKey: OPENAI_KEY })
    const { reachable, id: said, values, message } = await app.ask('profiles.test', { id })
    expect([reachable, said, values]).toEqual([true, 'service.test.other', { service: 'OpenAI' }])
    expect(message).toContain('unregistered callers')
  })

  it('gives its key to no file that lies elsewhere', async () => {
    const elsewhere = await startFakeOpenai()
    onTestFinished(() => elsewhere.close())
    elsewhere.models = ['flux-dev']
    fake.models = ['flux-dev']
    elsewhere.files.set('/private/a.png', await madeImage('png'))
    const body = { created: 1, data: [{ url: `${elsewhere.baseUrl}/private/a.png` }] }
    fake.script('POST', '/images/generations', { status: 200, charged: true, body })
    const task = await app.submitAndSave({ ...IMAGE, model: 'flux-dev' })
    expect(task.assetIds).toHaveLength(1)
    expect(elsewhere.ledger.map(({ headers }) => headers['authorization'])).toEqual([undefined])
  })
})
