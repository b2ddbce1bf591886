/**
 * The Gemini API on loopback, written from its public documentation and enforcing it: images (`generateContent`), videos
 * (`predictLongRunning`, an operation that is polled, a file), and the list of models, page by page.
 *
 * Sources: `errors.ts`; what the endpoints take from Google's client, which writes their bodies:
 * https://github.com/googleapis/js-genai (src/converters/_models_converters.ts, functions …ToMldev; src/types.ts; commit 6e9b35c of
 * 2026-08-21); responses from the same client (functions …FromMldev) and
 * https://ai.google.dev/gemini-api/docs/image-generation, /video and https://ai.google.dev/api/models. Read 2026-11-22.
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { madeImage, madeVideo } from '../made-media.ts'
import {
  startProviderServer,
  type ProviderRequest,
  type ProviderResponse,
  type ProviderServer,
} from '../provider-server.ts'
import { GEMINI_FAILURES, geminiError, invalidBody } from './errors.ts'

export const GEMINI_KEY = 'AIzaTestKey-0123456789'

const MODELS = [
  ['gemini-2.5-flash-image', 'Nano Banana', 'generateContent'],
  ['gemini-3-pro-image', 'Nano Banana Pro', 'generateContent'],
  ['gemini-3.1-flash-image', 'Nano Banana 2', 'generateContent'],
  ['gemini-3.8-flash', 'Gemini 3.8 Flash', 'generateContent'],
  ['gemini-embedding-001', 'Gemini Embedding', 'embedContent'],
  ['veo-3.1-generate-preview', 'Veo 3.1', 'predictLongRunning'],
  ['veo-3.1-fast-generate-preview', 'Veo 3.1 fast', 'predictLongRunning'],
] as const
const PAGE = 3

const blob = z.strictObject({ mimeType: z.string(), data: z.base64().min(1) })
const fileData = z.strictObject({ fileUri: z.url(), mimeType: z.string().optional() })
const part = z.union([
  z.strictObject({ text: z.string() }),
  z.strictObject({ inlineData: blob }),
  z.strictObject({ fileData }),
])
const content = z.strictObject({ role: z.enum(['user', 'model']).optional(), parts: z.array(part).min(1) })

const RATIOS = '1:1 2:3 3:2 3:4 4:3 4:5 5:4 9:16 16:9 21:9 1:4 4:1 1:8 8:1'.split(' ')

const generateContentRequest = z.strictObject({
  contents: z.array(content).min(1),
  generationConfig: z
    .strictObject({
      responseModalities: z.array(z.enum(['TEXT', 'IMAGE'])).optional(),
      imageConfig: z
        .strictObject({
          aspectRatio: z.enum(RATIOS).optional(),
          imageSize: z.enum(['512', '1K', '2K', '4K']).optional(),
        })
        .optional(),
      seed: z.int().optional(),
    })
    .optional(),
  safetySettings: z.array(z.strictObject({ category: z.string(), threshold: z.string() })).optional(),
})

const image = z.strictObject({ bytesBase64Encoded: z.base64().min(1), mimeType: z.string() })

const predictRequest = z.strictObject({
  instances: z
    .array(
      z.strictObject({
        prompt: z.string().optional(),
        image: image.optional(),
        lastFrame: image.optional(),
        referenceImages: z
          .array(z.strictObject({ image, referenceType: z.enum(['asset', 'style', 'ASSET', 'STYLE']) }))
          .max(3)
          .optional(),
      }),
    )
    .length(1),
  parameters: z
    .strictObject({
      sampleCount: z.int().min(1).max(4).optional(),
      aspectRatio: z.enum(['16:9', '9:16']).optional(),
      resolution: z.enum(['720p', '1080p', '4k']).optional(),
      durationSeconds: z.int().min(4).max(8).optional(),
      negativePrompt: z.string().optional(),
    })
    .optional(),
})

interface Operation {
  readonly name: string
  readonly request: z.infer<typeof predictRequest>
  readonly outcome: VideoOutcome
  polls: number
}

/** What becomes of a video: files, an error of the operation, or nothing, since every sample was filtered. */
export type VideoOutcome = 'made' | 'failed' | 'filtered'

export interface FakeGemini extends ProviderServer {
  /** Pixels of a side of every image made. */
  imageSide: number
  imagesPerResponse: number
  pollsToFinish: number
  nextVideo: VideoOutcome
}

interface World extends FakeGemini {
  readonly operations: Map<string, Operation>
  readonly files: Map<string, Buffer>
}

export async function startFakeGemini(): Promise<FakeGemini> {
  const server = await startProviderServer((request) => respond(world, request))
  const world: World = Object.assign(server, {
    imageSide: 64,
    imagesPerResponse: 1,
    pollsToFinish: 2,
    nextVideo: 'made' as const,
    operations: new Map(),
    files: new Map(),
  })
  return world
}

