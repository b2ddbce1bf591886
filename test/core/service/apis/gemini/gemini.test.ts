/** The adapter against the fake of the Gemini API: what is sent, and what becomes of what comes back. */
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { gemini } from '#core/service/apis/gemini/gemini.ts'
import { readTask } from '#core/service/client.ts'
import type { GenerateBody, ServiceAddress } from '#core/service/service-api.ts'
import { GEMINI_FAILURES, geminiError } from '#test/stand-ins/services/gemini/errors.ts'
import {
  contentResponse,
  GEMINI_KEY,
  startFakeGemini,
  type FakeGemini,
} from '#test/stand-ins/services/gemini/gemini.ts'
import { madeImage } from '#test/stand-ins/services/made-media.ts'
import { createAdapterClient, NOW } from '../adapter-client.ts'

const IMAGE: GenerateBody = {
  provider: 'gemini',
  mediaType: 'image',
  model: 'gemini-3-pro-image',
  scene: 'text-to-image',
  prompt: 'a red fox',
}
const VIDEO = { ...IMAGE, mediaType: 'video', model: 'veo-3.1-generate-preview', scene: 'text-to-video' }

let fake: FakeGemini
let address: ServiceAddress

beforeEach(async () => {
  fake = await startFakeGemini()
  onTestFinished(() => fake.close())
  address = { api: gemini, baseUrl: fake.baseUrl, apiKey: GEMINI_KEY }
})

const { free, submit, refusal, verdict } = createAdapterClient(() => address, IMAGE)

async function dataUri(format: 'png' | 'jpeg' = 'png'): Promise<string> {
  return `data:image/${format};base64,${(await madeImage(format)).toString('base64')}`
}

describe('images', () => {
  it('come in the response, without the words around them', async () => {
    fake.imagesPerResponse = 2
    const outcome = await submit({ ...IMAGE, options: { aspectRatio: '16:9', imageSize: '2K', seed: 7 } })
    expect(outcome).toMatchObject({
      kind: 'completed',
      taskResult: {
        images: [
          { mimeType: 'image/png', data: expect.any(String) },
          { mimeType: 'image/png', data: expect.any(String) },
        ],
      },
    })
    expect(fake.charged().map(({ json }) => json)).toEqual([
      {
        contents: [{ role: 'user', parts: [{ text: 'a red fox' }] }],
        generationConfig: {
          responseModalities: ['TEXT', 'IMAGE'],
          imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
          seed: 7,
        },
      },
    ])
  })

  it('are changed from files and addresses', async () => {
    const options = { images: [await dataUri(), 'https://example.com/a.png'] }
    expect((await submit({ ...IMAGE, scene: 'image-to-image', options })).kind).toBe('completed')
    expect(fake.charged()[0]?.json).toMatchObject({
      contents: [
        {
          parts: [
            { text: 'a red fox' },
            { inlineData: { mimeType: 'image/png' } },
            { fileData: { fileUri: 'https://example.com/a.png' } },
          ],
        },
      ],
    })
  })

  it('are checked before anything is sent', async () => {
    const edit = (options: JsonObject) => refusal({ ...IMAGE, scene: 'image-to-image', options })
    const png = await dataUri()
    expect(edit({})).toMatchObject({ id: 'service.addImageToChange' })
    expect(edit({ images: [png.replace('image/png', 'image/gif')] })).toMatchObject({
      id: 'service.gemini.wrongFormat',
      values: { formats: ['PNG', 'JPEG', 'WebP', 'HEIC', 'HEIF'] },
    })
    expect(edit({ images: Array.from({ length: 15 }, () => png) })).toMatchObject({
      id: 'service.gemini.tooManyImages',
      values: { most: 14 },
    })
    expect(edit({ images: ['data:image/png;base64,*'] })).toMatchObject({
      id: 'service.fileUnreadable',
    })
    expect(fake.ledger).toHaveLength(0)
  })

  it.each([
    [
      'a prompt that is blocked',
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: {} },
      { id: 'service.gemini.contentRefused', values: { reason: 'PROHIBITED_CONTENT' } },
    ],
    [
      'an image that is blocked',
      contentResponse('m', { finishReason: 'IMAGE_SAFETY' }),
      { id: 'service.gemini.contentRefused', values: { reason: 'IMAGE_SAFETY' } },
    ],
    [
      'words alone',
      contentResponse('m', { parts: [{ text: 'I will not.' }], finishReason: 'STOP' }),
      { id: 'service.gemini.noImageSaid', values: { said: 'I will not.', reason: 'STOP' } },
    ],
  ])('that do not come say why, and what that means for money: %s', async (_, body, why) => {
    fake.script('POST', ':generateContent', { status: 200, body, charged: true })
    const outcome = await submit(IMAGE)
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { charged: 'maybe' } })
    expect('failure' in outcome && outcome.failure).toMatchObject(why)
  })

  it('that a model drew while it thought are not the result', async () => {
    const thought = { thought: true, inlineData: { mimeType: 'image/png', data: 'AAAA' } }
    const image = { inlineData: { mimeType: 'image/png', data: 'BBBB' } }
    const body = contentResponse('m', { parts: [thought, image], finishReason: 'STOP' })
    fake.script('POST', ':generateContent', { status: 200, body, charged: true })
    expect(await submit(IMAGE)).toMatchObject({ taskResult: { images: [{ data: 'BBBB' }] } })
  })

  it('come with ratings of the prompt, too', async () => {
    const image = { inlineData: { mimeType: 'image/png', data: 'BBBB' } }
    const body = {
      ...contentResponse('m', { parts: [image], finishReason: 'STOP' }),
      promptFeedback: {
        safetyRatings: [{ category: 'HARM_CATEGORY_HARASSMENT', probability: 'NEGLIGIBLE' }],
      },
    }
    fake.script('POST', ':generateContent', { status: 200, body, charged: true })
    expect(await submit(IMAGE)).toMatchObject({ taskResult: { images: [{ data: 'BBBB' }] } })
  })

  it('of which nothing can be read are unknown', async () => {
    fake.script('POST', ':generateContent', { status: 200, body: {}, charged: true })
    expect(await submit(IMAGE)).toMatchObject({ kind: 'unknown', failure: { charged: 'maybe' } })
  })
})

