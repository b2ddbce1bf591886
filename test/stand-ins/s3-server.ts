/** A bucket on loopback that checks every signature, and misbehaves on request. Path style. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createHash } from 'node:crypto'
import aws4 from 'aws4'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { InputStorage } from '#contract/profiles.ts'
import { listen } from './loopback.ts'

interface S3Object {
  readonly bytes: Buffer
  readonly contentType: string
}

interface S3Entry {
  readonly method: string
  readonly path: string
  readonly byLink: boolean
  status: number
  code: string
}

/** What stands in for a right answer: a status with its code, a redirect, or silence. */
export type S3Response =
  | { readonly status: number; readonly code?: string; readonly location?: string }
  | 'hang'
  | 'drop'

export interface S3Server {
  readonly endpoint: string
  readonly storage: InputStorage
  keys: S3Keys
  region: string
  /** Objects by their path, with the bucket. */
  readonly objects: Map<string, S3Object>
  readonly ledger: S3Entry[]
  /** The next requests are answered like this, one after the other; then as always. */
  script(...responses: readonly S3Response[]): void
  /** From now on; null for the responses of a bucket without faults. */
  always: S3Response | null
}

/** A bucket that nobody asks. */
export const AWS = {
  endpoint: 'https://s3.eu-central-1.amazonaws.com',
  region: 'eu-central-1',
  bucket: 'my-inputs',
  linkSeconds: 3_600,
  pathStyle: false,
}

export const S3_KEYS: S3Keys = {
  accessKeyId: 'AKIASTANDIN0000000',
  secretAccessKey: 'secret/with+signs=and/length',
}

/** `now` is the bucket's own clock. Closed when the test ends. */
export async function openS3Server(now: () => number): Promise<S3Server> {
  const scripted: S3Response[] = []
  const server = createServer((request, response) => {
    response.on('error', () => undefined)
    answer(request, response).catch(() => response.destroy())
  })
  const { origin: endpoint, close } = await listen(server)
  onTestFinished(close)
  const self: S3Server = {
    endpoint,
    storage: {
      endpoint,
      region: 'eu-test-1',
      bucket: 'inputs',
      prefix: "kept/for_(Atelier)'s",
      linkSeconds: 600,
      pathStyle: true,
    },
    keys: S3_KEYS,
    region: 'eu-test-1',
    objects: new Map(),
    ledger: [],
    always: null,
    script: (...responses) => void scripted.push(...responses),
  }
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', endpoint)
    const path = decodeURIComponent(url.pathname)
    const byLink = url.searchParams.has('X-Amz-Signature')
    const entry: S3Entry = { method: request.method ?? '', path, byLink, status: 0, code: '' }
    self.ledger.push(entry)
    const planned = scripted.shift() ?? self.always
    if (planned === 'drop') return void request.socket.resetAndDestroy()
    const body = await buffer(request)
    if (planned === 'hang') return
    const refuse = (status: number, code: string, more = '', location?: string): void => {
      Object.assign(entry, { status, code })
      response.writeHead(status, { 'content-type': 'application/xml', ...(location ? { location } : {}) })
      response.end(
        request.method === 'HEAD' ? '' : `<?xml version="1.0"?><Error><Code>${code}</Code>${more}</Error>`,
      )
    }
    if (planned) return refuse(planned.status, planned.code ?? '', '', planned.location)
    const gate = { keys: self.keys, region: self.region, now: now() }
    if (!byLink && isOld(request, now())) return refuse(403, 'RequestTimeTooSkewed')
    const refused = refuseSigned(request, body, gate)
    if (refused) return refuse(refused.status, refused.code, refused.more)
    if (!path.startsWith(`/${self.storage.bucket}/`)) return refuse(404, 'NoSuchBucket')
    entry.status = serve(request, response, self.objects, path, body)
  }
  return self
}

function serve(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, S3Object>,
  path: string,
  body: Buffer,
): number {
  const end = (
    status: number,
    bytes: Buffer | string = '',
    headers: Record<string, string | number> = {},
  ): number => {
    response.writeHead(status, headers).end(request.method === 'HEAD' ? '' : bytes)
    return status
  }
  const found = objects.get(path)
  switch (request.method) {
    case 'PUT':
      objects.set(path, { bytes: body, contentType: request.headers['content-type'] ?? '' })
      return end(200)
    case 'DELETE':
      objects.delete(path)
      return end(204)
    case 'HEAD':
    case 'GET':
      if (!found) return end(404, '<Error><Code>NoSuchKey</Code></Error>')
      return end(200, found.bytes, {
        'content-type': found.contentType,
        'content-length': found.bytes.length,
      })
    default:
      return end(405)
  }
}

