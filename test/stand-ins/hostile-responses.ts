/** What may go wrong with one file at a hostile server, drawn by chance from a seed; and how the server answers: well, and so. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { noiseImage } from './hostile-content.ts'

interface Draw {
  readonly fault: string
  readonly weight: number
  /** Whether it leaves what arrived so far worth continuing. */
  readonly continues?: boolean
  /** Whether a download that meets it ends, until somebody asks again. */
  readonly ends?: boolean
}

export const ASSET_FAULTS = [
  { fault: 'cut', weight: 20, continues: true },
  { fault: 'reset', weight: 12, continues: true },
  { fault: 'stalled', weight: 4, continues: true },
  { fault: 'mute', weight: 2, continues: true },
  { fault: 'slow', weight: 2, continues: true },
  { fault: 'longer length', weight: 4 },
  { fault: 'shorter length', weight: 4 },
  { fault: 'more than its length', weight: 4 },
  { fault: 'changed', weight: 5 },
  { fault: 'wrong range', weight: 4 },
  { fault: 'wrong total', weight: 3 },
  { fault: 'range unnamed', weight: 3 },
  { fault: 'other tag', weight: 3 },
  { fault: 'page', weight: 4 },
  { fault: 'error in JSON', weight: 2 },
  { fault: 'error in XML', weight: 2 },
  { fault: 'empty', weight: 2, ends: true },
  { fault: 'expired', weight: 8, continues: true },
  { fault: 'server error', weight: 4, continues: true },
  { fault: 'too many', weight: 3, continues: true },
  { fault: 'packed', weight: 3 },
  { fault: 'packed and cut', weight: 3 },
  { fault: 'bomb', weight: 1, ends: true },
  { fault: 'endless', weight: 1, ends: true },
  { fault: 'endless page', weight: 1, ends: true },
  { fault: 'moved', weight: 4, continues: true },
  { fault: 'redirect loop', weight: 2, continues: true },
  { fault: 'redirect to a file', weight: 1, ends: true },
  { fault: 'redirect with a password', weight: 1, ends: true },
  { fault: 'redirect to link-local', weight: 1, ends: true },
  { fault: 'redirect to a private address', weight: 1, ends: true },
  { fault: 'redirect to this computer', weight: 1, ends: true },
  { fault: 'redirect to plain http', weight: 1, ends: true },
  { fault: 'program', weight: 1, ends: true },
  { fault: 'script', weight: 1, ends: true },
] as const satisfies readonly Draw[]

/** One answer that is not what it should be. */
export type AssetFault = (typeof ASSET_FAULTS)[number]['fault']

export interface AssetPlan {
  readonly number: number
  readonly sizeBytes: number
  readonly tag: 'strong' | 'weak' | 'none'
  readonly honoursRange: boolean
  /** Whether the end of a body is told by its length, by its coding, or only by the end of the connection. */
  readonly length: 'told' | 'chunked' | 'untold'
  /** One for each request, in this order; then all is well. */
  readonly faults: readonly AssetFault[]
  /** After which share of the bytes Atelier is closed in the middle of it, and started again; null for never. */
  readonly restartAt: number | null
}

const MIN_BYTES = 2_000
const MAX_FAULTS = 4