describe('what Gemini refuses', () => {
  it('is a key that it does not know, with status 400', async () => {
    address = { ...address, apiKey: 'other' }
    expect(await submit(IMAGE)).toMatchObject({ kind: 'unauthorized' })
  })

  it.each(['blockedKey', 'leakedKey'] as const)(
    'is a key that it takes no more, with status 403: %s',
    async (key) => {
      fake.script('POST', ':generateContent', GEMINI_FAILURES[key])
      expect(await submit(IMAGE)).toMatchObject({ kind: 'unauthorized', failure: { charged: 'no' } })
    },
  )

  it('waits as long as RetryInfo says', async () => {
    fake.script('POST', ':generateContent', GEMINI_FAILURES.rateLimit)
    expect(await submit(IMAGE)).toMatchObject({ kind: 'rate_limited', waitMs: 34_075 })
  })

  it('is an account without credit, which is no limit', async () => {
    fake.script('POST', ':generateContent', GEMINI_FAILURES.credits)
    const outcome = await submit(IMAGE)
    expect(outcome).toMatchObject({ kind: 'rejected', failure: { charged: 'no' } })
    expect('failure' in outcome && outcome.failure.id).toBe('service.noCreditSaid')
  })

  it('is a field, a model or a country, at no charge', async () => {
    expect(await submit({ ...IMAGE, options: { steps: 4 } })).toMatchObject({
      failure: {
        id: 'service.rejectedSaid',
        values: { said: expect.stringContaining('Unknown name "steps"') },
        charged: 'no',
      },
    })
    expect(await submit({ ...IMAGE, model: 'imagen-4' })).toMatchObject({ kind: 'rejected' })
    fake.script('POST', ':generateContent', GEMINI_FAILURES.country)
    expect(await submit(IMAGE)).toMatchObject({ kind: 'rejected' })
    expect(fake.charged()).toHaveLength(0)
  })

  it("costs nothing with its own 500, and may with anything else's", async () => {
    const internal = geminiError(500, 'INTERNAL', 'An internal error has occurred.')
    fake.script('POST', ':generateContent', internal)
    expect(await submit(IMAGE)).toMatchObject({ kind: 'rejected', failure: { charged: 'no' } })
    fake.script('POST', ':generateContent', { status: 500, body: '<h1>Proxy</h1>' })
    expect(await submit(IMAGE)).toMatchObject({ kind: 'unknown' })
    fake.script('POST', ':generateContent', GEMINI_FAILURES.overloaded)
    expect(await submit(IMAGE)).toMatchObject({ kind: 'unknown' })
  })
})

