/**
 * A file that is still arriving: written in batches, hashed on the way, synced now and then, and able to be continued after
 * a cut, an error of the disk, or a restart.
 *
 * Owns the bytes on disk and the state beside them. Where the bytes come from, and whether they are worth keeping, is the
 * download's business.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rm, statfs, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { onDisk } from '../../store/disk-errors.ts'
import { mayContinue, readPartState, removePartState, writePartState, type PartState } from './part-state.ts'
import { SNIFF_BYTES } from '../sniff.ts'

const LARGEST_BATCH_BYTES = 1024 ** 2
const SMALLEST_BATCH_BYTES = 64 * 1024
/**
 * Of the file's size: a batch, what arrives between two syncs, and what may be here and not yet synced. A kill costs the last,
 * and what is still with the connection: below one in twenty for all but small files.
 */
const BATCH_SHARE = 0.01
const SYNC_SHARE = 0.015
const AHEAD_SHARE = 0.03
const LEAST_SYNC_BYTES = 256 * 1024

export interface PartSource {
  readonly askedUrl: string
  readonly finalUrl: string
  /** A strong entity tag, or null where there is none: then the part cannot be continued. */
  readonly etag: string | null
  readonly totalBytes: number | null
}

/** Every method but `sizeBytes` and `head` may throw DiskRefusal. */
export interface PartFile {
  readonly path: string
  /** Bytes so far, whether or not they are on disk. */
  readonly sizeBytes: number
  /** The first `SNIFF_BYTES` of them. */
  readonly head: Uint8Array
  /** What the bytes so far belong to; null before anything came, and for bytes that cannot be continued. */
  readonly continues: { readonly etag: string; readonly totalBytes: number | null } | null
  /** Forgets what is there and begins with another content; null for one that never can be continued. */
  begin(source: PartSource | null): Promise<void>
  /** Resolves when more may come. */
  append(chunk: Uint8Array): Promise<void> | undefined
  /** What came so far, whether or not it is on disk: `length` bytes at `at`, fewer where it ends before. */
  read(at: number, length: number): Promise<Buffer>
  /** How many bytes of room the disk lacks for `bytes` more; 0 when there is enough, or nobody knows. */
  lackingRoom(bytes: number): Promise<number>
  /** Writes, syncs and closes. The state stays until the file has its final name, so that nothing is fetched again. */
  finish(): Promise<{ readonly sha256: string; readonly sizeBytes: number }>
  /** Closes, so that a later attempt can continue; what cannot be continued is removed. Never throws. */
  keep(): Promise<void>
  /** Closes and removes. */
  drop(): Promise<void>
}

