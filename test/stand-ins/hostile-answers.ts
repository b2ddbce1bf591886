/** How a hostile server of files answers: well, and in every way that a fault of the plan names. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { noisePicture } from './hostile-content.ts'
import type { AssetFault, AssetPlan } from './hostile-plan.ts'

const PIECE_BYTES = 16 * 1024
const ENDLESS_PIECE = Buffer.alloc(64 * 1024, 1)
const BOMB = gzipSync(Buffer.concat([noisePicture(1, 1_000), Buffer.alloc(24 * 1024 * 1024)]))

/** What is offered under one address at one time. */
export interface Content {
  readonly bytes: Buffer
  readonly etag: string | null
}

export interface Asked {
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

/** The answer of a sound server to this request. */
export async function answerWell(asked: Asked): Promise<void> {
  await send(asked, soundBody(asked))
}

function soundBody({ request, plan, content: { bytes, etag } }: Asked): Body {
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

export async function answerBadly(fault: AssetFault, asked: Asked): Promise<void> {
  const { response, share, innerPort, content } = asked
  const body = soundBody(asked)
  const middle = Math.floor(body.bytes.length * share)
  const redirect = (location: string): void => void response.writeHead(302, { location }).end()
  const say = (status: number, type: string, text: string): void =>
    void response.writeHead(status, { 'content-type': type }).end(text)
  const ranged = (headers: Body['headers']): Promise<void> =>
    send(asked, { ...body, headers: { ...body.headers, ...headers } })
  switch (fault) {
    case 'cut':
      await send(asked, body, middle)
      response.destroy()
      return
    case 'reset':
      await send(asked, body, middle)
      asked.request.socket.resetAndDestroy()
      return
    case 'stalled':
      return send(asked, body, middle)
    case 'mute':
      return
    case 'slow':
      for (let sentBytes = 0; sentBytes < 3 && !response.destroyed; sentBytes++) {
        if (sentBytes === 0)
          response.writeHead(body.status, { ...body.headers, 'content-length': body.bytes.length })
        response.write(body.bytes.subarray(sentBytes, sentBytes + 1))
        asked.sent(1)
        await pause(5)
      }
      response.destroy()
      return
    case 'longer length':
      await send(asked, { ...body, headers: { ...body.headers, 'content-length': body.bytes.length + 500 } })
      response.destroy()
      return
    case 'shorter length': {
      const bytes = body.bytes.subarray(0, middle)
      return send(asked, { ...body, headers: { ...body.headers, 'content-length': middle }, bytes })
    }
    case 'more than its length':
      return send(asked, { ...body, headers: { ...body.headers, 'content-length': middle } })
    case 'wrong range':
      return ranged({ 'content-range': `bytes 7-${content.bytes.length - 1}/${content.bytes.length}` })
    case 'wrong total':
      return ranged({
        'content-range': `bytes ${middle}-${content.bytes.length}/${content.bytes.length + 1}`,
      })
    case 'range unnamed': {
      const { 'content-range': _, ...headers } = body.headers
      return send(asked, { ...body, headers })
    }
    case 'other tag':
      return ranged({ etag: '"another"' })
    case 'page':
      return say(200, 'text/html', '<!doctype html><title>Link expired</title>')
    case 'error in JSON':
      return say(200, 'application/json', '{"error":"expired"}')
    case 'error in XML':
      return say(200, 'image/png', '<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>')
    case 'empty':
      return say(200, 'image/png', '')
    case 'server error':
      return say(503, 'text/plain', 'out of order')
    case 'too many':
      return say(429, 'text/plain', 'slower')
    case 'packed':
    case 'packed and cut': {
      const bytes = gzipSync(content.bytes)
      const packed = {
        status: 200,
        headers: { 'content-type': 'image/png', 'content-encoding': 'gzip' },
        bytes,
      }
      await send(asked, packed, fault === 'packed' ? bytes.length : Math.floor(bytes.length * share))
      if (fault !== 'packed') response.destroy()
      return
    }
    case 'bomb':
      return send(asked, { status: 200, headers: { 'content-encoding': 'gzip' }, bytes: BOMB })
    case 'endless':
      return pour(response, content.bytes.subarray(0, 1_000))
    case 'endless page':
      return pour(response, Buffer.from('<html>'))
    case 'moved':
      return redirect(`${asked.request.url ?? ''}&moved`)
    case 'redirect loop':
      return redirect(`${asked.request.url?.replace('&loop', '') ?? ''}&loop`)
    case 'redirect to a file':
      return redirect('file:///etc/passwd')
    case 'redirect with a password':
      return redirect(`https://name:word@127.0.0.1:${innerPort}/`)
    case 'redirect to link-local':
      return redirect('http://169.254.169.254/latest/meta-data/')
    case 'redirect to a private address':
      return redirect('https://10.0.0.7/')
    case 'redirect to this computer':
      return redirect(`https://localhost:${innerPort}/`)
    case 'redirect to plain http':
      return redirect(`http://127.0.0.1:${innerPort}/`)
    case 'program':
      return say(200, 'image/png', 'MZ\u0090 This program cannot be run in DOS mode.')
    case 'script':
      return say(200, 'image/png', '#!/bin/sh\nrm -rf /')
    case 'changed':
    case 'expired':
      throw new Error(`${fault} is the server's own business.`)
  }
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
  for (let at = 0; at < upTo && !response.destroyed; at += PIECE_BYTES) {
    const piece = bytes.subarray(at, Math.min(upTo, at + PIECE_BYTES))
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      response.write(piece, () => {
        response.off('close', resolve)
        resolve()
      })
    })
    sent(piece.length)
  }
  if (upTo === bytes.length) response.end()
}

async function pour(response: ServerResponse, first: Buffer): Promise<void> {
  response.writeHead(200, { 'content-type': 'image/png' })
  response.write(first)
  while (!response.destroyed) {
    await new Promise<void>((resolve) => {
      response.once('close', resolve)
      response.write(ENDLESS_PIECE, () => {
        response.off('close', resolve)
        resolve()
      })
    })
  }
}
