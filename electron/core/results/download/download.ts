/**
 * Fetches results into part files: streamed, hashed on the way, continued after a cut, checked for length, synced, and known
 * by their bytes.
 *
 * Sends no credentials, follows redirects by hand and checks every hop. What a problem means for the task is the saver's
 * business.
 */
import { readFile, rm } from 'node:fs/promises'
import { straight, type FindProxy } from '../../ports/proxy.ts'
import { DiskRefusal, onDisk } from '../../store/disk-errors.ts'
import { decodeDataUri } from '../data-uri.ts'
import { createDownloadGate, type DownloadGate, type Slot } from './host-slots.ts'
import { DOWNLOAD_LIMITS, type DownloadLimits } from './limits.ts'
import { diskProblem, problem, type DownloadProblem } from './problem.ts'
import { receive, type Received } from './receive.ts'
import {
  createFileDoor,
  guardFor,
  problemOfConnection,
  type AddressGuard,
  type FileDoor,
} from './file-client.ts'
import { lengthAgain } from './length.ts'
import { joinStream } from './join-stream.ts'
import { endsEarly } from './truncation.ts'
import type { ResultSource } from '../find/find-results.ts'
import { openPart, type PartFile } from './part-file.ts'
import { sniff, type FileType, type Sniffed } from '../sniff.ts'

/** A disk with less room than this is as good as full. */
const LEAST_NEEDED_BYTES = 1024 ** 2

export interface Downloaded {
  readonly kind: 'file'
  /** Where the complete, synced file is. */
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly type: FileType
  /** What the file's server called it; null where it did not say. */
  readonly contentType: string | null
  /** What is odd about the file, in a sentence; null where nothing is. */
  readonly doubt: string | null
}

/** A complete file that is not to be kept as a result, nor ever opened. */
export interface RefusedFile {
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  /** What it is, in plain words. */
  readonly what: string
}

export interface DownloadOptions {
  /**
   * Where the part file is written. What can be continued stays there after a problem, with its state beside it; everything
   * else is removed.
   */
  readonly partPath: string
  /** Whether this computer and private networks are allowed: only where the profile's own service is local. */
  readonly allowLocal: boolean
  readonly signal: AbortSignal
  /** False for what nobody will ask for again: nothing is left behind. */
  readonly mayResume?: boolean
  /** Takes a refused file away from `path`; without it, such a file is removed. */
  readonly setAside?: (file: RefusedFile) => Promise<void>
}

export interface DownloaderOptions {
  readonly limits?: Partial<DownloadLimits>
  readonly guard?: (allowLocal: boolean) => AddressGuard
  /** Without it, straight to every address. */
  readonly findProxy?: FindProxy
}

export interface Downloader {
  /** Never throws, except when `signal` aborts. */
  fetch(source: ResultSource, options: DownloadOptions): Promise<Downloaded | DownloadProblem>
  /** Ends every connection. */
  close(): Promise<void>
}

interface Context {
  readonly options: DownloadOptions
  readonly limits: DownloadLimits
  readonly door: FileDoor
  readonly gate: DownloadGate
}

export function createDownloader({
  limits: given,
  guard = guardFor,
  findProxy,
}: DownloaderOptions = {}): Downloader {
  const limits = { ...DOWNLOAD_LIMITS, ...given }
  const gate = createDownloadGate(limits)
  const open = createFileDoor(guard(false), limits, findProxy)
  const local = createFileDoor(guard(true), limits, findProxy)
  return {
    fetch: async (source, options) => {
      const context: Context = { options, limits, gate, door: options.allowLocal ? local : open }
      try {
        options.signal.throwIfAborted()
        return source.kind === 'inline'
          ? await takeInline(source.dataUri, context)
          : await fetchUrl(source.url, context)
      } catch (error) {
        options.signal.throwIfAborted()
        return error instanceof DiskRefusal ? diskProblem(error.failure) : problemOfConnection(error)
      }
    },
    close: async () => {
      await Promise.all([open.close(), local.close()])
    },
  }
}

/** Fetches one result with connections of its own. Never throws, except when `signal` aborts. */
export async function download(
  source: ResultSource,
  options: DownloadOptions,
  findProxy: FindProxy = straight,
): Promise<Downloaded | DownloadProblem> {
  const downloader = createDownloader({ findProxy })
  try {
    return await downloader.fetch(source, options)
  } finally {
    await downloader.close()
  }
}

async function takeInline(dataUri: string, context: Context): Promise<Downloaded | DownloadProblem> {
  const bytes = decodeDataUri(dataUri)
  if (!bytes) return problem('never', 'unreadable_answer', 'The file inside the answer cannot be decoded.')
  const part = await openPart(context.options.partPath, null)
  try {
    await part.begin(null)
    await part.append(bytes)
    const sniffed = await sniff(part.head)
    if (sniffed.kind !== 'known') return await refuse(sniffed, part, context)
    return { ...(await part.finish()), ...plain(part, sniffed.type), contentType: null }
  } catch (error) {
    await part.drop().catch(() => undefined)
    throw error
  }
}

