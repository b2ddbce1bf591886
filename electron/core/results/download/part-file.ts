/**
 * A file that is still arriving: written in batches, hashed on the way, synced now and then, and resumable after an
 * interruption, a disk error or a restart.
 *
 * Owns the bytes on disk and the state beside them, not where the bytes come from.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { open, rm, statfs, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { onDisk } from '../../store/disk-errors.ts'
import {
  mayResume,
  readPartState,
  removePartState,
  writePartState,
  type PartState,
} from '../../media/part-state.ts'
import { SNIFF_BYTES } from '../../media/sniff.ts'
import { slice, writeAll } from './chunks.ts'

const MAX_BATCH_BYTES = 1024 ** 2
const MIN_BATCH_BYTES = 64 * 1024
/**
 * Shares of the file's size: a batch, what arrives between two syncs, and what may be unsynced. A kill loses the last and
 * what the connection still holds: below one in twenty for all but small files.
 */
const BATCH_SHARE = 0.01
const SYNC_SHARE = 0.015
const AHEAD_SHARE = 0.03
const MIN_SYNC_BYTES = 256 * 1024

export interface PartSource {
  readonly askedUrl: string
  readonly finalUrl: string
  /** A strong entity tag, or null where there is none: then the part cannot be resumed. */
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
  /** What the bytes so far belong to; null before the first bytes, and for a part that cannot be resumed. */
  readonly continues: { readonly etag: string; readonly totalBytes: number | null } | null
  /** Discards the content and begins anew; null for content that cannot be resumed. */
  begin(source: PartSource | null): Promise<void>
  /** Resolves when the next chunk may come. */
  append(chunk: Uint8Array): Promise<void> | undefined
  /** `length` bytes at `at`, fewer at the end, whether or not they are on disk. */
  read(at: number, length: number): Promise<Buffer>
  /** How many bytes of space the disk lacks for `bytes` more; 0 when there is enough, or it is not known. */
  lackingBytes(bytes: number): Promise<number>
  /** Writes, syncs and closes. The state stays until the file has its final name, so that nothing is downloaded again. */
  finish(): Promise<{ readonly sha256: string; readonly sizeBytes: number }>
  /** Closes, so that a later attempt can resume; removes what cannot be resumed. Never throws. */
  keep(): Promise<void>
  /** Closes and removes. */
  drop(): Promise<void>
}

/** Opens the part of what `askedUrl` names, with what an earlier attempt left of it. Null for bytes without an address. */
export async function openPart(path: string, askedUrl: string | null): Promise<PartFile> {
  const part = new Part(path)
  await part.open(askedUrl)
  return part
}

class Part implements PartFile {
  readonly path: string
  sizeBytes = 0
  head: Uint8Array = new Uint8Array()
  #file: FileHandle | null = null
  #state: PartState | null = null
  #mayHaveState = false
  #totalBytes: number | null = null
  #hash = createHash('sha256')
  #batch: Uint8Array[] = []
  #batchBytes = 0
  #writtenBytes = 0
  /** At most one write and one sync at a time. Their error is stored for the next step. */
  #writing: Promise<unknown> = Promise.resolve(null)
  #syncing: Promise<unknown> | null = null
  #error: Error | null = null

  constructor(path: string) {
    this.path = path
  }

  get continues(): PartFile['continues'] {
    return this.#state && { etag: this.#state.etag, totalBytes: this.#state.totalBytes }
  }

