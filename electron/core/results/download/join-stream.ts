/**
 * Joins a segmented stream into one file: reads its playlist, downloads the segments in order under the same limits as any
 * file, and appends them. A transport stream is then remuxed to MP4 without encoding.
 */
import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import { diskFailure, DiskRefusal, onDisk } from '../../store/disk-errors.ts'
import { decodedBody, isEncoded } from './decode.ts'
import type { Permit } from './semaphore.ts'
import type { DownloadLimits } from './limits.ts'
import { problem, problemOfStatus, tooLarge, type DownloadProblem } from './problem.ts'
import { requestedWaitMs, problemOfConnection, type FileResponse, type FileClient } from './file-client.ts'
import { openPart, type PartFile } from './part-file.ts'
import { readPlaylist, type Playlist, type Segment } from './playlist.ts'
import type { Reader } from '../../reading/reader.ts'
import { SLOWEST_COPY_BYTES_PER_MS } from '../../reading/reader-limits.ts'
import { sniff, SNIFF_BYTES, type FileType } from '../../media/sniff.ts'

const MP4: FileType = { kind: 'video', mimeType: 'video/mp4', extension: 'mp4' }
const TRANSPORT_STREAM: FileType = { kind: 'video', mimeType: 'video/mp2t', extension: 'ts' }
const TS_PACKET_BYTES = 188
/** How the name of the file ends that holds a segment until it is whole. */
const SEGMENT = '.segment'
const TS_SYNC = 0x47
const READ_BYTES = 1024 ** 2

export interface Streaming {
  /** Where the joined file is written. */
  readonly path: string
  readonly client: FileClient
  readonly limits: DownloadLimits
  readonly permit: Permit
  readonly signal: AbortSignal
  /** Without it a transport stream stays one. */
  readonly reader: Reader | null
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
  if (plan.kind !== 'variants') return plan
  const bytes = Buffer.alloc(streaming.limits.largestPlaylistBytes)
  const response = await fetchWhole(
    { url: plan.url, range: null },
    bytes.length,
    (chunk, at) => bytes.set(chunk, at),
    streaming,
  )
  if (response.kind === 'problem') return response
  const text = bytes.toString('utf8', 0, response.sizeBytes)
  return readPlaylist(text, response.url, streaming.limits.mostSegments)
}

function notJoined(plan: Exclude<Playlist, Segments>): DownloadProblem {
  if (plan.kind === 'unfinished') {
    return problem('reread', 'service_unavailable', 'results.stream.unfinished')
  }
  return cannotJoin(plan.kind === 'refused' ? plan.reason : message('results.stream.nested'))
}

function cannotJoin(why: Message): DownloadProblem {
  return problem('never', 'unreadable_answer', followedBy(why, message('results.stream.address')))
}

async function join(
  { init, segments }: Segments,
  part: PartFile,
  streaming: Streaming,
): Promise<JoinedFile | DownloadProblem> {
  const { limits, permit } = streaming
  await part.begin(null)
  let type: FileType | null = null
  const held = await openSegmentFile(`${part.path}${SEGMENT}`)
  try {
    for (const segment of [...(init ? [init] : []), ...segments]) {
      const response = await fetchWhole(segment, limits.largestSegmentBytes, held.write, streaming)
      if (response.kind === 'problem') return response
      const head = await held.head(response.sizeBytes)
      type ??= typeOfSegment(head)
      if (!type) return await notASegment(head)
      for await (const chunk of held.read(response.sizeBytes)) await part.append(chunk)
      if (part.sizeBytes > limits.largestBytes) return tooLarge(limits.largestBytes)
    }
  } finally {
    await held.remove()
  }
  if (!type) return problem('never', 'unreadable_answer', 'results.stream.empty')
  const { sha256, sizeBytes } = await part.finish()
  permit.release()
  const joined: JoinedFile = { kind: 'joined', path: part.path, sha256, sizeBytes, type }
  return type === MP4 ? joined : await asMp4(joined, streaming)
}

async function notASegment(bytes: Uint8Array): Promise<DownloadProblem> {
  const { kind } = await sniff(bytes)
  if (kind === 'web_page') {
    return problem('reread', 'unsafe_content', 'results.webPage')
  }
  return cannotJoin(message('results.stream.otherFormat'))
}

