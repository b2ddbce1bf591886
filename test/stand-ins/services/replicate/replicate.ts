/**
 * A stand-in for Replicate: its HTTP API on loopback, as strict as its documentation, with a ledger of what costs money.
 *
 * Sources, read on 2026-11-22: https://replicate.com/docs/reference/http.md, the OpenAPI document of 2026-04 in
 * https://github.com/tryAGI/Replicate/blob/main/src/libs/Replicate/openapi.json,
 * https://replicate.com/changelog/2025-08-05-run-all-models-with-the-same-api-endpoint,
 * https://replicate.com/docs/topics/predictions/data-retention, https://github.com/replicate/replicate-javascript.
 *
 * Result files are served by another origin, as replicate.delivery is one; it refuses a request that carries a key.
 */
import { randomUUID } from 'node:crypto'
import {
  type ProviderRequest,
  type ProviderResponse,
  type ProviderServer,
  startProviderServer,
} from '../provider-server.ts'
import { resultFile } from '../made-media.ts'
import {
  modelNamed,
  modelOfVersion,
  modelResponse,
  ok,
  onCollections,
  onSearch,
  page,
  REPLICATE_MODELS,
  type ReplicateModel,
} from './models.ts'
import * as problems from './problems.ts'

export const REPLICATE_KEY = 'r8_StandIn000000000000000000000000000000'
const PAGE = 100

interface Prediction {
  readonly id: string
  readonly model: ReplicateModel
  readonly version: string
  readonly input: object
  createdAt: number
  polls: number
  status: 'starting' | 'processing' | 'succeeded' | 'failed' | 'canceled' | 'aborted'
  output: unknown
  error: string | null
  isDataRemoved: boolean
}

/** How the next prediction goes. */
interface Plan {
  /** Polls until it ends; 2 by default: `processing`, then the end. */
  readonly polls?: number
  readonly error?: string
  /** In place of one file of the model's kind; with an error, what was made before. */
  readonly output?: (deliveryUrl: string) => unknown
}

export interface Replicate {
  readonly baseUrl: string
  readonly server: ProviderServer
  readonly delivery: ProviderServer
  /** The newest first. */
  readonly predictions: readonly Prediction[]
  readonly files: ReadonlyMap<string, Blob>
  /** Each is used once, in order. */
  plan(...plans: readonly Plan[]): void
  /** What happens after an hour: predictions stay, their data go. */
  removeData(): void
  isOutOfCredit: boolean
  /** Predictions made from now on do not end. */
  isHeld: boolean
  close(): Promise<void>
}

interface World extends Replicate {
  readonly now: () => number
  readonly predictions: Prediction[]
  readonly plans: Plan[]
  readonly planOf: Map<string, Plan>
  readonly files: Map<string, Blob>
}

/** `now` is the service's own clock, in milliseconds. */
export async function startReplicate(now: () => number = Date.now): Promise<Replicate> {
  const delivery = await startProviderServer((request) =>
    'authorization' in request.headers
      ? { status: 400, body: 'Only one auth mechanism allowed' }
      : resultFile(request.path),
  )
  const server = await startProviderServer((request) => refusedKey(request) ?? respond(world, request))
  const world: World = {
    now,
    baseUrl: server.baseUrl,
    server,
    delivery,
    predictions: [],
    plans: [],
    planOf: new Map(),
    files: new Map(),
    plan: (...plans) => void world.plans.push(...plans),
    removeData: () => world.predictions.forEach((prediction) => void (prediction.isDataRemoved = true)),
    isOutOfCredit: false,
    isHeld: false,
    close: async () => void (await Promise.all([server.close(), delivery.close()])),
  }
  return world
}

function refusedKey({ headers }: ProviderRequest): ProviderResponse | null {
  const [, key] = /^(?:Bearer|Token) (.+)$/u.exec(headers['authorization'] ?? '') ?? []
  if (key === undefined) return problems.NO_KEY
  return key === REPLICATE_KEY ? null : problems.WRONG_KEY
}

function respond(world: World, request: ProviderRequest): ProviderResponse {
  const { method, path, query } = request
  if (!path.startsWith('/v1/')) return problems.NOT_FOUND
  const [area, second = '', third = '', fourth = ''] = path.split('/').slice(2)
  const place = `${method} ${area}`
  if (place === 'GET account') return ok({ type: 'user', username: 'alice', name: 'Alice' })
  if (area === 'predictions') return onPredictions(world, request, second, third)
  if (place === 'POST files') return takeFile(world, request)
  if (place === 'GET collections') return onCollections(second)
  if (place === 'GET search') return onSearch(query)
  if (area !== 'models') return problems.NOT_FOUND
  if (second === '')
    return method === 'GET' ? ok(page(REPLICATE_MODELS.map(modelResponse))) : problems.WRONG_METHOD
  const model = modelNamed(`${second}/${third}`)
  if (!model) return problems.NOT_FOUND
  if (method === 'POST' && fourth === 'predictions') return create(world, request, model)
  if (method !== 'GET') return problems.WRONG_METHOD
  return fourth === '' ? ok(modelResponse(model)) : problems.NOT_FOUND
}

