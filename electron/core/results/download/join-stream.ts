/**
 * Makes one file of a stream in segments: reads its playlist, fetches the segments in order under the same guards as any
 * file, and puts them one after the other; a transport stream becomes an MP4 then, without encoding anything again.
 */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, stat } from 'node:fs/promises'
import { DiskRefusal, onDisk } from '../../store/disk-errors.ts'
import { decodedBody, isEncoded } from './decode.ts'
import type { Slot } from './host-slots.ts'
import type { DownloadLimits } from './limits.ts'
import { problem, problemOfStatus, tooLarge, type DownloadProblem } from './problem.ts'
import { askedWaitMs, problemOfConnection, type FileAnswer, type FileDoor } from './file-client.ts'
import { openPart, type PartFile } from './part-file.ts'
import { readPlaylist, type Playlist, type Segment } from './playlist.ts'
import { remuxToMp4 } from './remux.ts'
import { sniff, SNIFF_BYTES, type FileType } from '../sniff.ts'

const MP4: FileType = { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' }
const TRANSPORT_STREAM: FileType = { kind: 'video', mimeType: 'video/mp2t', extension: 'ts' }
const TS_PACKET_BYTES = 188
const TS_SYNC = 0x47

export interface Streaming {
  /** Where the joined file is written. */
  readonly path: string
  readonly door: FileDoor
  readonly limits: DownloadLimits
  readonly slot: Slot
  readonly signal: AbortSignal
}

export interface JoinedFile {
  readonly kind: 'joined'
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly type: FileType
}

/** Joins what `playlist`, the text found at `url`, names. @throws DiskRefusal, and the reason of `signal`. */
export async function joinStream(
  playlist: string,
  url: string,
  streaming: Streaming,
): Promise<JoinedFile | DownloadProblem> {
  const plan = await planOf(readPlaylist(playlist, url, streaming.limits.mostSegments), streaming)
  if (plan.kind !== 'segments') return plan.kind === 'problem' ? plan : notJoined(plan)
  const part = await openPart(streaming.path, null)
  try {
    const joined = await join(plan, part, streaming)
    if (joined.kind === 'problem') await part.drop()
    return joined
  } catch (error) {
    await part.drop().catch(() => undefined)
    throw error
  }
}

type Segments = Extract<Playlist, { kind: 'segments' }>

async function planOf(plan: Playlist, streaming: Streaming): Promise<Playlist | DownloadProblem> {
  if (plan.kind !== 'versions') return plan
  const answer = await fetchBytes(
    { url: plan.url, range: null },
    streaming.limits.largestPlaylistBytes,
    streaming,
  )
  if (answer.kind === 'problem') return answer
  const text = answer.bytes.toString('utf8')
  return readPlaylist(text, answer.url, streaming.limits.mostSegments)
}

function notJoined(plan: Exclude<Playlist, Segments>): DownloadProblem {
  if (plan.kind === 'unfinished') {
    return problem('reread', 'service_unavailable', 'Only a stream was named, and it has not ended yet.')
  }
  const reason = plan.kind === 'refused' ? plan.reason : 'names versions of versions'
  return problem(
    'never',
    'unreadable_answer',
    `Only a stream was named, and it cannot be joined to a file: it ${reason}. Its address is in the raw answer.`,
  )
}

async function join(
  { init, segments }: Segments,
  part: PartFile,
  streaming: Streaming,
): Promise<JoinedFile | DownloadProblem> {
  const { limits, signal, slot } = streaming
  await part.begin(null)
  let type: FileType | null = null
  for (const segment of [...(init ? [init] : []), ...segments]) {
    const answer = await fetchBytes(segment, limits.largestSegmentBytes, streaming)
    if (answer.kind === 'problem') return answer
    type ??= typeOfSegment(answer.bytes)
    if (!type) return await notASegment(answer.bytes)
    await part.append(answer.bytes)
    if (part.sizeBytes > limits.largestBytes) return tooLarge(limits.largestBytes)
  }
  if (!type) return problem('never', 'unreadable_answer', 'The stream is empty.')
  const { sha256, sizeBytes } = await part.finish()
  slot.leave()
  const joined: JoinedFile = { kind: 'joined', path: part.path, sha256, sizeBytes, type }
  return type === MP4 ? joined : await asMp4(joined, signal)
}

async function notASegment(bytes: Uint8Array): Promise<DownloadProblem> {
  const { kind } = await sniff(bytes.subarray(0, SNIFF_BYTES))
  if (kind === 'web_page') {
    return problem(
      'reread',
      'unsafe_content',
      'A web page came instead of the stream; it has probably expired.',
    )
  }
  return notJoined({ kind: 'refused', reason: 'is neither an MPEG transport stream nor in pieces of MP4' })
}

/** The transport stream itself is kept where no MP4 can hold what is in it. */
async function asMp4(joined: JoinedFile, signal: AbortSignal): Promise<JoinedFile> {
  const path = `${joined.path}.mp4`
  try {
    if (!(await onDisk(remuxToMp4(joined.path, path, signal)))) {
      await rm(path, { force: true })
      return joined
    }
  } catch (error) {
    await rm(path, { force: true })
    signal.throwIfAborted()
    throw error
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 ** 2 }) as AsyncIterable<Buffer>) {
    hash.update(chunk)
  }
  await rm(joined.path, { force: true })
  const { size } = await stat(path)
  return { kind: 'joined', path, sha256: hash.digest('hex'), sizeBytes: size, type: MP4 }
}