/** Opens a part for what `askedUrl` names, with what an earlier attempt left of it. Null for bytes without an address. */
export async function openPart(path: string, askedUrl: string | null): Promise<PartFile> {
  let file: FileHandle | null = null
  let state: PartState | null = null
  let totalBytes: number | null = null
  let hash = createHash('sha256')
  let head: Uint8Array = new Uint8Array()
  let batch: Uint8Array[] = []
  let batchBytes = 0
  let sizeBytes = 0
  let writtenBytes = 0
  /** At most one batch is on its way to the disk, and at most one sync. An error waits here for the next step. */
  let writing: Promise<unknown> = Promise.resolve(null)
  let syncing: Promise<unknown> | null = null
  let refusal: Error | null = null

  const forget = (): void => {
    hash = createHash('sha256')
    head = new Uint8Array()
    batch = []
    batchBytes = sizeBytes = writtenBytes = 0
  }
  const take = (pieces: readonly Uint8Array[]): void => {
    for (const piece of pieces) {
      if (head.length >= SNIFF_BYTES) return
      head = Buffer.concat([head, piece.subarray(0, SNIFF_BYTES - head.length)])
    }
  }
  const batchSize = (): number => {
    // A small file of known size is written in one go.
    if (totalBytes !== null && totalBytes <= LARGEST_BATCH_BYTES) return LARGEST_BATCH_BYTES
    const share = (totalBytes ?? sizeBytes) * BATCH_SHARE
    return Math.min(LARGEST_BATCH_BYTES, Math.max(SMALLEST_BATCH_BYTES, share))
  }
  const settle = async (): Promise<void> => {
    await writing
    await syncing
    if (refusal) throw refusal
  }
  const write = async (pieces: readonly Uint8Array[], at: number): Promise<void> => {
    file ??= await open(path, 'w+', 0o600)
    await writeAll(file, pieces, at)
    writtenBytes = pieces.reduce((end, { length }) => end + length, at)
    const unsynced = writtenBytes - (state?.syncedBytes ?? writtenBytes)
    if (unsynced >= Math.max(LEAST_SYNC_BYTES, (totalBytes ?? writtenBytes) * SYNC_SHARE)) {
      syncing ??= remember(sync().finally(() => (syncing = null)))
    }
  }
  const sync = async (): Promise<void> => {
    const reached = writtenBytes
    await file?.datasync()
    if (!state || state.syncedBytes === reached) return
    state = { ...state, syncedBytes: reached }
    await writePartState(path, state)
  }
  const remember = (work: Promise<unknown>): Promise<unknown> =>
    onDisk(work).catch((error: Error) => (refusal ??= error))
  const flush = async (): Promise<void> => {
    if (batchBytes === 0) return
    const pieces = batch
    const at = sizeBytes - batchBytes
    batch = []
    batchBytes = 0
    for (const piece of pieces) hash.update(piece)
    await writing
    if (refusal) throw refusal
    writing = remember(write(pieces, at))
    if (isAhead()) await settle()
  }
  const isAhead = (): boolean =>
    state !== null &&
    sizeBytes - state.syncedBytes >= Math.max(2 * LEAST_SYNC_BYTES, (totalBytes ?? sizeBytes) * AHEAD_SHARE)
  const close = async (): Promise<void> => {
    await writing
    await syncing
    await file?.close().catch(() => undefined)
    file = null
  }
  const remove = async (): Promise<void> => {
    await close()
    await removePartState(path)
    await rm(path, { force: true })
    state = null
  }
  const resume = async (before: PartState): Promise<void> => {
    const opened = await open(path, constants.O_RDWR)
    file = opened
    const { size } = await opened.stat()
    if (size < before.syncedBytes) throw new Error('The part is shorter than its state says.')
    await opened.truncate(before.syncedBytes)
    const reader = opened.createReadStream({
      start: 0,
      autoClose: false,
      highWaterMark: LARGEST_BATCH_BYTES,
    })
    for await (const chunk of reader as AsyncIterable<Buffer>) {
      take([chunk])
      hash.update(chunk)
    }
    sizeBytes = writtenBytes = before.syncedBytes
    totalBytes = before.totalBytes
    state = before
  }

  const before = askedUrl === null ? 'unreadable' : await readPartState(path)
  const mayHaveState = before !== null
  if (askedUrl !== null && before !== null && before !== 'unreadable' && mayContinue(before, askedUrl)) {
    await resume(before).catch(async () => {
      forget()
      await onDisk(remove())
    })
  }

  return {
    path,
    get sizeBytes() {
      return sizeBytes
    },
    get head() {
      return head
    },
    get continues() {
      return state && { etag: state.etag, totalBytes: state.totalBytes }
    },
    begin: async (source) => {
      await settle()
      forget()
      // The state first: bytes must never be taken for what another state says of them.
      if (mayHaveState || state) await onDisk(removePartState(path))
      await onDisk(file?.truncate(0) ?? Promise.resolve())
      totalBytes = source?.totalBytes ?? null
      const { etag } = source ?? { etag: null }
      state = source && etag !== null ? { format: 1, ...source, etag, syncedBytes: 0 } : null
    },
    append: (chunk) => {
      take([chunk])
      batch.push(chunk)
      batchBytes += chunk.length
      sizeBytes += chunk.length
      return batchBytes >= batchSize() ? flush() : undefined
    },
    read: async (at, length) => {
      const flushedBytes = sizeBytes - batchBytes
      if (flushedBytes === 0) return slice(batch, at, length)
      await flush()
      await settle()
      const { buffer, bytesRead } = await onDisk(readAt(file, at, length))
      return buffer.subarray(0, bytesRead)
    },
    lackingRoom: async (bytes) => {
      if (bytes < LARGEST_BATCH_BYTES) return 0
      const { bavail, bsize, blocks } = await onDisk(statfs(dirname(path)))
      // Some network disks do not say.
      return blocks === 0 ? 0 : Math.max(0, bytes - bavail * bsize)
    },
    finish: async () => {
      await flush()
      await settle()
      await onDisk(syncAndClose())
      return { sha256: hash.digest('hex'), sizeBytes }
    },
    keep: async () => {
      try {
        if (!state || sizeBytes === 0) return await remove()
        await flush()
        await settle()
        await sync()
      } catch {
        // What was synced before is still there, and its state says so.
      }
      await close()
    },
    drop: () => onDisk(remove()),
  }

  async function syncAndClose(): Promise<void> {
    file ??= await open(path, 'w', 0o600)
    await file.sync()
    if (state && sizeBytes > LARGEST_BATCH_BYTES) {
      state = { ...state, syncedBytes: sizeBytes }
      await writePartState(path, state)
    }
    await file.close()
    file = null
  }
}

/** `length` bytes at `at` of pieces that follow each other. */
function slice(pieces: readonly Uint8Array[], at: number, length: number): Buffer {
  const parts: Uint8Array[] = []
  let start = 0
  for (const piece of pieces) {
    const [from, to] = [Math.max(0, at - start), Math.min(piece.length, at + length - start)]
    if (from < to) parts.push(piece.subarray(from, to))
    start += piece.length
  }
  return Buffer.concat(parts)
}

async function readAt(file: FileHandle | null, at: number, length: number) {
  if (!file) throw new Error('There is no part file to read.')
  return file.read(Buffer.alloc(length), 0, length, at)
}

/** A write on a disk that fills up may stop short without an error; the next one then says why. */
async function writeAll(file: FileHandle, pieces: readonly Uint8Array[], at: number): Promise<void> {
  const { bytesWritten } = await file.writev(pieces, at)
  const totalBytes = pieces.reduce((sum, { length }) => sum + length, 0)
  if (bytesWritten === totalBytes) return
  const rest = Buffer.concat(pieces).subarray(bytesWritten)
  for (let done = 0; done < rest.length;) {
    done += (await file.write(rest, done, rest.length - done, at + bytesWritten + done)).bytesWritten
  }
}