export function drawPlan(number: number, random: () => number, largestBytes: number): AssetPlan {
  const pick = <T>(...from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const sizeBytes = Math.round(MIN_BYTES + random() ** 2 * (largestBytes - MIN_BYTES))
  return {
    number,
    sizeBytes,
    tag: pick('strong', 'strong', 'strong', 'weak', 'none'),
    honoursRange: random() < 0.8,
    length: pick('told', 'told', 'told', 'chunked', 'untold'),
    faults: Array.from({ length: Math.floor(random() * (MAX_FAULTS + 1)) }, () => drawFault(random)),
    restartAt: random() < 0.15 ? random() : null,
  }
}

/** Whether a download can be expected to fetch next to nothing twice. */
export function continues({ tag, honoursRange, faults }: AssetPlan): boolean {
  return (
    tag === 'strong' &&
    honoursRange &&
    faults.every((fault) => ASSET_FAULTS.some((draw) => draw.fault === fault && 'continues' in draw))
  )
}

function drawFault(random: () => number): AssetFault {
  const total = ASSET_FAULTS.reduce((sum, { weight }) => sum + weight, 0)
  let left = random() * total
  for (const { fault, weight } of ASSET_FAULTS) {
    left -= weight
    if (left < 0) return fault
  }
  return 'cut'
}

const CHUNK_BYTES = 16 * 1024
const ENDLESS_CHUNK = Buffer.alloc(64 * 1024, 1)
const BOMB = gzipSync(Buffer.concat([noiseImage(1, 1_000), Buffer.alloc(24 * 1024 * 1024)]))

/** What is offered under one address at one time. */
export interface Content {
  readonly bytes: Buffer
  readonly etag: string | null
}

interface Asked {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly plan: AssetPlan
  readonly content: Content
  /** A number in [0, 1) that says where things break. */
  readonly share: number
  /** Somewhere on this computer where no download may ever come. */
  readonly innerPort: number
  /** Counts bytes of bodies that left. */
  readonly sent: (bytes: number) => void
}

interface Body {
  readonly status: number
  readonly headers: Readonly<Record<string, string | number>>
  readonly bytes: Buffer
}

/** The response of a server without faults to this request. */
export async function respondWell(asked: Asked): Promise<void> {
  await send(asked, rightBody(asked))
}

function rightBody({ request, plan, content: { bytes, etag } }: Asked): Body {
  const tag = etag === null ? {} : { etag }
  const headers = { 'content-type': 'image/png', ...tag }
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0)
  const isSame = request.headers['if-range'] === etag && (etag ?? '').startsWith('"')
  if (from === 0 || !plan.honoursRange || !isSame) return { status: 200, headers, bytes }
  if (from >= bytes.length) {
    return { status: 416, headers: { 'content-range': `bytes */${bytes.length}` }, bytes: Buffer.alloc(0) }
  }
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
  return { status: 206, headers: { ...headers, 'content-range': range }, bytes: bytes.subarray(from) }
}

/** @throws Error for a fault that is the server's own business. */
export async function respondBadly(fault: AssetFault, asked: Asked): Promise<void> {
  const text = TEXTS[fault]
  if (text) return void asked.response.writeHead(text[0], { 'content-type': text[1] }).end(text[2])
  const location = locationOf(fault, asked)
  if (location !== null) return void asked.response.writeHead(302, { location }).end()
  const response = BODIES[fault]
  if (!response) throw new Error(`${fault} is the server's own business.`)
  const body = rightBody(asked)
  await response(asked, body, Math.floor(body.bytes.length * asked.share))
}