/** ISO/IEC 13818-1, 2.4.3.2, and ISO/IEC 14496-12, 4.2. */
function typeOfSegment(bytes: Buffer): FileType | null {
  if (bytes[0] === TS_SYNC && (bytes.length <= TS_PACKET_BYTES || bytes[TS_PACKET_BYTES] === TS_SYNC)) {
    return TRANSPORT_STREAM
  }
  return /^(?:ftyp|styp|moof|sidx|emsg|prft)$/.test(bytes.toString('latin1', 4, 8)) ? MP4 : null
}

interface Bytes {
  readonly kind: 'bytes'
  readonly bytes: Buffer
  /** Where the last redirect led. */
  readonly url: string
}

/** One small file into memory, tried again where the connection fails. */
async function fetchBytes(
  segment: Segment,
  largestBytes: number,
  streaming: Streaming,
): Promise<Bytes | DownloadProblem> {
  for (let tries = 0; ; tries++) {
    const outcome = await fetchOnce(segment, largestBytes, streaming)
    if (outcome.kind === 'bytes' || outcome.next !== 'wait' || tries >= streaming.limits.mostResumes)
      return outcome
  }
}

async function fetchOnce(
  { url, range }: Segment,
  largestBytes: number,
  { door, limits, signal, slot }: Streaming,
): Promise<Bytes | DownloadProblem> {
  const last = range ? range.from + range.length - 1 : 0
  try {
    const answer = await door.ask(url, range ? { range: `bytes=${range.from}-${last}` } : {}, signal)
    if (answer.kind === 'problem') return answer
    slot.moved()
    const isAsAsked = range
      ? answer.status === 206 && !isEncoded(answer) && isRange(answer, range.from, last)
      : answer.status === 200
    const body = decodedBody(answer, limits)
    if (!isAsAsked || !body) {
      answer.body.leave()
      return problemOfStatus(answer.status, askedWaitMs(answer))
    }
    const begunAt = performance.now()
    const chunks: Uint8Array[] = []
    let sizeBytes = 0
    for await (const chunk of body.chunks) {
      slot.moved()
      chunks.push(chunk)
      sizeBytes += chunk.length
      const allowedMs = limits.graceMs + (sizeBytes / limits.slowestBytesPerSecond) * 1_000
      if (sizeBytes > largestBytes || body.isBomb(sizeBytes)) return tooLarge(largestBytes)
      if (performance.now() - begunAt > allowedMs) return problemOfConnection('it comes too slowly')
    }
    if (range && sizeBytes !== range.length) return problemOfConnection('a segment is cut')
    return { kind: 'bytes', bytes: Buffer.concat(chunks), url: answer.url.href }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DiskRefusal) throw error
    return problemOfConnection(error)
  }
}

function isRange(answer: FileAnswer, first: number, last: number): boolean {
  return (answer.header('content-range') ?? '').trim().startsWith(`bytes ${first}-${last}/`)
}