/**
 * How far a request's own time may be from the server's.
 *
 * Source: Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)" and "Error responses".
 */
const MAX_SKEW_MS = 15 * 60_000

export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

interface S3Refusal {
  readonly status: number
  readonly code: string
  /** What S3 adds to the words: the request as it saw it. */
  readonly more?: string
}

interface S3Gate {
  readonly keys: S3Keys
  readonly region: string
  readonly now: number
}

/** Null where the request may pass. */
function refuseSigned(request: IncomingMessage, body: Buffer, gate: S3Gate): S3Refusal | null {
  const url = new URL(request.url ?? '/', 'http://localhost')
  return url.searchParams.has('X-Amz-Signature')
    ? refuseLink(request, url, gate)
    : refuseHeaders(request, body, gate)
}

function refuseHeaders(request: IncomingMessage, body: Buffer, gate: S3Gate): S3Refusal | null {
  const given = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!given) return { status: 403, code: 'AccessDenied' }
  const [, credential = '', names = '', signature = ''] = given
  const headers = Object.fromEntries(names.split(';').map((name) => [name, String(request.headers[name])]))
  const wrong = refuseCredential(credential, headers['x-amz-date'] ?? '', gate)
  if (wrong) return wrong
  if (!names.split(';').includes('host')) return { status: 403, code: 'AccessDenied' }
  const { method = '', url: path = '' } = request
  const signed = aws4.sign({ service: 's3', region: gate.region, method, path, headers }, gate.keys)
  const expected = /Signature=([0-9a-f]{64})/.exec(signed.headers['Authorization'] ?? '')?.[1]
  if (expected !== signature) return mismatch(gate, signature)
  const hash = createHash('sha256').update(body).digest('hex')
  return headers['x-amz-content-sha256'] === hash ? null : { status: 400, code: 'XAmzContentSHA256Mismatch' }
}

function refuseLink(request: IncomingMessage, url: URL, gate: S3Gate): S3Refusal | null {
  const query = (name: string) => url.searchParams.get(name) ?? ''
  const wrong = refuseCredential(query('X-Amz-Credential'), query('X-Amz-Date'), gate)
  if (wrong) return wrong
  if (gate.now > timeOf(query('X-Amz-Date')) + Number(query('X-Amz-Expires')) * 1_000) {
    return { status: 403, code: 'AccessDenied', more: '<Message>Request has expired</Message>' }
  }
  const signature = query('X-Amz-Signature')
  const unsigned = new URL(url)
  unsigned.searchParams.delete('X-Amz-Signature')
  const signed = aws4.sign(
    {
      service: 's3',
      region: gate.region,
      method: request.method ?? '',
      path: `${unsigned.pathname}${unsigned.search}`,
      headers: { host: request.headers.host ?? '' },
      signQuery: true,
    },
    gate.keys,
  )
  const expected = new URL(signed.path, 'http://localhost').searchParams.get('X-Amz-Signature')
  return expected === signature ? null : mismatch(gate, signature)
}

function refuseCredential(credential: string, date: string, gate: S3Gate): S3Refusal | null {
  const [accessKeyId, day, region, service] = credential.split('/')
  if (accessKeyId !== gate.keys.accessKeyId) return { status: 403, code: 'InvalidAccessKeyId' }
  if (region !== gate.region) return { status: 400, code: 'AuthorizationHeaderMalformed' }
  if (service !== 's3' || day !== date.slice(0, 8))
    return { status: 400, code: 'AuthorizationHeaderMalformed' }
  if (timeOf(date) > gate.now + MAX_SKEW_MS) return { status: 403, code: 'RequestTimeTooSkewed' }
  return null
}

/** Header-signed requests must also not be old; links have their own lifetime. */
function isOld(request: IncomingMessage, now: number): boolean {
  const date = request.headers['x-amz-date']
  return typeof date === 'string' && timeOf(date) < now - MAX_SKEW_MS
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function mismatch(gate: S3Gate, signature: string): S3Refusal {
  const more = `<AWSAccessKeyId>${gate.keys.accessKeyId}</AWSAccessKeyId><SignatureProvided>${signature}</SignatureProvided>`
  return { status: 403, code: 'SignatureDoesNotMatch', more }
}