  async open(askedUrl: string | null): Promise<void> {
    const before = askedUrl === null ? 'unreadable' : await readPartState(this.path)
    this.#mayHaveState = before !== null
    if (askedUrl === null || before === null || before === 'unreadable' || !mayResume(before, askedUrl))
      return
    await this.#resume(before).catch(async () => {
      this.#reset()
      await onDisk(this.#remove())
    })
  }

  async begin(source: PartSource | null): Promise<void> {
    await this.#settle()
    this.#reset()
    // The state first: it must never describe other bytes.
    if (this.#mayHaveState || this.#state) await onDisk(removePartState(this.path))
    await onDisk(this.#file?.truncate(0) ?? Promise.resolve())
    this.#totalBytes = source?.totalBytes ?? null
    const { etag } = source ?? { etag: null }
    this.#state = source && etag !== null ? { format: 1, ...source, etag, syncedBytes: 0 } : null
  }

  append(chunk: Uint8Array): Promise<void> | undefined {
    this.#addToHead(chunk)
    this.#batch.push(chunk)
    this.#batchBytes += chunk.length
    this.sizeBytes += chunk.length
    return this.#batchBytes >= batchSize(this.#totalBytes, this.sizeBytes) ? this.#flush() : undefined
  }

  async read(at: number, length: number): Promise<Buffer> {
    if (this.sizeBytes === this.#batchBytes) return slice(this.#batch, at, length)
    await this.#flush()
    await this.#settle()
    const { buffer, bytesRead } = await onDisk(readAt(this.#file, at, length))
    return buffer.subarray(0, bytesRead)
  }

  async lackingBytes(bytes: number): Promise<number> {
    if (bytes < MAX_BATCH_BYTES) return 0
    const { bavail, bsize, blocks } = await onDisk(statfs(dirname(this.path)))
    // Some network disks do not say.
    return blocks === 0 ? 0 : Math.max(0, bytes - bavail * bsize)
  }

  async finish(): Promise<{ readonly sha256: string; readonly sizeBytes: number }> {
    await this.#flush()
    await this.#settle()
    await onDisk(this.#syncAndClose())
    return { sha256: this.#hash.digest('hex'), sizeBytes: this.sizeBytes }
  }

  async keep(): Promise<void> {
    try {
      if (!this.#state || this.sizeBytes === 0) return await this.#remove()
      await this.#flush()
      await this.#settle()
      await this.#sync()
    } catch {
      // What was synced before is still there, and its state says so.
    }
    await this.#close()
  }

  drop(): Promise<void> {
    return onDisk(this.#remove())
  }

  async #resume(before: PartState): Promise<void> {
    const file = await open(this.path, constants.O_RDWR)
    this.#file = file
    const { size } = await file.stat()
    if (size < before.syncedBytes) throw new Error('The part is shorter than its state says.')
    await file.truncate(before.syncedBytes)
    const reader = file.createReadStream({ start: 0, autoClose: false, highWaterMark: MAX_BATCH_BYTES })
    for await (const chunk of reader as AsyncIterable<Buffer>) {
      this.#addToHead(chunk)
      this.#hash.update(chunk)
    }
    this.sizeBytes = this.#writtenBytes = before.syncedBytes
    this.#totalBytes = before.totalBytes
    this.#state = before
  }

  #reset(): void {
    this.#hash = createHash('sha256')
    this.head = new Uint8Array()
    this.#batch = []
    this.#batchBytes = this.sizeBytes = this.#writtenBytes = 0
  }

  #addToHead(chunk: Uint8Array): void {
    if (this.head.length >= SNIFF_BYTES) return
    this.head = Buffer.concat([this.head, chunk.subarray(0, SNIFF_BYTES - this.head.length)])
  }

  async #flush(): Promise<void> {
    if (this.#batchBytes === 0) return
    const chunks = this.#batch
    const at = this.sizeBytes - this.#batchBytes
    this.#batch = []
    this.#batchBytes = 0
    for (const chunk of chunks) this.#hash.update(chunk)
    await this.#writing
    if (this.#error) throw this.#error
    this.#writing = this.#storeError(this.#write(chunks, at))
    if (this.#isAheadOfSync()) await this.#settle()
  }

  async #write(chunks: readonly Uint8Array[], at: number): Promise<void> {
    this.#file ??= await open(this.path, 'w+', 0o600)
    await writeAll(this.#file, chunks, at)
    this.#writtenBytes = chunks.reduce((end, { length }) => end + length, at)
    const unsyncedBytes = this.#writtenBytes - (this.#state?.syncedBytes ?? this.#writtenBytes)
    const size = this.#totalBytes ?? this.#writtenBytes
    if (unsyncedBytes >= Math.max(MIN_SYNC_BYTES, size * SYNC_SHARE)) {
      this.#syncing ??= this.#storeError(this.#sync().finally(() => (this.#syncing = null)))
    }
  }

  async #sync(): Promise<void> {
    const reached = this.#writtenBytes
    await this.#file?.datasync()
    if (!this.#state || this.#state.syncedBytes === reached) return
    const state = { ...this.#state, syncedBytes: reached }
    await writePartState(this.path, state)
    // Only now: a kill before it would lose what an earlier state does not know of.
    this.#state = state
  }

  #isAheadOfSync(): boolean {
    if (this.#state === null) return false
    const size = this.#totalBytes ?? this.sizeBytes
    return this.sizeBytes - this.#state.syncedBytes >= Math.max(2 * MIN_SYNC_BYTES, size * AHEAD_SHARE)
  }

  async #settle(): Promise<void> {
    await this.#writing
    await this.#syncing
    if (this.#error) throw this.#error
  }

  #storeError(work: Promise<unknown>): Promise<unknown> {
    return onDisk(work).catch((error: Error) => (this.#error ??= error))
  }

  async #syncAndClose(): Promise<void> {
    this.#file ??= await open(this.path, 'w', 0o600)
    await this.#file.sync()
    if (this.#state && this.sizeBytes > MAX_BATCH_BYTES) {
      this.#state = { ...this.#state, syncedBytes: this.sizeBytes }
      await writePartState(this.path, this.#state)
    }
    await this.#file.close()
    this.#file = null
  }

  async #close(): Promise<void> {
    await this.#writing
    await this.#syncing
    await this.#file?.close().catch(() => undefined)
    this.#file = null
  }

  async #remove(): Promise<void> {
    await this.#close()
    await removePartState(this.path)
    await rm(this.path, { force: true })
    this.#state = null
  }
}

function batchSize(totalBytes: number | null, sizeBytes: number): number {
  // A small file of known size is written at once.
  if (totalBytes !== null && totalBytes <= MAX_BATCH_BYTES) return MAX_BATCH_BYTES
  const share = (totalBytes ?? sizeBytes) * BATCH_SHARE
  return Math.min(MAX_BATCH_BYTES, Math.max(MIN_BATCH_BYTES, share))
}

async function readAt(file: FileHandle | null, at: number, length: number) {
  if (!file) throw new Error('There is no part file to read.')
  return file.read(Buffer.alloc(length), 0, length, at)
}
