/**
 * Writes one response into the part file: from the beginning, or from the end of the part where the server continues there
 * with the same content.
 */
import { failure } from '#contract/errors.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import { DiskRefusal } from '#core/store/disk-errors.ts'
import { decodedBody, isEncoded } from './decode.ts'
import type { Permit } from './semaphore.ts'
import type { DownloadLimits } from './limits.ts'
import { diskProblem, problem, problemOfStatus, tooLarge, type DownloadProblem } from './problem.ts'
import { requestedWaitMs, problemOfConnection, type FileResponse, type FileClient } from './file-client.ts'
import type { PartFile } from './part-file.ts'
import { sniff, SNIFF_BYTES } from '../../media/sniff.ts'

type Received =
  | {
      readonly kind: 'complete'
      readonly finalUrl: string
      readonly contentType: string | null
      /** Whether more than the end of the connection marked the end of the body. */
      readonly isLengthConfirmed: boolean
    }
  /** The connection ended or stalled before the end of the body. */
  | { readonly kind: 'interrupted'; readonly problem: DownloadProblem }
  /** The server now has other content than the part began with: the part is empty again. */
  | { readonly kind: 'changed' }
  | DownloadProblem

interface Receiving {
  readonly url: string
  readonly part: PartFile
  readonly client: FileClient
  readonly limits: DownloadLimits
  readonly permit: Permit
  readonly signal: AbortSignal
}

/** @throws DiskRefusal, and the reason of `signal`. */
async function receive(receiving: Receiving): Promise<Received> {
  const { url, part, client, signal, permit } = receiving
  const before = part.continues
  const from = before ? part.sizeBytes : 0
  const isResumed = before !== null && from > 0
  const range = isResumed ? { range: `bytes=${from}-`, 'if-range': before.etag } : {}
  const response = await client.get(url, range, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    return { kind: 'interrupted', problem: problemOfConnection(error) } as const
  })
  if (response.kind === 'problem') return response
  if (response.kind === 'interrupted') return response.problem.next === 'wait' ? response : response.problem
  permit.reportProgress()
  if (isResumed && (response.status === 206 || response.status === 416)) {
    const total = response.status === 206 ? totalIfContinued(response, from, before) : null
    if (total !== null) return readBody(receiving, response, total)
    response.body.cancel()
    if (response.status === 416 && response.header('content-range')?.trim() === `bytes */${from}`) {
      return { kind: 'complete', finalUrl: response.url.href, contentType: null, isLengthConfirmed: true }
    }
    await part.begin(null)
    return { kind: 'changed' }
  }
  if (response.status !== 200) {
    response.body.cancel()
    return problemOfStatus(response.status, requestedWaitMs(response))
  }
  await part.begin({
    askedUrl: url,
    finalUrl: response.url.href,
    etag: isEncoded(response) ? null : strongTag(response),
    totalBytes: lengthOf(response),
  })
  return readBody(receiving, response, lengthOf(response))
}

/** `total` is the length of the file, null where it is not known. */
async function readBody(
  receiving: Receiving,
  response: FileResponse,
  total: number | null,
): Promise<Received> {
  const { part, limits, permit, signal } = receiving
  const body = decodedBody(response, limits)
  if (!body) {
    response.body.cancel()
    return problem('reread', 'unreadable_answer', 'results.compressed')
  }
  const refused = total === null ? null : await diskRefusal(part, total, limits)
  if (refused) {
    response.body.cancel()
    return refused
  }
  const begunAt = performance.now()
  const from = part.sizeBytes
  let largest = limits.largestBytes
  let isKnown = part.head.length >= SNIFF_BYTES
  try {
    for await (const chunk of body.chunks) {
      permit.reportProgress()
      const full = part.append(chunk)
      if (full) await full
      if (!isKnown && part.head.length >= SNIFF_BYTES) {
        isKnown = true
        const { kind } = await sniff(part.head)
        if (kind === 'web_page' || kind === 'playlist') largest = limits.largestRefusedBytes
      }
      if (part.sizeBytes > largest) return tooLarge(largest)
      if (body.isBomb(part.sizeBytes)) return decompressionBomb()
      const allowedMs = limits.graceMs + ((part.sizeBytes - from) / limits.slowestBytesPerSecond) * 1_000
      if (performance.now() - begunAt > allowedMs) return interrupted('results.tooSlow')
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DiskRefusal) throw error
    return { kind: 'interrupted', problem: problemOfConnection(error) }
  }
  if (total !== null && part.sizeBytes !== total) {
    return interrupted(message('results.incomplete', { received: part.sizeBytes, total }))
  }
  const isChunked = /chunked/i.test(response.header('transfer-encoding') ?? '')
  return {
    kind: 'complete',
    finalUrl: response.url.href,
    contentType: response.header('content-type'),
    isLengthConfirmed: total !== null || isChunked || isEncoded(response),
  }
}

