/** OpenAI's videos: jobs that are created, polled and downloaded (schema VideoResource). */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { madeVideo } from '../made-media.ts'
import type { ProviderRequest, ProviderResponse } from '../provider-server.ts'
import { invalidBody, openaiError } from './errors.ts'

export const VIDEO_MODELS = ['sora-2', 'sora-2-pro']

export const imageReference = z.strictObject({
  image_url: z.url().optional(),
  file_id: z.string().optional(),
})

const videoRequest = z.strictObject({
  model: z.string().default('sora-2'),
  prompt: z.string().min(1).max(32_000),
  input_reference: z.union([z.instanceof(File), imageReference]).optional(),
  seconds: z.enum(['4', '8', '12']).default('4'),
  size: z.enum(['720x1280', '1280x720', '1024x1792', '1792x1024']).default('720x1280'),
})

type Status = 'queued' | 'in_progress' | 'completed' | 'failed'

interface VideoError {
  readonly code: string
  readonly message: string
}

interface Video {
  readonly id: string
  readonly request: z.infer<typeof videoRequest>
  readonly createdAt: number
  readonly error: VideoError | null
  status: Status
  polls: number
  file: Buffer | null
}

export interface FakeVideos {
  pollsToFinish: number
  failNext: VideoError | null
  respond(request: ProviderRequest): ProviderResponse | Promise<ProviderResponse>
}

export function createVideos(): FakeVideos {
  const all = new Map<string, Video>()
  const self: FakeVideos = {
    pollsToFinish: 2,
    failNext: null,
    respond: (request) => {
      const { method, path } = request
      const [, , , id, part] = path.split('/')
      if (id === undefined && method === 'POST') return create(all, self, request)
      const video = all.get(id ?? '')
      if (!video) return openaiError(404, `Video with id '${id}' not found.`, null)
      if (method === 'GET' && part === undefined) return read(video, self.pollsToFinish)
      if (method === 'GET' && part === 'content') return contentOf(video)
      return openaiError(404, `Invalid URL (${method} ${path})`, null)
    },
  }
  return self
}

function create(
  all: Map<string, Video>,
  world: FakeVideos,
  { json, form }: ProviderRequest,
): ProviderResponse {
  const body = form ? Object.fromEntries(form) : json
  const parsed = videoRequest.safeParse(body)
  if (!parsed.success) return invalidBody(parsed.error, body)
  const { model } = parsed.data
  if (!VIDEO_MODELS.includes(model))
    return openaiError(404, `The model '${model}' does not exist.`, 'model_not_found')
  const id = `video_${randomBytes(16).toString('hex')}`
  const error = world.failNext
  world.failNext = null
  const video: Video = {
    id,
    request: parsed.data,
    createdAt: seconds(),
    error,
    status: 'queued',
    polls: 0,
    file: null,
  }
  all.set(id, video)
  return { status: 200, charged: true, body: resource(video) }
}

async function read(video: Video, pollsToFinish: number): Promise<ProviderResponse> {
  video.polls += 1
  const isDone = video.polls > pollsToFinish
  if (isDone && !video.error) video.file ??= await madeVideo()
  video.status = !isDone ? 'in_progress' : video.error ? 'failed' : 'completed'
  return { status: 200, body: resource(video) }
}

function contentOf({ file }: Video): ProviderResponse {
  if (!file) return openaiError(404, 'Video is not ready yet, use GET /v1/videos/{video_id}.', null)
  return { status: 200, body: file, headers: { 'content-type': 'video/mp4' } }
}

function resource({ id, request, createdAt, error, polls, status }: Video): object {
  const { model, prompt, size, seconds: length } = request
  const isDone = status === 'completed' || status === 'failed'
  return {
    id,
    object: 'video',
    model,
    status,
    progress: isDone ? 100 : Math.min(99, polls * 30),
    created_at: createdAt,
    completed_at: isDone ? seconds() : null,
    expires_at: isDone ? seconds() + 3_600 : null,
    prompt,
    size,
    seconds: length,
    remixed_from_video_id: null,
    error: status === 'failed' ? error : null,
  }
}

function seconds(): number {
  return Math.floor(Date.now() / 1_000)
}
