/** The fake of OpenAI's API is proven by OpenAI's own client. */
import OpenAI, { toFile } from 'openai'
import sharp from 'sharp'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { madeImage } from '#test/stand-ins/services/made-media.ts'
import { OPENAI_KEY, startFakeOpenai, type FakeOpenai } from '#test/stand-ins/services/openai/openai.ts'

let fake: FakeOpenai
let client: OpenAI

beforeEach(async () => {
  fake = await startFakeOpenai()
  onTestFinished(() => fake.close())
  client = new OpenAI({ apiKey: OPENAI_KEY, baseURL: `${fake.baseUrl}/v1`, maxRetries: 0 })
})

describe('the fake of OpenAI, asked by its own client', () => {
  it('lists models', async () => {
    const ids = (await client.models.list()).data.map(({ id }) => id)
    expect(ids).toContain('gpt-image-1')
  })

  it('generates images', async () => {
    const images = await client.images.generate({
      model: 'gpt-image-1',
      prompt: 'a fox',
      n: 2,
      output_format: 'webp',
    })
    const [first] = images.data ?? []
    expect(images.data).toHaveLength(2)
    expect((await sharp(Buffer.from(first?.b64_json ?? '', 'base64')).metadata()).format).toBe('webp')
    expect(fake.charged()).toHaveLength(1)
  })

  it('gives addresses for older models', async () => {
    const images = await client.images.generate({ model: 'dall-e-3', prompt: 'a fox' })
    const response = await fetch(images.data?.[0]?.url ?? '')
    expect((await sharp(Buffer.from(await response.arrayBuffer())).metadata()).width).toBe(64)
  })

  it('edits images with a mask', async () => {
    const image = await toFile(await madeImage('png'), 'a.png', { type: 'image/png' })
    const other = await toFile(await madeImage('jpeg'), 'b.jpg', { type: 'image/jpeg' })
    const mask = await toFile(await madeImage('png'), 'mask.png', { type: 'image/png' })
    const request = { model: 'gpt-image-1', prompt: 'a hat', image: [image, other], mask }
    expect((await client.images.edit(request)).data).toHaveLength(1)
    expect((await client.images.edit({ ...request, image })).data).toHaveLength(1)
  })

  it('makes a video, polled and downloaded', async () => {
    const created = await client.videos.create({ model: 'sora-2', prompt: 'a fox runs', seconds: '4' })
    expect(created.status).toBe('queued')
    const statuses = []
    for (let poll = 0; poll < 3; poll++) statuses.push((await client.videos.retrieve(created.id)).status)
    expect(statuses).toEqual(['in_progress', 'in_progress', 'completed'])
    const file = await client.videos.downloadContent(created.id)
    expect(Buffer.from(await file.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
  })

  it('speaks', async () => {
    const speech = await client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'A fox.',
      response_format: 'wav',
    })
    expect(Buffer.from(await speech.arrayBuffer()).toString('latin1', 0, 4)).toBe('RIFF')
  })

  it('refuses what its documentation does not have, in its own words', async () => {
    const wrong = { model: 'gpt-image-1', prompt: 'a fox', seed: 4 }
    const unknown = client.images.generate(wrong)
    await expect(unknown).rejects.toMatchObject({ status: 400, code: 'unknown_parameter', param: 'seed' })
    const missing = client.audio.speech.create({ model: 'tts-1', input: 'A fox.' } as never)
    await expect(missing).rejects.toMatchObject({ status: 400, code: 'missing_required_parameter' })
    const stranger = new OpenAI({ apiKey: 'sk-other', baseURL: `${fake.baseUrl}/v1`, maxRetries: 0 })
    await expect(stranger.models.list()).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' })
    expect(fake.charged()).toHaveLength(0)
  })
})