async function diskRefusal(
  part: PartFile,
  total: number,
  { largestBytes }: DownloadLimits,
): Promise<DownloadProblem | null> {
  if (total > largestBytes) return tooLarge(largestBytes)
  const neededBytes = total - part.sizeBytes
  if ((await part.lackingBytes(neededBytes)) === 0) return null
  return diskProblem(failure('disk_full', 'store.diskFull'), neededBytes)
}

/** RFC 9110, 14.4 and 15.3.7: the total length where this is the same content from exactly here to its end; else null. */
function totalIfContinued(
  response: FileResponse,
  from: number,
  before: { readonly etag: string; readonly totalBytes: number | null },
): number | null {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.header('content-range')?.trim() ?? '')
  if (!range || isEncoded(response) || strongTag(response) !== before.etag) return null
  const [first = 0, last = 0, total = 0] = range.slice(1).map(Number)
  const length = lengthOf(response) ?? total - from
  const fits = first === from && last === total - 1 && length === total - from
  return fits && total === (before.totalBytes ?? total) ? total : null
}

/** The length of the content; unknown where it is compressed. */
function lengthOf(response: FileResponse): number | null {
  const text = response.header('content-length')
  return text !== null && /^\d+$/.test(text) && !isEncoded(response) ? Number(text) : null
}

/** RFC 9110, 8.8.1: a weak tag does not promise the same bytes. */
function strongTag(response: FileResponse): string | null {
  const tag = response.header('etag')?.trim() ?? ''
  return /^"[^"]*"$/.test(tag) ? tag : null
}

function interrupted(why: Message | PlainMessageId): Received {
  return { kind: 'interrupted', problem: problem('wait', 'service_unavailable', why) }
}

function decompressionBomb(): DownloadProblem {
  return problem('never', 'unsafe_content', 'results.expands')
}

export type Complete = Extract<Received, { kind: 'complete' }>

/**
 * Resumes after an interruption, at once and a few times, while each connection brings something.
 *
 * @throws DiskRefusal, and the reason of `signal`.
 */
export async function receiveAll(receiving: Receiving): Promise<Complete | DownloadProblem> {
  const { url, part, limits } = receiving
  for (let tries = 0; ; tries++) {
    const before = part.sizeBytes
    if (before > 0 && before === part.continues?.totalBytes) {
      return { kind: 'complete', finalUrl: url, contentType: null, isLengthConfirmed: true }
    }
    const received = await receive(receiving)
    if (received.kind === 'complete' || received.kind === 'problem') return received
    const isLast = tries >= limits.mostResumes
    if (received.kind === 'changed') {
      if (isLast) return problem('wait', 'service_unavailable', 'results.changing')
      continue
    }
    const hasProgress = part.continues !== null && part.sizeBytes > before
    if (isLast || !hasProgress) return received.problem
  }
}

/**
 * The length of the file, or null where it cannot be had. Where the server does not state it, counts the bytes up to a little
 * more than `enoughBytes`.
 */
export async function fetchLength(
  url: string,
  enoughBytes: number,
  client: FileClient,
  signal: AbortSignal,
): Promise<number | null> {
  try {
    const response = await client.get(url, {}, signal)
    if (response.kind === 'problem') return null
    const stated = response.status !== 200 || isEncoded(response) ? '' : response.header('content-length')
    let countedBytes = 0
    for await (const chunk of stated === null ? response.body : []) {
      countedBytes += chunk.length
      if (countedBytes > enoughBytes) break
    }
    response.body.cancel()
    return stated === null ? countedBytes : Number.parseInt(stated, 10)
  } catch {
    signal.throwIfAborted()
    return null
  }
}