function onPredictions(world: World, request: ProviderRequest, id: string, action: string): ProviderResponse {
  const { method } = request
  if (id === '') return method === 'POST' ? create(world, request) : list(world, request)
  const prediction = world.predictions.find((one) => one.id === id)
  if (!prediction) return problems.NOT_FOUND
  if (method === 'POST' && action === 'cancel') {
    if (isOpen(prediction)) prediction.status = prediction.status === 'starting' ? 'aborted' : 'canceled'
    return ok(shown(world, prediction))
  }
  if (method !== 'GET' || action !== '') return problems.WRONG_METHOD
  advance(world, prediction)
  return ok(shown(world, prediction))
}

function create(world: World, request: ProviderRequest, official?: ReplicateModel): ProviderResponse {
  const { headers, json } = request
  if (!headers['content-type']?.startsWith('application/json')) {
    return problems.problem(415, 'Unsupported Media Type', 'Send application/json')
  }
  const complaints = problems.complaintsAboutBody(json, official === undefined)
  if (complaints.length > 0) return problems.invalid(complaints)
  const { input, version = '' } = json as { input: object; version?: string }
  const model = official ?? modelOfVersion(version)
  if (!model || official?.isOfficial === false) return problems.WRONG_VERSION
  const wrong = problems.complaintsAboutInput(model, input)
  if (wrong.length > 0) return problems.invalid(wrong)
  if (world.isOutOfCredit) return problems.NO_CREDIT
  const prediction: Prediction = {
    id: randomUUID().replaceAll('-', '').slice(0, 26),
    model,
    version: model.isOfficial ? 'hidden' : model.version,
    input,
    createdAt: world.now(),
    polls: 0,
    status: 'starting',
    output: null,
    error: null,
    isDataRemoved: false,
  }
  world.predictions.unshift(prediction)
  world.planOf.set(prediction.id, world.isHeld ? { polls: Infinity } : (world.plans.shift() ?? {}))
  return { status: 201, body: shown(world, prediction), charged: true }
}

function advance(world: World, prediction: Prediction): void {
  if (!isOpen(prediction)) return
  const { polls = 2, error, output } = world.planOf.get(prediction.id) ?? {}
  prediction.polls++
  prediction.status = 'processing'
  if (prediction.polls < polls) return
  prediction.status = error === undefined ? 'succeeded' : 'failed'
  prediction.error = error ?? null
  const makes = error === undefined ? (output ?? outputOf(prediction)) : output
  if (makes) prediction.output = makes(world.delivery.baseUrl)
}

function outputOf({ id, model, input }: Prediction): (deliveryUrl: string) => unknown {
  return (deliveryUrl) => {
    if (model.makes === 'text') return ['hello', ' there']
    const count = 'num_outputs' in input ? Number(input.num_outputs) : 1
    const urls = Array.from(
      { length: count },
      (_, at) => `${deliveryUrl}/xezq/${id}/out-${at}.${model.makes}`,
    )
    return model.output['type'] === 'array' ? urls : urls[0]
  }
}

function list(world: World, { method, query }: ProviderRequest): ProviderResponse {
  if (method !== 'GET') return problems.WRONG_METHOD
  const after = Date.parse(query.get('created_after') ?? '1970-01-01T00:00:00Z')
  const before = Date.parse(query.get('created_before') ?? '2999-01-01T00:00:00Z')
  if (Number.isNaN(after) || Number.isNaN(before))
    return problems.problem(400, 'Bad Request', 'Invalid date-time')
  const start = Number(query.get('cursor') ?? 0)
  const all = world.predictions.filter(({ createdAt }) => createdAt >= after && createdAt < before)
  const results = all.slice(start, start + PAGE).map((prediction) => shown(world, prediction))
  const next = start + PAGE < all.length ? `${world.baseUrl}/v1/predictions?cursor=${start + PAGE}` : null
  return ok({ ...page(results), next })
}

function shown({ baseUrl }: World, prediction: Prediction): object {
  const { id, model, version, input, status, error, output, isDataRemoved, createdAt, polls } = prediction
  const url = `${baseUrl}/v1/predictions/${id}`
  return {
    id,
    model: `${model.owner}/${model.name}`,
    version,
    input: isDataRemoved ? {} : input,
    output: isDataRemoved ? null : output,
    logs:
      isDataRemoved || polls === 0
        ? ''
        : `Using seed: 7\n  0%|          | 0/4 [00:00<?, ?it/s]\n 50%|█████     | 2/4 [00:00<00:00, 9.9it/s]\n`,
    data_removed: isDataRemoved,
    error,
    source: 'api',
    status,
    created_at: new Date(createdAt).toISOString(),
    urls: { get: url, cancel: `${url}/cancel`, web: `https://replicate.com/p/${id}` },
  }
}

function takeFile({ files, baseUrl, now }: World, { form }: ProviderRequest): ProviderResponse {
  const content = form?.get('content')
  if (!(content instanceof Blob)) return problems.problem(400, 'Bad Request', 'Missing content')
  if (content.size > 100_000_000) {
    return problems.problem(413, 'Content Too Large', 'Files must be less than 100MB in size')
  }
  const id = randomUUID()
  files.set(id, content)
  const body = {
    id,
    content_type: content.type,
    size: content.size,
    checksums: { sha256: '0'.repeat(64) },
    metadata: {},
    created_at: new Date(now()).toISOString(),
    expires_at: new Date(now() + 86_400_000).toISOString(),
    urls: { get: `${baseUrl}/v1/files/${id}` },
  }
  return { status: 201, body }
}

function isOpen({ status }: Prediction): boolean {
  return status === 'starting' || status === 'processing'
}
