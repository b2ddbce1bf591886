/**
 * Takes one answer into the part file: from its beginning, or from where the part ends when the server goes on there with
 * the same content.
 */
import { DiskRefusal } from '../../store/disk-errors.ts'
import { decodedBody, isEncoded } from './decode.ts'
import type { Slot } from './host-slots.ts'
import type { DownloadLimits } from './limits.ts'
import { diskProblem, problem, problemOfStatus, tooLarge, type DownloadProblem } from './problem.ts'
import { askedWaitMs, problemOfConnection, type FileAnswer, type FileDoor } from './file-client.ts'
import type { PartFile } from './part-file.ts'
import { sniff, SNIFF_BYTES } from '../sniff.ts'

export type Received =
  | {
      readonly kind: 'whole'
      readonly finalUrl: string
      readonly contentType: string | null
      /** Whether the end of the body was told by more than the end of the connection. */
      readonly isVouched: boolean
    }
  /** The connection ended or stalled before the body did. */
  | { readonly kind: 'cut'; readonly problem: DownloadProblem }
  /** What is there is not the content that the part began with: the part is empty again. */
  | { readonly kind: 'changed' }
  | DownloadProblem

export interface Receiving {
  readonly url: string
  readonly part: PartFile
  readonly door: FileDoor
  readonly limits: DownloadLimits
  readonly slot: Slot
  readonly signal: AbortSignal
}

/** @throws DiskRefusal, and the reason of `signal`. */
export async function receive(receiving: Receiving): Promise<Received> {
  const { url, part, door, signal, slot } = receiving
  const before = part.continues
  const from = before ? part.sizeBytes : 0
  const isResumed = before !== null && from > 0
  const range = isResumed ? { range: `bytes=${from}-`, 'if-range': before.etag } : {}
  const answer = await door.ask(url, range, signal).catch((error: unknown) => {
    signal.throwIfAborted()
    return { kind: 'cut', problem: problemOfConnection(error) } as const
  })
  if (answer.kind === 'problem') return answer
  if (answer.kind === 'cut') return answer.problem.next === 'wait' ? answer : answer.problem
  slot.moved()
  if (isResumed && (answer.status === 206 || answer.status === 416)) {
    const total = answer.status === 206 ? totalIfGoesOn(answer, from, before) : null
    if (total !== null) return readBody(receiving, answer, total)
    answer.body.leave()
    if (answer.status === 416 && answer.header('content-range')?.trim() === `bytes */${from}`) {
      return { kind: 'whole', finalUrl: answer.url.href, contentType: null, isVouched: true }
    }
    await part.begin(null)
    return { kind: 'changed' }
  }
  if (answer.status !== 200) {
    answer.body.leave()
    return problemOfStatus(answer.status, askedWaitMs(answer))
  }
  await part.begin({
    askedUrl: url,
    finalUrl: answer.url.href,
    etag: isEncoded(answer) ? null : strongTag(answer),
    totalBytes: lengthOf(answer),
  })
  return readBody(receiving, answer, lengthOf(answer))
}

/** `total` is how long the file will be; null where nobody said. */
async function readBody(receiving: Receiving, answer: FileAnswer, total: number | null): Promise<Received> {
  const { part, limits, slot, signal } = receiving
  const body = decodedBody(answer, limits)
  if (!body) {
    answer.body.leave()
    return problem('reread', 'unreadable_answer', 'The file is packed in a way that cannot be read.')
  }
  const refused = total === null ? null : await roomFor(part, total, limits)
  if (refused) {
    answer.body.leave()
    return refused
  }
  const begunAt = performance.now()
  const from = part.sizeBytes
  let largest = limits.largestBytes
  let isKnown = part.head.length >= SNIFF_BYTES
  try {
    for await (const chunk of body.chunks) {
      slot.moved()
      const full = part.append(chunk)
      if (full) await full
      if (!isKnown && part.head.length >= SNIFF_BYTES) {
        isKnown = true
        if ((await sniff(part.head)).kind !== 'known') largest = limits.largestRefusedBytes
      }
      if (part.sizeBytes > largest) return tooLarge(largest)
      if (body.isBomb(part.sizeBytes)) return bomb()
      const allowedMs = limits.graceMs + ((part.sizeBytes - from) / limits.slowestBytesPerSecond) * 1_000
      if (performance.now() - begunAt > allowedMs) return cut('it comes too slowly')
    }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DiskRefusal) throw error
    return { kind: 'cut', problem: problemOfConnection(error) }
  }
  if (total !== null && part.sizeBytes !== total) {
    return cut(`${part.sizeBytes} of ${total} bytes arrived`)
  }
  const isChunked = /chunked/i.test(answer.header('transfer-encoding') ?? '')
  return {
    kind: 'whole',
    finalUrl: answer.url.href,
    contentType: answer.header('content-type'),
    isVouched: total !== null || isChunked || isEncoded(answer),
  }
}

async function roomFor(
  part: PartFile,
  total: number,
  { largestBytes }: DownloadLimits,
): Promise<DownloadProblem | null> {
  if (total > largestBytes) return tooLarge(largestBytes)
  const neededBytes = total - part.sizeBytes
  if ((await part.lackingRoom(neededBytes)) === 0) return null
  const message = 'The disk is full. Make some room; Atelier goes on by itself.'
  return diskProblem({ code: 'disk_full', message }, neededBytes)
}

/** RFC 9110, 14.4 and 15.3.7: the length of the whole where this is the very content from exactly here to its end; else null. */
function totalIfGoesOn(
  answer: FileAnswer,
  from: number,
  before: { readonly etag: string; readonly totalBytes: number | null },
): number | null {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.header('content-range')?.trim() ?? '')
  if (!range || isEncoded(answer) || strongTag(answer) !== before.etag) return null
  const [first = 0, last = 0, total = 0] = range.slice(1).map(Number)
  const length = lengthOf(answer) ?? total - from
  const fits = first === from && last === total - 1 && length === total - from
  return fits && total === (before.totalBytes ?? total) ? total : null
}

/** The length of the content itself; unknown where it is packed. */
function lengthOf(answer: FileAnswer): number | null {
  const text = answer.header('content-length')
  return text !== null && /^\d+$/.test(text) && !isEncoded(answer) ? Number(text) : null
}

/** RFC 9110, 8.8.1: a weak tag does not promise the same bytes. */
function strongTag(answer: FileAnswer): string | null {
  const tag = answer.header('etag')?.trim() ?? ''
  return /^"[^"]*"$/.test(tag) ? tag : null
}

function cut(why: string): Received {
  return {
    kind: 'cut',
    problem: problem('wait', 'service_unavailable', `The file did not arrive whole: ${why}.`),
  }
}

function bomb(): DownloadProblem {
  return problem(
    'never',
    'unsafe_content',
    'The file was not kept: it is packed so that it grows without measure.',
  )
}
