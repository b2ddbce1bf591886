/**
 * Downloads results into part files: streamed, hashed on the way, resumed after an interruption, checked for length, synced,
 * and typed by their bytes.
 *
 * What a problem means for the task is the business of tasks/saving/.
 */
import { readFile, rm } from 'node:fs/promises'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import { straight, type FindProxy } from '#core/ports/shell.ts'
import { DiskRefusal, onDisk } from '../../store/disk-errors.ts'
import { DamagedPart, readResponsePart } from '../responses/response-part.ts'
import { decodeDataUri } from '../../media/data-uri.ts'
import { createDownloadSemaphore, type DownloadSemaphore, type Permit } from './semaphore.ts'
import { DOWNLOAD_LIMITS, type DownloadLimits } from './limits.ts'
import { diskProblem, notKept, problem, type DownloadProblem, type NotKept } from './problem.ts'
import { receiveAll, type Complete, fetchLength } from './receive.ts'
import {
  createFileClient,
  guardFor,
  problemOfConnection,
  type AddressGuard,
  type Credentials,
  type FileClient,
  withCredentials,
} from './file-client.ts'
import { joinStream } from './join-stream.ts'
import type { Reader } from '../../reading/reader.ts'
import { isTruncated } from './truncation.ts'
import type { ResultSource } from '../find/found-result.ts'
import type { InlineSource } from '../find/inline.ts'
import { openPart, type PartFile } from './part-file.ts'
import { sniff, type FileType, type Sniffed } from '../../media/sniff.ts'

/** A disk with less room than this counts as full. */
const MIN_NEEDED_BYTES = 1024 ** 2

export interface Downloaded {
  readonly kind: 'file'
  /** Where the complete, synced file is. */
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly type: FileType
  readonly contentType: string | null
  readonly warning: Message | null
}

/** A complete file that is not kept as a result and never opened. */
export interface RefusedFile {
  readonly path: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly what: NotKept | 'web_page' | 'text'
}

export interface DownloadOptions {
  /**
   * Where the part file is written. After a problem a part that can be resumed stays there, with its state beside it;
   * everything else is removed.
   */
  readonly partPath: string
  /** Whether this computer and private networks are allowed: only where the profile's own service is local. */
  readonly allowLocal: boolean
  /** The profile's own, which may be in a private network under a name: with TLS its files are fetched from there. */
  readonly ownHost?: string | undefined
  readonly signal: AbortSignal
  readonly credentials?: Credentials
  /** False leaves nothing behind for a later attempt. */
  readonly mayResume?: boolean
  /** Moves a refused file away from `path` and says where it is; without it, such a file is removed. */
  readonly setAside?: (file: RefusedFile) => Promise<Message>
}

export interface DownloaderOptions {
  readonly limits?: Partial<DownloadLimits>
  readonly guard?: (allowLocal: boolean, ownHost?: string) => AddressGuard
  /** Without it, connects directly. */
  readonly findProxy?: FindProxy
  /** Turns a stream's segments into MP4; without it they stay as they came. */
  readonly reader?: Reader | null
}

export interface Downloader {
  /** Never throws, except when `signal` aborts. */
  fetch(source: ResultSource, options: DownloadOptions): Promise<Downloaded | DownloadProblem>
  /** Closes every connection. */
  close(): Promise<void>
}

interface Context {
  readonly options: DownloadOptions
  readonly limits: DownloadLimits
  readonly client: FileClient
  readonly semaphore: DownloadSemaphore
  readonly reader: Reader | null
}

export function createDownloader({
  limits: overrides,
  guard = guardFor,
  findProxy,
  reader = null,
}: DownloaderOptions = {}): Downloader {
  const limits = { ...DOWNLOAD_LIMITS, ...overrides }
  const semaphore = createDownloadSemaphore(limits)
  const clients = new Map<string, FileClient>()
  const clientFor = ({ allowLocal, ownHost }: DownloadOptions): FileClient => {
    const key = `${allowLocal} ${ownHost}`
    const client = clients.get(key) ?? createFileClient(guard(allowLocal, ownHost), limits, findProxy)
    clients.set(key, client)
    return client
  }
  return {
    fetch: async (source, options) => {
      const client = withCredentials(clientFor(options), options.credentials)
      const context: Context = { options, limits, semaphore, client, reader }
      try {
        options.signal.throwIfAborted()
        return source.kind === 'url'
          ? await fetchUrl(source.url, context)
          : await saveParts(partsOf(source), context)
      } catch (error) {
        options.signal.throwIfAborted()
        return error instanceof DiskRefusal ? diskProblem(error.failure) : problemOfConnection(error)
      }
    },
    close: async () => {
      await Promise.all([...clients.values()].map((client) => client.close()))
    },
  }
}

/** Downloads one result with connections of its own. Never throws, except when `signal` aborts. */
export async function download(
  source: ResultSource,
  options: DownloadOptions,
  { limits, findProxy = straight }: DownloaderOptions = {},
): Promise<Downloaded | DownloadProblem> {
  const downloader = createDownloader({ findProxy, ...(limits && { limits }) })
  try {
    return await downloader.fetch(source, options)
  } finally {
    await downloader.close()
  }
}

/** A file that stands in the response. @throws DamagedPart while it is read */
async function* partsOf(source: InlineSource): AsyncGenerator<Uint8Array> {
  if (source.kind === 'answer') return yield* readResponsePart(source.path, source)
  const bytes = decodeDataUri(source.dataUri)
  if (!bytes) throw new DamagedPart('results.undecodable')
  yield bytes
}

