/**
 * One request to an S3-compatible bucket: signed (AWS Signature Version 4), sent to the bucket's host alone, without
 * redirects, within a time, and told as data.
 *
 * Source: Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)". Which objects there are is uploads.ts's
 * business.
 */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { Dispatcher } from 'undici'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import type { InputStorage } from '#contract/profiles.ts'
import type { Clock } from '#core/ports/clock.ts'
import { straight, type FindProxy } from '#core/ports/shell.ts'
import { findRoute } from '#core/network/find-route.ts'
import { asksSignIn } from '#core/network/proxy-refusal.ts'
import { guardedLookup } from '#core/network/safe-address.ts'
import { type ErrorCode, type Failure, failure } from '#contract/errors.ts'
import { causesOf } from '#core/service/transport/sending-watch.ts'
import { objectUrl, refusedStorage } from '../../profiles/object-address.ts'

const CONNECT_MS = 15_000
const RESPONSE_MS = 30_000
/** A slow line gets a second for every 50 kB, as a generate request does. */
const BYTES_PER_MS = 50
const MAX_TEXT_BYTES = 16 * 1024
const EMPTY_SHA256 = createHash('sha256').digest('hex')

export interface StorageAccess {
  readonly storage: InputStorage
  readonly accessKeyId: string
  readonly secretAccessKey: string
  /** Whether the bucket may be on this computer or a private network: only where the profile's own service is. */
  readonly allowLocal: boolean
  /** Without it, straight to the bucket. */
  readonly findProxy?: FindProxy
}

interface BucketBody {
  readonly open: () => Readable
  readonly sizeBytes: number
  readonly sha256: string
  readonly mimeType: string
}

interface BucketOrder {
  readonly method: 'PUT' | 'HEAD' | 'GET' | 'DELETE'
  readonly key: string
  readonly body?: BucketBody
  /** Goes through a link, as the service does, instead of with signed headers. */
  readonly byLink?: boolean
}

export type BucketResponse =
  | { readonly kind: 'done'; readonly sizeBytes: number; readonly text: string }
  | { readonly kind: 'missing' }
  | StorageProblem

export interface BucketLimits {
  /** How long a response may take, beside the time for the body. */
  readonly responseMs: number
}

/** Never throws: what `signal` ends is a temporary problem. */
export async function askBucket(
  access: StorageAccess,
  order: BucketOrder,
  clock: Clock,
  signal: AbortSignal,
  limits: BucketLimits = { responseMs: RESPONSE_MS },
): Promise<BucketResponse> {
  const { storage, allowLocal } = access
  const url = objectUrl(storage, order.key)
  const refused = refusedStorage(url, allowLocal)
  if (refused !== null) return problem(false, 'invalid_input', refused)
  const timeoutMs = limits.responseMs + Math.ceil((order.body?.sizeBytes ?? 0) / BYTES_PER_MS)
  const body = order.body?.open()
  let agent: Dispatcher | null = null
  try {
    agent = await openAgent(access, url)
    const signed = await sign(access, order, clock)
    const { request } = await import('undici')
    const response = await request(signed.url, {
      dispatcher: agent,
      method: order.method,
      headers: signed.headers,
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      ...(body === undefined ? {} : { body }),
    })
    const text = order.method === 'HEAD' ? '' : await readText(response.body)
    const sizeBytes = Number(response.headers['content-length'] ?? Number.NaN)
    if (response.statusCode >= 200 && response.statusCode < 300) return { kind: 'done', sizeBytes, text }
    if (response.statusCode === 404 && order.method === 'HEAD') return { kind: 'missing' }
    return refusedBy(storage, response.statusCode, text)
  } catch (error) {
    return unreachable(error)
  } finally {
    body?.destroy()
    await agent?.destroy()
  }
}

/** @throws where the bucket's name leads where it must not, and where the way to it cannot be told. */
async function openAgent({ allowLocal, findProxy = straight }: StorageAccess, url: URL): Promise<Dispatcher> {
  const lookup = guardedLookup(allowLocal, url.protocol === 'http:')
  const { Agent, ProxyAgent } = await import('undici')
  const proxy = await findRoute(url, findProxy, lookup)
  if (proxy === null) return new Agent({ allowH2: false, connect: { lookup, timeout: CONNECT_MS } })
  return new ProxyAgent({ uri: proxy, proxyTunnel: true, allowH2: false, connectTimeout: CONNECT_MS })
}

/** An address under which anybody may fetch the object for as long as the storage's links work. */
export async function linkTo(access: StorageAccess, key: string, clock: Clock): Promise<string> {
  const url = objectUrl(access.storage, key)
  url.searchParams.set('X-Amz-Expires', String(access.storage.linkSeconds))
  const signed = await new AwsV4Signer({
    ...credentials(access, clock),
    url: url.href,
    method: 'GET',
    signQuery: true,
  }).sign()
  return signed.url.href
}

