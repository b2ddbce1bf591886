/**
 * A stand-in for fal on loopback: its queue, its storage and its platform API at one address, as strict as its documentation,
 * with a ledger of what costs money.
 *
 * Sources, read on 2026-11-22: https://fal.ai/docs/api-reference/inference-api with openapi/queue.json,
 * https://fal.ai/docs/documentation/model-apis/inference/queue, https://fal.ai/docs/inference-api/queue/cancel,
 * https://fal.ai/docs/api-reference/platform-apis/openapi/v1.json (models, pricing, requests/by-endpoint),
 * https://github.com/fal-ai/fal-js (libs/client/src: queue, storage, response).
 *
 * Files lie at another origin, as fal.media is one; it refuses a request that carries a key.
 */
import { randomUUID } from 'node:crypto'
import {
  type ProviderRequest,
  type ProviderResponse,
  type ProviderServer,
  startProviderServer,
} from '../provider-server.ts'
import { resultFile } from '../made-media.ts'
import { FAL_MODELS, onPlatform, type FalModel } from './models.ts'
import * as problems from './problems.ts'

export const FAL_KEY = '00000000-1111-2222-3333-444444444444:0123456789abcdef0123456789abcdef'

export interface QueuedRequest {
  readonly id: string
  readonly model: FalModel
  readonly input: object
  readonly sentAt: number
  polls: number
  state: 'IN_QUEUE' | 'IN_PROGRESS' | 'COMPLETED' | 'CANCELLED'
  /** The history keeps payloads for a while. */
  isForgotten: boolean
}

/** How the next request goes. */
interface Plan {
  /** Polls until it is completed; 2 by default: in progress, then the end. */
  readonly polls?: number
  /** In place of its result. */
  readonly result?: ProviderResponse
  /** What the status says beside COMPLETED. */
  readonly error?: string
}

export interface Fal {
  readonly baseUrl: string
  readonly server: ProviderServer
  readonly media: ProviderServer
  /** The newest first. */
  readonly requests: readonly QueuedRequest[]
  /** By their path at the origin of the files. */
  readonly files: ReadonlyMap<string, { readonly bytes: Uint8Array; readonly type: string }>
  /** Each is used once, in order. */
  plan(...plans: readonly Plan[]): void
  isLocked: boolean
  /** Requests made from now on stay in the queue. */
  isHeld: boolean
  close(): Promise<void>
}

interface World extends Fal {
  readonly now: () => number
  readonly requests: QueuedRequest[]
  readonly plans: Plan[]
  readonly planOf: Map<string, Plan>
  readonly files: Map<string, { readonly bytes: Uint8Array; readonly type: string }>
}

/** `now` is the service's own clock, in milliseconds. */
export async function startFal(now: () => number = Date.now): Promise<Fal> {
  const media = await startProviderServer((request) => onMedia(world, request))
  const server = await startProviderServer((request) => respond(world, request))
  const world: World = {
    now,
    baseUrl: server.baseUrl,
    server,
    media,
    requests: [],
    plans: [],
    planOf: new Map(),
    files: new Map(),
    plan: (...plans) => void world.plans.push(...plans),
    isLocked: false,
    isHeld: false,
    close: async () => void (await Promise.all([server.close(), media.close()])),
  }
  return world
}

function respond(world: World, request: ProviderRequest): ProviderResponse {
  const { method, path, headers } = request
  const [, key] = /^Key (.+)$/u.exec(headers['authorization'] ?? '') ?? []
  if (path.startsWith('/v1/')) return onPlatform(world.requests, request, key === FAL_KEY ? 'valid' : key)
  if (key === undefined) return problems.NO_KEY
  if (key !== FAL_KEY) return problems.WRONG_KEY
  if (method === 'POST' && path === '/storage/upload/initiate') return initiate(world, request)
  const [, app, id, action] =
    /^\/((?:[\w.-]+\/)+[\w.-]+)\/requests\/([\w-]+)(?:\/(status|cancel))?$/u.exec(path) ?? []
  if (app === undefined || id === undefined) return submit(world, request)
  const queued = world.requests.find((one) => one.id === id && appOf(one.model.id) === app)
  if (!queued) return problems.NOT_FOUND
  const place = `${method} ${action ?? ''}`
  if (place === 'GET status') return status(world, queued)
  if (place === 'PUT cancel') return cancel(queued)
  return place === 'GET ' ? result(world, queued) : problems.problem(405, 'Method Not Allowed')
}

/** Status, result and cancel know an endpoint under its owner and app alone. */
function appOf(endpoint: string): string {
  return endpoint.split('/').slice(0, 2).join('/')
}

