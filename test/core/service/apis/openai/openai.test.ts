/** The adapter against the fake of OpenAI: what is sent, and what becomes of what comes back. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { openai } from '#core/service/apis/openai/openai.ts'
import { readResult, readTask } from '#core/service/client.ts'
import type { GenerateBody, ServiceAddress } from '#core/service/service-api.ts'
import { taskToSend } from '#core/tasks/submission/task-to-send.ts'
import { responseOf } from '#test/stand-ins/service-response.ts'
import { madeImage } from '#test/stand-ins/services/made-media.ts'
import { OPENAI_FAILURES } from '#test/stand-ins/services/openai/errors.ts'
import { OPENAI_KEY, startFakeOpenai, type FakeOpenai } from '#test/stand-ins/services/openai/openai.ts'
import { createAdapterClient, NOW } from '../adapter-client.ts'

const IMAGE: GenerateBody = {
  provider: 'openai',
  mediaType: 'image',
  model: 'gpt-image-2',
  scene: 'text-to-image',
  prompt: 'a red fox',
}
const VIDEO = { ...IMAGE, mediaType: 'video', model: 'sora-2', scene: 'text-to-video' }
const SPEECH = { ...IMAGE, mediaType: 'music', model: 'tts-1', scene: 'text-to-music' }

let fake: FakeOpenai
let address: ServiceAddress

beforeEach(async () => {
  fake = await startFakeOpenai()
  onTestFinished(() => fake.close())
  address = { api: openai, baseUrl: fake.baseUrl, apiKey: OPENAI_KEY }
})

const { free, submit, refusal, verdict } = createAdapterClient(() => address, IMAGE)

async function dataUri(bytes: Promise<Buffer>, mimeType = 'image/png'): Promise<string> {
  return `data:${mimeType};base64,${(await bytes).toString('base64')}`
}

describe('images', () => {
  it('come in the response, all of them', async () => {
    const outcome = await submit({ ...IMAGE, options: { n: 2, size: '1536x864', output_format: 'webp' } })
    expect(outcome).toMatchObject({
      kind: 'completed',
      taskResult: { data: [{ b64_json: expect.any(String) }, { b64_json: expect.any(String) }] },
    })
    expect(fake.charged().map(({ json }) => json)).toEqual([
      { model: 'gpt-image-2', prompt: 'a red fox', n: 2, size: '1536x864', output_format: 'webp' },
    ])
  })

  it('of older models are asked for whole, since their addresses end after an hour', async () => {
    fake.models = ['dall-e-3', 'gpt-image-1']
    await submit({ ...IMAGE, model: 'dall-e-3' })
    expect(fake.charged()[0]?.json).toMatchObject({ response_format: 'b64_json' })
  })

  it('are edited with files in a form, the mask among them', async () => {
    const options = {
      image: [await dataUri(madeImage('png')), await dataUri(madeImage('jpeg'), 'image/jpeg')],
      mask: await dataUri(madeImage('png')),
      quality: 'low',
      moderation: 'low',
    }
    expect((await submit({ ...IMAGE, scene: 'image-to-image', options })).kind).toBe('completed')
    const [sent] = fake.requests('POST', '/v1/images/edits')
    expect([...(sent?.form?.keys() ?? [])]).toEqual([
      'model',
      'prompt',
      'quality',
      'image[]',
      'image[]',
      'mask',
    ])
  })

  it('are edited by their addresses where they have any', async () => {
    const options = { image: ['https://example.com/a.png'] }
    expect((await submit({ ...IMAGE, scene: 'image-to-image', options })).kind).toBe('completed')
    expect(fake.charged()[0]?.json).toMatchObject({ images: [{ image_url: 'https://example.com/a.png' }] })
  })

  it('are checked before anything is sent', async () => {
    const edit = (options: JsonObject, model = 'gpt-image-2') =>
      refusal({ ...IMAGE, model, scene: 'image-to-image', options })
    const png = await dataUri(madeImage('png'))
    expect(edit({})).toMatchObject({ id: 'service.addImageToChange' })
    expect(edit({ image: [png.replace('image/png', 'image/gif')] })).toMatchObject({
      id: 'service.openai.wrongFormat',
      values: { formats: ['PNG', 'WebP', 'JPEG'] },
    })
    expect(edit({ image: Array.from({ length: 17 }, () => png) })).toMatchObject({
      id: 'service.openai.tooManyImages',
      values: { most: 16 },
    })
    expect(edit({ image: ['data:image/png;base64,*'] })).toMatchObject({ id: 'service.fileUnreadable' })
    expect(edit({ image: [png], mask: png.replace('image/png', 'image/jpeg') })).toMatchObject({
      id: 'service.openai.maskFormat',
    })
    expect(
      edit({ image: [await dataUri(Promise.resolve(Buffer.alloc(5_000_000)))] }, 'dall-e-2'),
    ).toMatchObject({
      id: 'service.openai.imageTooLarge',
      values: { megabytes: 4 },
    })
    expect(edit({ image: [png] }, 'dall-e-3')).toMatchObject({ id: 'service.openai.noImages' })
    expect(refusal({ ...IMAGE, prompt: 'x'.repeat(32_001) })).toMatchObject({
      id: 'service.openai.promptTooLong',
      values: { count: 32_001, most: 32_000 },
    })
    expect(refusal({ ...IMAGE, options: { stream: true } })).toMatchObject({
      id: 'service.reserved.own',
      values: { option: 'stream' },
    })
    expect(fake.ledger).toHaveLength(0)
  })

  it('that were refused for their content say so, at no charge', async () => {
    fake.script('POST', '/generations', OPENAI_FAILURES.moderation)
    const outcome = await submit(IMAGE)
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { charged: 'no' } })
    expect('failure' in outcome && outcome.failure).toMatchObject({
      id: 'service.contentRefusedSaid',
      values: { said: expect.stringContaining('safety_violations') },
    })
  })
})

describe('what OpenAI refuses', () => {
  it.each(['quota', 'billing'] as const)('is out of credit, not a limit: %s', async (name) => {
    fake.script('POST', '/generations', OPENAI_FAILURES[name])
    const outcome = await submit(IMAGE)
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { charged: 'no' } })
    expect('failure' in outcome && outcome.failure.id).toBe('service.noCreditSaid')
  })

  it('waits as long as the limit that is used up says', async () => {
    fake.script('POST', '/generations', OPENAI_FAILURES.rateLimit)
    expect(await submit(IMAGE)).toMatchObject({ kind: 'rate_limited', waitMs: 72_500 })
  })

  it('prefers Retry-After', async () => {
    const headers = { ...OPENAI_FAILURES.rateLimit.headers, 'retry-after': '7' }
    fake.script('POST', '/generations', { ...OPENAI_FAILURES.rateLimit, headers })
    expect(await submit(IMAGE)).toMatchObject({ kind: 'rate_limited', waitMs: 7_000 })
  })

  it('of a key, a model and a field is no charge', async () => {
    expect(await submit({ ...IMAGE, model: 'gpt-image-9' })).toMatchObject({ kind: 'rejected' })
    expect(await submit({ ...IMAGE, options: { seed: 4 } })).toMatchObject({
      failure: { values: { said: expect.stringContaining("Unknown parameter: 'seed'") }, charged: 'no' },
    })
    address = { ...address, apiKey: 'sk-other' }
    expect(await submit(IMAGE)).toMatchObject({ kind: 'unauthorized' })
    expect(fake.charged()).toHaveLength(0)
  })
})

describe('videos', () => {
  it('are polled, and their file is asked for with the key', async () => {
    const outcome = await submit({ ...VIDEO, options: { seconds: 4, size: '1280x720' } })
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    const { remoteId } = outcome
    const polls = []
    for (let poll = 0; poll < 3; poll++) polls.push(await readTask(address, remoteId, false, NOW))
    expect(polls).toMatchObject([
      { value: { status: 'PROCESSING', progress: { fraction: 0.3 } } },
      { value: { status: 'PROCESSING', progress: { fraction: 0.6 } } },
      { value: { status: 'SUCCESS', progress: { fraction: 1 } } },
    ])
    const url = `${fake.baseUrl}/v1/videos/${remoteId}/content`
    expect(await readResult(address, remoteId, 0, NOW)).toMatchObject({
      value: { taskResult: { video: url } },
    })
    const headers = openai.assetHeaders?.(url, address, OPENAI_KEY) ?? {}
    expect((await fetch(url, { headers })).headers.get('content-type')).toBe('video/mp4')
    expect(
      openai.assetHeaders?.('https://elsewhere.example/v1/videos/1/content', address, OPENAI_KEY),
    ).toEqual({})
    expect(fake.charged()).toHaveLength(1)
  })

  it('begin with an image, as a file or by its address', async () => {
    const begin = async (input_reference: string) =>
      submit({ ...VIDEO, scene: 'image-to-video', options: { input_reference } })
    expect((await begin(await dataUri(madeImage('png')))).kind).toBe('accepted')
    expect((await begin('https://example.com/a.png')).kind).toBe('accepted')
    expect(refusal({ ...VIDEO, scene: 'image-to-video' })).toMatchObject({ id: 'service.addFirstImage' })
  })

  it('say why they failed', async () => {
    fake.videos.pollsToFinish = 0
    fake.videos.failNext = { code: 'moderation_blocked', message: 'It was blocked.' }
    const outcome = await submit(VIDEO)
    const remoteId = 'remoteId' in outcome ? (outcome.remoteId ?? '') : ''
    expect(await readTask(address, remoteId, false, NOW)).toMatchObject({
      value: { status: 'FAILED', message: 'It was blocked.' },
    })
    expect(await readTask(address, 'video_none', false, NOW)).toMatchObject({
      failure: { code: 'not_found' },
    })
  })
})

it.each([
  ['a number for its code', { error: { message: 'It was blocked.', code: 400 } }],
  ['the reason alone', { error: 'It was blocked.' }],
  ['a share in words', { error: { message: 'It was blocked.' }, progress: '100%' }],
])('reads the end of a video also where a service that speaks the same says %s', (_, said) => {
  const response = responseOf(200, { id: 'video_1', status: 'failed', ...said })
  expect(openai.readTask(response, NOW, 'video_1')).toMatchObject({
    value: { status: 'FAILED', message: 'It was blocked.' },
  })
})

it.each(['cancelled', 'expired'])('a video that is %s has ended', (status) => {
  const response = responseOf(200, { id: 'video_1', status })
  expect(openai.readTask(response, NOW, 'video_1')).toMatchObject({ value: { status: 'FAILED' } })
})

describe('speech', () => {
  it('is asked for with a voice, and is the body of the response', async () => {
    const task = taskToSend('task_1', SPEECH, NOW)
    const request = openai.submit(task, address)
    expect(request).toMatchObject({
      data: { body: { json: { model: 'tts-1', input: 'a red fox', voice: 'alloy' } } },
    })
    expect(openai.respondsWithResult?.(task)).toBe(true)
    const json = { file: 'answer:task_1:0-8000:raw', contentType: 'audio/mpeg' }
    expect(openai.readSubmission(responseOf(200, json), NOW, task)).toMatchObject({
      kind: 'completed',
      taskResult: json,
    })
    expect(refusal({ ...SPEECH, prompt: ' ' })).toMatchObject({ id: 'service.openai.noText' })
  })
})

describe('addresses and models', () => {
  it('are the same with and without the version', () => {
    expect(openai.normalizeBaseUrl('https://api.openai.com/v1')).toBe('https://api.openai.com')
    const urlAt = (baseUrl: string) => {
      const request = openai.submit(taskToSend('task_1', IMAGE, NOW), { baseUrl })
      return request.ok ? request.data.url : null
    }
    expect(urlAt('https://api.openai.com')).toBe('https://api.openai.com/v1/images/generations')
    expect(urlAt('https://gateway.example/v1/openai')).toBe(
      'https://gateway.example/v1/openai/images/generations',
    )
  })

  it('lists what makes media, with the options of each', async () => {
    const outcome = await openai.fetchListing(free(), address)
    if (outcome.kind !== 'ok') throw new Error(outcome.kind)
    const { models } = openai.readModels({ isOwn: true, listing: fakeListing(outcome.value) })
    expect(models.map(({ id }) => id)).not.toContain('gpt-5.2')
    const image = models.find(({ id }) => id === 'gpt-image-2')
    expect(image).toMatchObject({
      provider: 'openai',
      mediaTypes: ['image'],
      scenes: ['text-to-image', 'image-to-image'],
      optionSchema: { properties: { image: { type: 'array', maxItems: 16 }, size: {}, background: {} } },
    })
    expect(models.find(({ id }) => id === 'dall-e-3')?.scenes).toEqual(['text-to-image'])
    expect(models.find(({ id }) => id === 'tts-1')?.scenes).toEqual(['text-to-music'])
  })

  it('lists everything at another address', async () => {
    fake.models = ['flux-dev', 'llama-3']
    const outcome = await openai.fetchListing(free(), address)
    const { models } = openai.readModels(outcome.kind === 'ok' ? outcome.value : null)
    expect(models.map(({ id, provider }) => [id, provider])).toEqual([
      ['flux-dev', 'openai'],
      ['llama-3', 'openai'],
    ])
    expect((await submit({ ...IMAGE, model: 'flux-dev' })).kind).toBe('completed')
  })

  it('knows a model that will be shut down', () => {
    const entry = { id: 'gpt-image-1.5', object: 'model', shutdown_date: '2026-12-01' }
    const { models } = openai.readModels({ isOwn: true, listing: { object: 'list', data: [entry] } })
    expect(models[0]?.deprecated).toBe(true)
  })

  it('tests the address and the key for free', async () => {
    expect(await verdict()).toMatchObject({ reachable: true, authorized: true })
    expect(await verdict({ apiKey: 'sk-other' })).toMatchObject({ reachable: true, authorized: false })
    fake.script('GET', '/v1/models', { status: 200, body: { status: 'fine' } })
    expect(await verdict()).toMatchObject({ reachable: true, authorized: null })
    expect(fake.charged()).toHaveLength(0)
  })
})

function fakeListing(stored: unknown) {
  return (stored as { listing: JsonObject }).listing
}

it('takes no status for one that JavaScript knows', () => {
  const outcome = openai.readTask(responseOf(200, { id: 'video_1', status: 'constructor' }), NOW, 'video_1')
  expect(outcome).toMatchObject({ kind: 'ok', value: { status: null, statusText: 'constructor' } })
})
