/**
 * Reads files of an archive: what each is, its hash, how it was made, what the tool noted of it, and how large it is, from one look at
 * its bytes. Where a copy is wanted, the same bytes are written, and on the disk when this ends.
 *
 * Runs where a file can be killed for what it does.
 */
import { createHash, hash } from 'node:crypto'
import { constants, createWriteStream } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pLimit from 'p-limit'
import { SNIFF_BYTES, type FileType } from '../../../media/sniff.ts'
import { diskFailure } from '../../../store/disk-errors.ts'
import { measureMedia, type MediaFacts } from '../../assets/measure.ts'
import { measureSvg } from '../../assets/measure-svg.ts'
import { sourceOfBytes } from '../../provenance/byte-source.ts'
import type { Provenance } from '../../provenance/read-recipe.ts'
import { readHiddenSource } from '../../provenance/sources/read-sources.ts'
import { readIncoming } from '../beside.ts'
import { takenType } from '../taken-type.ts'
import type { ArchiveIndex } from './archive-index.ts'
import { readArchiveNote } from './archive-note.ts'
import type { FileNote } from './file-note.ts'
import type { ArchiveFile } from './walk-archive.ts'

/** A file of this size is read whole; of a larger one only what is looked at stays in memory. */
const WHOLE_BYTES = 4 * 1024 ** 2
const PART_BYTES = 512 * 1024
/** While one is parsed, others are read and written. */
const AT_ONCE = 8

export interface WantedFile extends Pick<ArchiveFile, 'path' | 'sizeBytes' | 'modifiedAt' | 'beside'> {
  /** Where a copy is to lie, which must not be there yet. */
  readonly target?: string
}

export type ReadFile =
  | {
      readonly kind: 'read'
      readonly sha256: string
      readonly type: FileType
      readonly provenance: Provenance | 'trashed' | null
      readonly note: FileNote | 'damaged' | null
      readonly facts: MediaFacts
      /** False for a drawing that would stop whoever shows it. */
      readonly isShowable: boolean
    }
  | { readonly kind: 'noMedia' }
  /** The disk does not give it, or it is not what it was a moment ago. */
  | { readonly kind: 'unreadable' }

/** In the same order. @throws Error when the disk is full, or `signal` aborts. */
export async function readArchiveFiles(
  files: readonly WantedFile[],
  source: ArchiveIndex['source'],
  signal: AbortSignal,
): Promise<readonly ReadFile[]> {
  const limit = pLimit(AT_ONCE)
  return Promise.all(files.map((file) => limit(() => readOrLeave(file, source, signal))))
}

async function readOrLeave(
  file: WantedFile,
  source: ArchiveIndex['source'],
  signal: AbortSignal,
): Promise<ReadFile> {
  signal.throwIfAborted()
  let handle: FileHandle | null = null
  try {
    handle = await openRegular(file)
    return handle === null ? { kind: 'unreadable' } : await readOne(handle, file, source, signal)
  } catch (error) {
    signal.throwIfAborted()
    if (diskFailure(error)?.code === 'disk_full' || !(error instanceof Error && 'code' in error)) throw error
    return { kind: 'unreadable' }
  } finally {
    await handle?.close()
  }
}

/** No link, and nothing that would be waited for: what lies there now need not be what the folder listed. */
async function openRegular(file: WantedFile): Promise<FileHandle | null> {
  // Windows has the first alone; the others are nothing there.
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
  const handle = await open(file.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
  if (await isSame(handle, file)) return handle
  await handle.close()
  return null
}

async function isSame(handle: FileHandle, { sizeBytes, modifiedAt }: WantedFile): Promise<boolean> {
  const info = await handle.stat()
  return info.isFile() && info.size === sizeBytes && Math.trunc(info.mtimeMs) === modifiedAt
}

async function readOne(
  handle: FileHandle,
  file: WantedFile,
  source: ArchiveIndex['source'],
  signal: AbortSignal,
): Promise<ReadFile> {
  const { path, sizeBytes, beside, target } = file
  const isSmall = sizeBytes <= WHOLE_BYTES
  const head = await bytesOf(handle, isSmall ? sizeBytes : SNIFF_BYTES)
  const type = await takenType(head)
  if (type === null) return { kind: 'noMedia' }
  const sha256 = isSmall ? hash('sha256', head, 'hex') : await hashOf(handle, file, signal)
  const whole = isSmall ? head : null
  if (whole && target !== undefined) await writeSynced(target, whole)
  const [provenance, note, measured] = await Promise.all([
    readIncoming({ path, sha256, beside }, whole ? (work) => work(sourceOfBytes(whole)) : undefined),
    readArchiveNote(path, beside, source),
    measure(path, type, whole),
  ])
  if (head.length < Math.min(sizeBytes, SNIFF_BYTES) || !(await isSame(handle, file)))
    return { kind: 'unreadable' }
  const said = provenance ?? annotated(note, basename(path))
  return { kind: 'read', sha256, type, provenance: said, note, ...measured }
}

/** Programs that send to Eagle write what they would write into the file. Source: bbc-mc/sdweb-eagle-pnginfo, "Save Generation info". */
function annotated(note: FileNote | 'damaged' | null, name: string): Provenance | null {
  const text = note === null || note === 'damaged' ? undefined : note.annotation
  const recipe = text === undefined ? null : readHiddenSource(text, name)
  return recipe && { kind: 'foreign', recipe }
}

/** As many as there are, up to `length`. */
async function bytesOf(handle: FileHandle, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  let read = 0
  while (read < length) {
    const { bytesRead } = await handle.read(bytes, read, length - read, read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

/** Of a file that is not held in memory; it is copied on the way. */
async function hashOf(
  handle: FileHandle,
  { sizeBytes, target }: WantedFile,
  signal: AbortSignal,
): Promise<string> {
  const digest = createHash('sha256')
  const parts = async function* (): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < sizeBytes; at += PART_BYTES) {
      signal.throwIfAborted()
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(PART_BYTES), 0, PART_BYTES, at)
      const part = buffer.subarray(0, Math.min(bytesRead, sizeBytes - at))
      digest.update(part)
      yield part
    }
  }
  if (target === undefined) for await (const _ of parts());
  else await pipeline(parts(), createWriteStream(target, { flags: 'wx', flush: true }), { signal })
  return digest.digest('hex')
}

async function writeSynced(target: string, bytes: Uint8Array): Promise<void> {
  const file = await open(target, 'wx')
  try {
    await file.writeFile(bytes)
    await file.datasync()
  } finally {
    await file.close()
  }
}

async function measure(
  path: string,
  { kind, extension }: FileType,
  whole: Uint8Array | null,
): Promise<{ readonly facts: MediaFacts; readonly isShowable: boolean }> {
  if (extension === 'svg') {
    const { facts, isSmall } = await measureSvg(path)
    return { facts, isShowable: isSmall }
  }
  return { facts: await measureMedia(path, kind, whole), isShowable: true }
}