/** The place of one segment after the other: each may have to be fetched again, and none is held in memory. */
async function openSegmentFile(path: string) {
  const file = await onDisk(open(path, 'w+', 0o600))
  return {
    write: async (chunk: Uint8Array, at: number): Promise<void> => {
      for (let done = 0; done < chunk.length;)
        done += (await onDisk(file.write(chunk, done, chunk.length - done, at + done))).bytesWritten
    },
    head: async (sizeBytes: number): Promise<Buffer> => {
      const length = Math.min(sizeBytes, SNIFF_BYTES)
      const { buffer, bytesRead } = await onDisk(file.read(Buffer.alloc(length), 0, length, 0))
      return buffer.subarray(0, bytesRead)
    },
    /** A stream of the handle would leave a listener on it for every segment. */
    read: async function* (sizeBytes: number): AsyncGenerator<Buffer> {
      for (let at = 0; at < sizeBytes;) {
        const length = Math.min(sizeBytes - at, READ_BYTES)
        const { buffer, bytesRead } = await onDisk(file.read(Buffer.alloc(length), 0, length, at))
        if (bytesRead === 0) throw new Error('The segment is shorter than what was written of it.')
        yield buffer.subarray(0, bytesRead)
        at += bytesRead
      }
    },
    remove: async (): Promise<void> => {
      await file.close()
      await rm(path, { force: true })
    },
  }
}

/** Keeps the transport stream itself where MP4 cannot hold its content. */
async function asMp4(joined: JoinedFile, { reader, signal }: Streaming): Promise<JoinedFile> {
  const path = `${joined.path}.mp4`
  const { sha256, sizeBytes } = joined
  const moreMs = sizeBytes / SLOWEST_COPY_BYTES_PER_MS
  try {
    const remuxed = reader?.read('remux', { from: joined.path, to: path }, { sha256, signal, moreMs })
    if ((await remuxed?.catch(asRefusal)) !== true) {
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

/** The reader touches nothing but these two files. */
function asRefusal(error: unknown): never {
  throw diskFailure(error) ? new DiskRefusal(error) : error
}

/** ISO/IEC 13818-1, 2.4.3.2, and ISO/IEC 14496-12, 4.2. */
function typeOfSegment(bytes: Buffer): FileType | null {
  if (bytes[0] === TS_SYNC && (bytes.length <= TS_PACKET_BYTES || bytes[TS_PACKET_BYTES] === TS_SYNC)) {
    return TRANSPORT_STREAM
  }
  return /^(?:ftyp|styp|moof|sidx|emsg|prft)$/.test(bytes.toString('latin1', 4, 8)) ? MP4 : null
}

/** Keeps a chunk that belongs at `at`. */
type Keep = (chunk: Uint8Array, at: number) => Promise<void> | void

interface Whole {
  readonly kind: 'whole'
  readonly sizeBytes: number
  /** Where the last redirect led. */
  readonly url: string
}

/** Downloads a small file, with retries from its beginning where the connection fails. */
async function fetchWhole(
  segment: Segment,
  largestBytes: number,
  keep: Keep,
  streaming: Streaming,
): Promise<Whole | DownloadProblem> {
  for (let tries = 0; ; tries++) {
    const outcome = await fetchOnce(segment, largestBytes, keep, streaming)
    if (outcome.kind === 'whole' || outcome.next !== 'wait' || tries >= streaming.limits.mostResumes)
      return outcome
  }
}

async function fetchOnce(
  { url, range }: Segment,
  largestBytes: number,
  keep: Keep,
  { client, limits, signal, permit }: Streaming,
): Promise<Whole | DownloadProblem> {
  const last = range ? range.from + range.length - 1 : 0
  try {
    const response = await client.get(url, range ? { range: `bytes=${range.from}-${last}` } : {}, signal)
    if (response.kind === 'problem') return response
    permit.reportProgress()
    const isExpected = range
      ? response.status === 206 && !isEncoded(response) && isRange(response, range.from, last)
      : response.status === 200
    const body = decodedBody(response, limits)
    if (!isExpected || !body) {
      response.body.cancel()
      return problemOfStatus(response.status, requestedWaitMs(response))
    }
    const begunAt = performance.now()
    let sizeBytes = 0
    for await (const chunk of body.chunks) {
      permit.reportProgress()
      const at = sizeBytes
      sizeBytes += chunk.length
      const allowedMs = limits.graceMs + (sizeBytes / limits.slowestBytesPerSecond) * 1_000
      if (sizeBytes > largestBytes || body.isBomb(sizeBytes)) return tooLarge(largestBytes)
      await keep(chunk, at)
      if (performance.now() - begunAt > allowedMs)
        return problem('wait', 'service_unavailable', 'results.tooSlow')
    }
    if (sizeBytes === 0) return problem('reread', 'service_unavailable', 'results.segmentIncomplete')
    if (range && sizeBytes !== range.length)
      return problem('wait', 'service_unavailable', 'results.segmentIncomplete')
    return { kind: 'whole', sizeBytes, url: response.url.href }
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof DiskRefusal) throw error
    return problemOfConnection(error)
  }
}

function isRange(response: FileResponse, first: number, last: number): boolean {
  return (response.header('content-range') ?? '').trim().startsWith(`bytes ${first}-${last}/`)
}