/** Another answer than the file: status, type and text. */
const TEXTS: Partial<Record<AssetFault, readonly [status: number, type: string, text: string]>> = {
  page: [200, 'text/html', '<!doctype html><title>Link expired</title>'],
  'error in JSON': [200, 'application/json', '{"error":"expired"}'],
  'error in XML': [200, 'image/png', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'],
  empty: [200, 'image/png', ''],
  'server error': [503, 'text/plain', 'out of order'],
  'too many': [429, 'text/plain', 'slower'],
  program: [200, 'image/png', 'MZ\u0090 This program cannot be run in DOS mode.'],
  script: [200, 'image/png', '#!/bin/sh\nrm -rf /'],
}

function locationOf(fault: AssetFault, { request: { url = '' }, innerPort }: Asked): string | null {
  const locations: Partial<Record<AssetFault, string>> = {
    moved: `${url}&moved`,
    'redirect loop': `${url.replace('&loop', '')}&loop`,
    'redirect to a file': 'file:///etc/passwd',
    'redirect with a password': `https://name:word@127.0.0.1:${innerPort}/`,
    'redirect to link-local': 'http://169.254.169.254/latest/meta-data/',
    'redirect to a private address': 'https://10.0.0.7/',
    'redirect to this computer': `https://localhost:${innerPort}/`,
    'redirect to plain http': `http://127.0.0.1:${innerPort}/`,
  }
  return locations[fault] ?? null
}

/** The file, but not as it should be. `middle` is where things break, in bytes. */
const BODIES: Partial<
  Record<AssetFault, (asked: Asked, body: Body, middle: number) => void | Promise<void>>
> = {
  cut: async (asked, body, middle) => {
    await send(asked, body, middle)
    asked.response.destroy()
  },
  reset: async (asked, body, middle) => {
    await send(asked, body, middle)
    asked.request.socket.resetAndDestroy()
  },
  stalled: send,
  mute: () => undefined,
  slow: sendSlowly,
  'longer length': async (asked, body) => {
    await sendWith(asked, body, { 'content-length': body.bytes.length + 500 })
    asked.response.destroy()
  },
  'shorter length': (asked, body, middle) =>
    sendWith(asked, { ...body, bytes: body.bytes.subarray(0, middle) }, { 'content-length': middle }),
  'more than its length': (asked, body, middle) => sendWith(asked, body, { 'content-length': middle }),
  'wrong range': (asked, body) => {
    const { length } = asked.content.bytes
    return sendWith(asked, body, { 'content-range': `bytes 7-${length - 1}/${length}` })
  },
  'wrong total': (asked, body, middle) => {
    const { length } = asked.content.bytes
    return sendWith(asked, body, { 'content-range': `bytes ${middle}-${length}/${length + 1}` })
  },
  'range unnamed': (asked, body) => {
    const { 'content-range': _, ...headers } = body.headers
    return send(asked, { ...body, headers })
  },
  'other tag': (asked, body) => sendWith(asked, body, { etag: '"another"' }),
  packed: (asked) => send(asked, packed(asked)),
  'packed and cut': async (asked) => {
    const body = packed(asked)
    await send(asked, body, Math.floor(body.bytes.length * asked.share))
    asked.response.destroy()
  },
  bomb: (asked) => send(asked, { status: 200, headers: { 'content-encoding': 'gzip' }, bytes: BOMB }),
  endless: ({ response, content }) => pour(response, content.bytes.subarray(0, 1_000)),
  'endless page': ({ response }) => pour(response, Buffer.from('<html>')),
}

function packed({ content }: Asked): Body {
  const headers = { 'content-type': 'image/png', 'content-encoding': 'gzip' }
  return { status: 200, headers, bytes: gzipSync(content.bytes) }
}

function sendWith(asked: Asked, body: Body, headers: Body['headers']): Promise<void> {
  return send(asked, { ...body, headers: { ...body.headers, ...headers } })
}

/** Three bytes, one after the other. */
async function sendSlowly({ response, sent }: Asked, { status, headers, bytes }: Body): Promise<void> {
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  for (let at = 0; at < 3 && !response.destroyed; at++) {
    response.write(bytes.subarray(at, at + 1))
    sent(1)
    await pause(5)
  }
  response.destroy()
}

/** Sends the head and the first `upTo` bytes of the body, and ends the answer when that is all of it. */
async function send(asked: Asked, { status, headers, bytes }: Body, upTo = bytes.length): Promise<void> {
  const { response, plan, sent } = asked
  const isTold = plan.length === 'told' || status !== 200
  const length = isTold && !('content-length' in headers) ? { 'content-length': bytes.length } : {}
  if (plan.length === 'untold' && !('content-length' in headers) && !isTold) {
    response.useChunkedEncodingByDefault = false
    response.shouldKeepAlive = false
  }
  response.writeHead(status, { ...headers, ...length })
  for (let at = 0; at < upTo && !response.destroyed; at += CHUNK_BYTES) {
    const chunk = bytes.subarray(at, Math.min(upTo, at + CHUNK_BYTES))
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      response.write(chunk, () => {
        response.off('close', resolve)
        resolve()
      })
    })
    sent(chunk.length)
  }
  if (upTo === bytes.length) response.end()
}

async function pour(response: ServerResponse, first: Buffer): Promise<void> {
  response.writeHead(200, { 'content-type': 'image/png' })
  response.write(first)
  while (!response.destroyed) {
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      response.write(ENDLESS_CHUNK, () => {
        response.off('close', resolve)
        resolve()
      })
    })
  }
}