function respond(world: World, request: ProviderRequest): ProviderResponse | Promise<ProviderResponse> {
  const { method, query } = request
  // The client asks for v1, the documentation's examples for v1beta.
  const path = request.path.replace(/^\/v1\//, '/v1beta/')
  // The key may stand in the address too, but then it ends up in logs: the header is what the documentation shows.
  const key = request.headers['x-goog-api-key']
  if (key === undefined) return GEMINI_FAILURES.noKey
  if (key !== GEMINI_KEY) return GEMINI_FAILURES.key
  const [, model = '', action = ''] = /^\/v1beta\/models\/([^/:]+):(\w+)$/.exec(path) ?? []
  if (method === 'GET' && path === '/v1beta/models') return listModels(query)
  if (method === 'POST' && action !== '') return act(world, request, model, action)
  if (method === 'GET' && path.includes('/operations/')) return readOperation(world, path)
  if (method === 'GET' && path.startsWith('/v1beta/files/')) return readFile(world, path, query)
  return geminiError(404, 'NOT_FOUND', 'Requested entity was not found.')
}

function listModels(query: URLSearchParams): ProviderResponse {
  const from = Number(query.get('pageToken') ?? 0)
  const size = Math.min(PAGE, Number(query.get('pageSize') ?? 50))
  const models = MODELS.slice(from, from + size).map(([id, displayName, action]) => ({
    name: `models/${id}`,
    version: '001',
    displayName,
    description: `${displayName}, described`,
    inputTokenLimit: 32_768,
    outputTokenLimit: 32_768,
    supportedGenerationMethods: [action, 'countTokens'],
  }))
  const next = from + size
  return { status: 200, body: { models, ...(next < MODELS.length ? { nextPageToken: String(next) } : {}) } }
}

function act(
  world: World,
  request: ProviderRequest,
  model: string,
  action: string,
): ProviderResponse | Promise<ProviderResponse> {
  const known = MODELS.find(([id, , able]) => id === model && able === action)
  if (!known) {
    const message = `models/${model} is not found for API version v1beta, or is not supported for ${action}.`
    return geminiError(404, 'NOT_FOUND', message)
  }
  if (action === 'generateContent') return generateContent(world, request, model)
  return action === 'predictLongRunning'
    ? predict(world, request, model)
    : geminiError(404, 'NOT_FOUND', 'Not here.')
}

async function generateContent(
  world: World,
  { json }: ProviderRequest,
  model: string,
): Promise<ProviderResponse> {
  const parsed = generateContentRequest.safeParse(json)
  if (!parsed.success) return invalidBody(parsed.error)
  const images = await Promise.all(
    Array.from({ length: world.imagesPerResponse }, () => madeImage('png', world.imageSide)),
  )
  const parts = [
    { text: 'Here is your image.' },
    ...images.map((bytes) => ({ inlineData: { mimeType: 'image/png', data: bytes.toString('base64') } })),
  ]
  return { status: 200, charged: true, body: contentResponse(model, { parts, finishReason: 'STOP' }) }
}

/** A response with these parts, or with none. */
export function contentResponse(
  modelVersion: string,
  { parts, finishReason }: { readonly parts?: readonly object[]; readonly finishReason: string },
): object {
  const content = parts ? { content: { parts, role: 'model' } } : {}
  return {
    candidates: [{ ...content, finishReason, index: 0 }],
    usageMetadata: { promptTokenCount: 12, candidatesTokenCount: parts ? 1_290 : 0, totalTokenCount: 1_302 },
    modelVersion,
    responseId: randomBytes(8).toString('hex'),
  }
}

function predict(world: World, { json }: ProviderRequest, model: string): ProviderResponse {
  const parsed = predictRequest.safeParse(json)
  if (!parsed.success) return invalidBody(parsed.error)
  const name = `models/${model}/operations/${randomBytes(6).toString('hex')}`
  world.operations.set(name, { name, request: parsed.data, outcome: world.nextVideo, polls: 0 })
  world.nextVideo = 'made'
  return { status: 200, charged: true, body: { name } }
}

async function readOperation(world: World, path: string): Promise<ProviderResponse> {
  const operation = world.operations.get(path.replace('/v1beta/', ''))
  if (!operation) return geminiError(404, 'NOT_FOUND', 'Operation not found.')
  const { name, outcome, request } = operation
  operation.polls += 1
  if (operation.polls <= world.pollsToFinish) return { status: 200, body: { name } }
  const done = { name, done: true }
  if (outcome === 'failed') {
    return { status: 200, body: { ...done, error: { code: 13, message: 'Video generation failed.' } } }
  }
  const type = 'type.googleapis.com/google.ai.generativelanguage.v1beta.PredictLongRunningResponse'
  const count = outcome === 'made' ? (request.parameters?.sampleCount ?? 1) : 0
  const samples = await Promise.all(Array.from({ length: count }, () => keepVideo(world)))
  const filtered = { raiMediaFilteredCount: 1, raiMediaFilteredReasons: ['The prompt names a real person.'] }
  const generateVideoResponse = count > 0 ? { generatedSamples: samples } : filtered
  return { status: 200, body: { ...done, response: { '@type': type, generateVideoResponse } } }
}

async function keepVideo(world: World): Promise<object> {
  const name = randomBytes(6).toString('hex')
  world.files.set(name, await madeVideo())
  return { video: { uri: `${world.baseUrl}/v1beta/files/${name}:download?alt=media` } }
}

function readFile(world: World, path: string, query: URLSearchParams): ProviderResponse {
  const name = /^\/v1beta\/files\/(\w+):download$/.exec(path)?.[1] ?? ''
  const bytes = world.files.get(name)
  if (!bytes || query.get('alt') !== 'media') {
    return geminiError(
      403,
      'PERMISSION_DENIED',
      'You do not have permission to access the File, or it may not exist.',
    )
  }
  return { status: 200, body: bytes, headers: { 'content-type': 'video/mp4' } }
}
