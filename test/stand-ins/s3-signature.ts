/**
 * Whether a request to a bucket is signed as Amazon S3 wants it, worked out by another library than the one that signed it.
 *
 * Source: Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)" and "Error responses".
 */
import aws4 from 'aws4'
import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

/** How far a request's own time may be from the server's. */
const MOST_SKEW_MS = 15 * 60_000

export interface S3Keys {
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

export interface S3Refusal {
  readonly status: number
  readonly code: string
  /** What S3 adds to the words: the request as it saw it. */
  readonly more?: string
}

export interface S3Gate {
  readonly keys: S3Keys
  readonly region: string
  readonly now: number
}

/** Null where the request may pass. */
export function refuseSigned(request: IncomingMessage, body: Buffer, gate: S3Gate): S3Refusal | null {
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
  if (timeOf(date) > gate.now + MOST_SKEW_MS) return { status: 403, code: 'RequestTimeTooSkewed' }
  return null
}

/** Header-signed requests must also not be old; links have their own lifetime. */
export function isOld(request: IncomingMessage, now: number): boolean {
  const date = request.headers['x-amz-date']
  return typeof date === 'string' && timeOf(date) < now - MOST_SKEW_MS
}

function timeOf(date: string): number {
  return Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'))
}

function mismatch(gate: S3Gate, signature: string): S3Refusal {
  const more = `<AWSAccessKeyId>${gate.keys.accessKeyId}</AWSAccessKeyId><SignatureProvided>${signature}</SignatureProvided>`
  return { status: 403, code: 'SignatureDoesNotMatch', more }
}