describe('videos', () => {
  it('are polled as operations, and their files are asked for with the key', async () => {
    const options = {
      durationSeconds: 8,
      resolution: '720p',
      image: await dataUri(),
      lastFrame: await dataUri('jpeg'),
    }
    const outcome = await submit({ ...VIDEO, scene: 'image-to-video', options })
    if (outcome.kind !== 'accepted') throw new Error(outcome.kind)
    expect(fake.charged()[0]?.json).toMatchObject({
      instances: [
        { prompt: 'a red fox', image: { mimeType: 'image/png' }, lastFrame: { mimeType: 'image/jpeg' } },
      ],
      parameters: { durationSeconds: 8, resolution: '720p' },
    })
    const polls = []
    for (let poll = 0; poll < 3; poll++) polls.push(await readTask(address, outcome.remoteId, false, NOW))
    expect(polls).toMatchObject([
      { value: { status: 'PROCESSING' } },
      { value: { status: 'PROCESSING' } },
      {
        value: {
          status: 'SUCCESS',
          taskResult: { videos: [expect.stringContaining(':download?alt=media')] },
        },
      },
    ])
    const [last] = polls.slice(-1)
    const { videos = [] } = (last?.kind === 'ok' ? last.value.taskResult : {}) as {
      videos?: readonly string[]
    }
    const headers = gemini.assetHeaders?.(videos[0] ?? '', address, GEMINI_KEY) ?? {}
    expect((await fetch(videos[0] ?? '', { headers })).headers.get('content-type')).toBe('video/mp4')
    expect(gemini.assetHeaders?.(`${fake.baseUrl}0/file`, address, GEMINI_KEY)).toEqual({})
    expect(fake.charged()).toHaveLength(1)
  })

  it('take up to three reference images', async () => {
    const png = await dataUri()
    expect((await submit({ ...VIDEO, options: { referenceImages: [png, png] } })).kind).toBe('accepted')
    expect(fake.charged()[0]?.json).toMatchObject({
      instances: [{ referenceImages: [{ referenceType: 'asset' }, {}] }],
    })
    expect(refusal({ ...VIDEO, options: { referenceImages: [png, png, png, png] } })).toMatchObject({
      id: 'service.gemini.tooManyReferences',
    })
    expect(refusal({ ...VIDEO, options: { image: 'https://example.com/a.png' } })).toMatchObject({
      id: 'service.gemini.noAddresses',
    })
    expect([VIDEO, IMAGE].map(({ model }) => gemini.takesAddresses?.(model))).toEqual([false, true])
    expect(refusal({ ...VIDEO, scene: 'image-to-video' })).toMatchObject({ id: 'service.addFirstImage' })
  })

  it.each([
    [
      'filtered',
      {
        reason: {
          id: 'service.gemini.videoRefused',
          values: { said: expect.stringContaining('The prompt names') },
        },
      },
    ],
    ['failed', { message: expect.stringContaining('generation failed') }],
  ] as const)('say why there is none: %s', async (outcome, why) => {
    fake.pollsToFinish = 0
    fake.nextVideo = outcome
    const submitted = await submit(VIDEO)
    const remoteId = 'remoteId' in submitted ? (submitted.remoteId ?? '') : ''
    expect(await readTask(address, remoteId, false, NOW)).toMatchObject({
      value: { status: 'FAILED', ...why },
    })
    expect(await readTask(address, 'models/veo/operations/none', false, NOW)).toMatchObject({
      failure: { code: 'not_found' },
    })
  })
})

describe('addresses and models', () => {
  it('are the same with and without the version', () => {
    const plain = 'https://generativelanguage.googleapis.com'
    expect([`${plain}/v1beta`, `${plain}/v1`, plain].map(gemini.normalizeBaseUrl)).toEqual([
      plain,
      plain,
      plain,
    ])
  })

  it('lists what makes media from all pages, with the options of each', async () => {
    const outcome = await gemini.fetchListing(free(), address)
    const { models } = gemini.readModels(outcome.kind === 'ok' ? outcome.value : null)
    expect(models.map(({ id }) => id)).toEqual([
      'gemini-2.5-flash-image',
      'gemini-3-pro-image',
      'gemini-3.1-flash-image',
      'veo-3.1-generate-preview',
      'veo-3.1-fast-generate-preview',
    ])
    expect(models[1]).toMatchObject({
      provider: 'gemini',
      label: 'Nano Banana Pro',
      scenes: ['text-to-image', 'image-to-image'],
      optionSchema: { properties: { aspectRatio: {}, imageSize: { enum: ['1K', '2K', '4K'] } } },
    })
    expect(models[4]).toMatchObject({
      mediaTypes: ['video'],
      optionSchema: { properties: { lastFrame: {} } },
    })
    expect(gemini.readModels('<h1>').problem?.id).toBe('catalog.noModel')
  })

  it('tests the address and the key for free', async () => {
    expect(await verdict()).toMatchObject({ reachable: true, authorized: true })
    expect(await verdict({ apiKey: 'other' })).toMatchObject({ reachable: true, authorized: false })
    fake.script('GET', '/models', { status: 200, body: { status: 'fine' } })
    expect(await verdict()).toMatchObject({ reachable: true, authorized: null })
    expect(fake.charged()).toHaveLength(0)
  })
})