async function sign(
  access: StorageAccess,
  { method, key, body, byLink }: BucketOrder,
  clock: Clock,
): Promise<{ readonly url: string; readonly headers: Readonly<Record<string, string>> }> {
  if (byLink) return { url: await linkTo(access, key, clock), headers: {} }
  const signer = new AwsV4Signer({
    ...credentials(access, clock),
    url: objectUrl(access.storage, key).href,
    method,
    headers: { 'x-amz-content-sha256': body?.sha256 ?? EMPTY_SHA256 },
  })
  const { url, headers } = await signer.sign()
  return {
    url: url.href,
    headers: {
      ...Object.fromEntries(headers),
      ...(body ? { 'content-type': body.mimeType, 'content-length': String(body.sizeBytes) } : {}),
    },
  }
}

function credentials({ storage, accessKeyId, secretAccessKey }: StorageAccess, clock: Clock) {
  const datetime = new Date(clock.now()).toISOString().replace(/[:-]|\.\d{3}/g, '')
  return { accessKeyId, secretAccessKey, service: 's3', region: storage.region, datetime }
}

/** What the storage says, as far as it is short. */
async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    sizeBytes += chunk.length
    if (sizeBytes > MAX_TEXT_BYTES) break
  }
  return Buffer.concat(chunks).toString('utf8')
}

/**
 * `temporary`: the same may succeed later.
 *
 * Words of the storage itself are never passed on: it repeats the request it refused, signature and all. The codes are those
 * of the Amazon S3 API Reference, "Error responses".
 */
interface StorageProblem {
  readonly kind: 'problem'
  readonly temporary: boolean
  readonly failure: Failure
}

const TEMPORARY_CODES = new Set([
  'SlowDown',
  'RequestTimeout',
  'OperationAborted',
  'InternalError',
  'ServiceUnavailable',
])
const TEMPORARY_STATUSES = new Set([408, 409, 425, 429])

const KNOWN: Readonly<Record<string, PlainMessageId>> = {
  InvalidAccessKeyId: 'inputs.storage.unknownKey',
  SignatureDoesNotMatch: 'inputs.storage.secretRefused',
  RequestTimeTooSkewed: 'inputs.storage.clock',
  AccessDenied: 'inputs.storage.accessDenied',
  ExpiredToken: 'inputs.storage.keysExpired',
  EntityTooLarge: 'inputs.storage.fileTooLarge',
  QuotaExceeded: 'inputs.storage.full',
}
const REGION_CODES = new Set([
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
  'PermanentRedirect',
  'TemporaryRedirect',
])

function refusedBy({ bucket, region }: InputStorage, status: number, text: string): StorageProblem {
  const code = /<Code>([A-Za-z]{1,64})<\/Code>/.exec(text)?.[1] ?? ''
  if (status >= 500 || TEMPORARY_STATUSES.has(status) || TEMPORARY_CODES.has(code)) {
    return problem(true, 'not_sent', message('inputs.storage.busy', { code: status }))
  }
  const known = Object.hasOwn(KNOWN, code) ? KNOWN[code] : undefined
  if (known !== undefined) return problem(false, status === 403 ? 'forbidden' : 'invalid_input', known)
  if (REGION_CODES.has(code) || (status >= 300 && status < 400)) {
    return problem(false, 'invalid_input', message('inputs.storage.elsewhere', { region }))
  }
  if (status === 404) {
    return problem(false, 'not_found', message('inputs.storage.noBucket', { bucket }))
  }
  if (status === 403 || status === 401) return problem(false, 'forbidden', 'inputs.storage.accessDenied')
  return problem(false, 'invalid_input', message('inputs.storage.refused', { code: status }))
}

/** No response came. */
function unreachable(error: unknown): StorageProblem {
  const causes = causesOf(error)
  if (causes.some(({ code }) => code === 'EPRIVATE')) {
    return problem(false, 'invalid_input', 'inputs.storage.privateNetwork')
  }
  if (error instanceof Error && error.name === 'TimeoutError') {
    return problem(true, 'not_sent', 'inputs.storage.slow')
  }
  if (asksSignIn(error)) return problem(true, 'not_sent', 'shared.proxySignIn')
  const reason = causes.at(-1)?.code ?? ''
  const why =
    reason === ''
      ? message('inputs.storage.notReachable')
      : message('inputs.storage.notReachableCode', { reason })
  return problem(true, 'not_sent', why)
}

function problem(temporary: boolean, code: ErrorCode, why: Message | PlainMessageId): StorageProblem {
  return { kind: 'problem', temporary, failure: failure(code, why) }
}