async function saveParts(
  parts: AsyncIterable<Uint8Array>,
  context: Context,
): Promise<Downloaded | DownloadProblem> {
  const { options } = context
  const part = await openPart(options.partPath, null)
  try {
    await part.begin(null)
    for await (const bytes of parts) {
      options.signal.throwIfAborted()
      await part.append(bytes)
    }
    const sniffed = await sniff(part.head)
    if (sniffed.kind !== 'known') return await refuse(sniffed, part, context)
    return { ...(await part.finish()), ...plain(part, sniffed.type), contentType: null }
  } catch (error) {
    await part.drop().catch(() => undefined)
    if (error instanceof DamagedPart) return problem('never', 'unreadable_answer', error.why)
    throw error
  }
}

async function fetchUrl(url: string, context: Context): Promise<Downloaded | DownloadProblem> {
  const { options, semaphore } = context
  const permit = await semaphore.acquire(URL.parse(url)?.host ?? '', options.signal)
  const part = await openPart(options.partPath, url).catch((error: unknown) => {
    permit.release()
    throw error
  })
  try {
    const outcome = await fetchInto(part, url, permit, context)
    if (outcome.kind === 'file') return outcome
    const isOver = outcome.next === 'never' || options.mayResume === false
    await (isOver ? part.drop() : part.keep())
    return outcome
  } catch (error) {
    // What must be written again; how much is still to come is not known.
    const neededBytes = (part.continues ? 0 : part.sizeBytes) + MIN_NEEDED_BYTES
    await (options.mayResume === false ? part.drop().catch(() => undefined) : part.keep())
    if (error instanceof DiskRefusal && !options.signal.aborted)
      return diskProblem(error.failure, neededBytes)
    throw error
  } finally {
    permit.release()
  }
}

async function fetchInto(
  part: PartFile,
  url: string,
  permit: Permit,
  context: Context,
): Promise<Downloaded | DownloadProblem> {
  const { client, limits, options } = context
  const received = await receiveAll({ url, part, client, limits, permit, signal: options.signal })
  if (received.kind === 'problem') return received
  const sniffed = await sniff(part.head)
  if (sniffed.kind === 'playlist') {
    return joined(part, received.finalUrl, permit, context)
  }
  permit.release()
  if (sniffed.kind !== 'known') return refuse(sniffed, part, context)
  const warning = (await isTruncated(part, sniffed.type)) ? await warningFor(part, received, context) : null
  if (warning !== null && 'kind' in warning) return warning
  const { sha256, sizeBytes } = await part.finish()
  return { ...plain(part, sniffed.type), sha256, sizeBytes, contentType: received.contentType, warning }
}

/**
 * A file that seems truncated is accepted when its server states the same length a second time. A length that was never
 * stated does not count.
 */
async function warningFor(
  part: PartFile,
  { finalUrl, isLengthConfirmed }: Complete,
  { client, options }: Context,
): Promise<Message | DownloadProblem> {
  if (
    isLengthConfirmed &&
    (await fetchLength(finalUrl, part.sizeBytes, client, options.signal)) === part.sizeBytes
  ) {
    return message('results.seemsTruncated')
  }
  // Only the end of the connection marked the end of the file: the rest may still be available.
  if (!isLengthConfirmed && part.continues) return problem('wait', 'service_unavailable', 'results.truncated')
  await part.drop()
  return problem('reread', 'service_unavailable', 'results.truncated')
}

async function joined(
  part: PartFile,
  url: string,
  permit: Permit,
  { client, limits, options, reader }: Context,
): Promise<Downloaded | DownloadProblem> {
  if (part.sizeBytes > limits.largestPlaylistBytes) {
    return problem('never', 'unreadable_answer', 'results.stream.playlistTooLong')
  }
  await part.finish()
  const playlist = await onDisk(readFile(part.path, 'utf8'))
  await part.drop()
  const { signal } = options
  const streaming = { path: options.partPath, client, limits, permit, signal, reader }
  const file = await joinStream(playlist, url, streaming)
  if (file.kind === 'problem') return file
  return { ...file, kind: 'file', contentType: null, warning: null }
}

async function refuse(
  sniffed: Exclude<Sniffed, { kind: 'known' }>,
  part: PartFile,
  { options }: Context,
): Promise<DownloadProblem> {
  const what = sniffed.kind === 'refused' ? sniffed.what : sniffed.kind
  const { sha256, sizeBytes } = await part.finish()
  const aside = sizeBytes > 0 ? options.setAside?.({ path: part.path, sha256, sizeBytes, what }) : undefined
  const where = aside && (await onDisk(aside))
  await part.drop()
  if (what === 'web_page') return problem('reread', 'unsafe_content', 'results.webPage')
  const said = notKept(what)
  // Some servers name a file before they have it.
  if (what === 'empty') return problem('reread', 'service_unavailable', said)
  return problem('never', 'unsafe_content', where ? followedBy(said, where) : said)
}

function plain({ path }: PartFile, type: FileType): Pick<Downloaded, 'kind' | 'path' | 'type' | 'warning'> {
  return { kind: 'file', path, type, warning: null }
}

/** Removes what a download left for a later attempt. */
export async function forgetDownload(partPath: string): Promise<void> {
  await Promise.all(['', '.json', '.mp4', '.segment'].map((end) => rm(`${partPath}${end}`, { force: true })))
}