function submit(world: World, { method, path, headers, json }: ProviderRequest): ProviderResponse {
  const model = FAL_MODELS.find(({ id }) => `/${id}` === path)
  if (!model) return problems.problem(404, `Application '${path.split('/')[2] ?? ''}' not found`)
  if (method !== 'POST') return problems.problem(405, 'Method Not Allowed')
  if (!headers['content-type']?.startsWith('application/json'))
    return problems.problem(415, 'Unsupported Media Type')
  if (typeof json !== 'object' || json === null || Array.isArray(json)) {
    return problems.problem(400, 'Invalid JSON', 'bad_request')
  }
  if (world.isLocked) return problems.LOCKED
  const id = randomUUID()
  const queued: QueuedRequest = {
    id,
    model,
    input: json,
    sentAt: world.now(),
    polls: 0,
    state: 'IN_QUEUE',
    isForgotten: false,
  }
  world.requests.unshift(queued)
  world.planOf.set(id, world.isHeld ? { polls: Infinity } : (world.plans.shift() ?? {}))
  return { status: 200, body: shown(world, queued), charged: true, headers: { 'x-fal-request-id': id } }
}

function shown({ baseUrl }: World, { id, model, state }: QueuedRequest): object {
  const url = `${baseUrl}/${appOf(model.id)}/requests/${id}`
  return {
    status: state,
    request_id: id,
    response_url: url,
    status_url: `${url}/status`,
    cancel_url: `${url}/cancel`,
    ...(state === 'IN_QUEUE' ? { queue_position: 3 } : { logs: null }),
    ...(state === 'COMPLETED' ? { metrics: { inference_time: 0.4 } } : {}),
  }
}

function status(world: World, queued: QueuedRequest): ProviderResponse {
  const { polls = 2, error } = world.planOf.get(queued.id) ?? {}
  if (queued.state === 'CANCELLED') return problems.NOT_FOUND
  queued.polls++
  if (polls !== Infinity && queued.state === 'IN_QUEUE') queued.state = 'IN_PROGRESS'
  if (queued.polls >= polls) queued.state = 'COMPLETED'
  const isDone = queued.state === 'COMPLETED'
  const failure = isDone && error !== undefined ? { error, error_type: 'runner_disconnected' } : {}
  return { status: isDone ? 200 : 202, body: { ...shown(world, queued), ...failure } }
}

function result({ planOf, media }: World, { id, model, input, state }: QueuedRequest): ProviderResponse {
  if (state === 'CANCELLED') return problems.NOT_FOUND
  if (state !== 'COMPLETED') return problems.IN_PROGRESS
  const planned = planOf.get(id)?.result
  if (planned) return planned
  const complaints = problems.complaintsAbout(model, input)
  if (complaints.length > 0) return problems.unprocessable(complaints)
  const output = model.output((name) => `${media.baseUrl}/files/b/${id}/${name}`, { ...input })
  return { status: 200, body: output, headers: { 'x-fal-request-id': id } }
}

function cancel(queued: QueuedRequest): ProviderResponse {
  if (queued.state === 'COMPLETED') return { status: 400, body: { status: 'ALREADY_COMPLETED' } }
  queued.state = 'CANCELLED'
  return { status: 202, body: { status: 'CANCELLATION_REQUESTED' } }
}

function initiate({ media }: World, { query, json }: ProviderRequest): ProviderResponse {
  const { content_type: type, file_name: name } = (json ?? {}) as Readonly<Record<string, unknown>>
  if (query.get('storage_type') !== 'fal-cdn-v3') return problems.problem(400, 'Invalid storage type')
  if (typeof type !== 'string' || typeof name !== 'string') {
    return problems.unprocessable([{ loc: ['body', 'file_name'], msg: 'Field required', type: 'missing' }])
  }
  const path = `/files/b/${randomUUID()}/${encodeURIComponent(name)}`
  return {
    status: 200,
    body: { upload_url: `${media.baseUrl}${path}?signature=abc`, file_url: `${media.baseUrl}${path}` },
  }
}

async function onMedia({ files }: World, request: ProviderRequest): Promise<ProviderResponse> {
  const { method, path, headers, bytes, query } = request
  if ('authorization' in headers) return { status: 400, body: 'Only one auth mechanism allowed' }
  if (method === 'PUT') {
    if (query.get('signature') !== 'abc') return { status: 403, body: 'Forbidden' }
    files.set(path, { bytes, type: headers['content-type'] ?? '' })
    return { status: 200, body: '' }
  }
  const file = files.get(path)
  return file ? { status: 200, body: file.bytes, headers: { 'content-type': file.type } } : resultFile(path)
}