async function fetchUrl(url: string, context: Context): Promise<Downloaded | DownloadProblem> {
  const { options, gate } = context
  const slot = await gate.enter(URL.parse(url)?.host ?? '', options.signal)
  const part = await openPart(options.partPath, url).catch((error: unknown) => {
    slot.leave()
    throw error
  })
  try {
    const outcome = await fetchInto(part, url, slot, context)
    if (outcome.kind === 'file') return outcome
    const isOver = outcome.next === 'never' || options.mayResume === false
    await (isOver ? part.drop() : part.keep())
    return outcome
  } catch (error) {
    // What must be written again, beside what is still to come, of which nobody knows how much it is.
    const neededBytes = (part.continues ? 0 : part.sizeBytes) + LEAST_NEEDED_BYTES
    await (options.mayResume === false ? part.drop().catch(() => undefined) : part.keep())
    if (error instanceof DiskRefusal && !options.signal.aborted)
      return diskProblem(error.failure, neededBytes)
    throw error
  } finally {
    slot.leave()
  }
}

async function fetchInto(
  part: PartFile,
  url: string,
  slot: Slot,
  context: Context,
): Promise<Downloaded | DownloadProblem> {
  const received = await receiveWhole(part, url, slot, context)
  if (received.kind === 'problem') return received
  const sniffed = await sniff(part.head)
  if (sniffed.kind === 'playlist') {
    return joined(part, received.finalUrl, slot, context)
  }
  slot.leave()
  if (sniffed.kind !== 'known') return refuse(sniffed, part, context)
  const doubt = (await endsEarly(part, sniffed.type)) ? await doubtIn(part, received, context) : null
  if (doubt !== null && typeof doubt !== 'string') return doubt
  const { sha256, sizeBytes } = await part.finish()
  return { ...plain(part, sniffed.type), sha256, sizeBytes, contentType: received.contentType, doubt }
}

type Whole = Extract<Received, { kind: 'whole' }>

/** Goes on after a cut, at once and a few times, as long as each connection brings something. */
async function receiveWhole(
  part: PartFile,
  url: string,
  slot: Slot,
  { door, limits, options: { signal } }: Context,
): Promise<Whole | DownloadProblem> {
  for (let tries = 0; ; tries++) {
    const before = part.sizeBytes
    if (before > 0 && before === part.continues?.totalBytes) {
      return { kind: 'whole', finalUrl: url, contentType: null, isVouched: true }
    }
    const received = await receive({ url, part, door, limits, slot, signal })
    if (received.kind === 'whole' || received.kind === 'problem') return received
    const isLast = tries >= limits.mostResumes
    if (received.kind === 'changed') {
      if (isLast) return problem('wait', 'service_unavailable', 'The file changes while it is fetched.')
      continue
    }
    const isWorthIt = part.continues !== null && part.sizeBytes > before
    if (isLast || !isWorthIt) return received.problem
  }
}

/**
 * A file that seems to break off counts as whole when its server says the length of it a second time. What came without any
 * length is not believed.
 */
async function doubtIn(
  part: PartFile,
  { finalUrl, isVouched }: Whole,
  { door, options }: Context,
): Promise<string | DownloadProblem> {
  if (isVouched && (await lengthAgain(finalUrl, part.sizeBytes, door, options.signal)) === part.sizeBytes) {
    return 'The file seems to break off, but its server says that this is all of it.'
  }
  const broken = 'The file did not arrive whole: it breaks off in the middle.'
  // The end of the connection was taken for the end of the file: the rest may still be had.
  if (!isVouched && part.continues) return problem('wait', 'service_unavailable', broken)
  await part.drop()
  return problem('reread', 'service_unavailable', broken)
}

async function joined(
  part: PartFile,
  url: string,
  slot: Slot,
  { door, limits, options }: Context,
): Promise<Downloaded | DownloadProblem> {
  if (part.sizeBytes > limits.largestPlaylistBytes) {
    return problem(
      'never',
      'unreadable_answer',
      'Only a stream was named, and its playlist is too long to be read.',
    )
  }
  await part.finish()
  const playlist = await onDisk(readFile(part.path, 'utf8'))
  await part.drop()
  const { signal } = options
  const file = await joinStream(playlist, url, { path: options.partPath, door, limits, slot, signal })
  if (file.kind === 'problem') return file
  return { ...file, kind: 'file', contentType: null, doubt: null }
}

async function refuse(
  sniffed: Exclude<Sniffed, { kind: 'known' }>,
  part: PartFile,
  { options }: Context,
): Promise<DownloadProblem> {
  const what =
    sniffed.kind === 'web_page'
      ? 'a web page'
      : sniffed.kind === 'playlist'
        ? 'a list of segments'
        : sniffed.what
  const { sha256, sizeBytes } = await part.finish()
  const isAside = options.setAside !== undefined && sizeBytes > 0
  if (isAside) await onDisk(options.setAside({ path: part.path, sha256, sizeBytes, what }))
  await part.drop()
  if (sniffed.kind === 'web_page') {
    return problem(
      'reread',
      'unsafe_content',
      'A web page came instead of the file; the address has probably expired.',
    )
  }
  const where = isAside ? ' It was set aside, unopened, in the quarantine folder.' : ''
  return problem('never', 'unsafe_content', `The file was not kept: it is ${what}.${where}`)
}

function plain({ path }: PartFile, type: FileType): Pick<Downloaded, 'kind' | 'path' | 'type' | 'doubt'> {
  return { kind: 'file', path, type, doubt: null }
}

/** Removes what a download left for the next attempt. */
export async function forgetDownload(partPath: string): Promise<void> {
  await Promise.all(['', '.json', '.mp4'].map((end) => rm(`${partPath}${end}`, { force: true })))
}
