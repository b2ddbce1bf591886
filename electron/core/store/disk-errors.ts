/** Tells a disk's refusal from every other error. */
import { open, rm, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { failure, type Failure } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'

/** Primary result codes of SQLite that mean a lock, and the disk: https://sqlite.org/rescode.html */
const SQLITE_BUSY = 5
const SQLITE_READONLY = 8
const SQLITE_IOERR = 10
const SQLITE_FULL = 13
const SQLITE_CANTOPEN = 14

const FULL = new Set(['ENOSPC', 'EDQUOT'])
const REFUSED = new Set(['EROFS', 'EACCES', 'EPERM', 'EIO', 'ENXIO', 'ENODEV', 'ESTALE', 'EMFILE', 'ENFILE'])
/** Of the system, unlike Node's own, such as ERR_OUT_OF_RANGE. */
const SYSTEM_CODE = /^E[A-Z0-9]+$/

/**
 * An operation on one of our files that failed. Where the network is at work too, files are touched through `onDisk`, so that
 * a connection refused by a firewall (EACCES, EPERM) is not taken for a refusing disk.
 */
export class DiskRefusal extends Error {
  readonly failure: Failure

  constructor(cause: unknown) {
    const refusal = diskFailure(cause) ?? refused(cause)
    super(`${refusal.id} ${JSON.stringify(refusal.values ?? {})}`, { cause })
    this.failure = refusal
  }
}

/** @throws DiskRefusal when an operation on a file fails in `work`, and what else it throws as it is. */
export async function onDisk<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isOperation(error) ? new DiskRefusal(error) : error
  }
}

/** The failure that a disk error is, or null for an error of another kind. */
export function diskFailure(error: unknown): Failure | null {
  if (error instanceof DiskRefusal) return error.failure
  if (!(error instanceof Error)) return null
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const sqlite = sqliteCode(error)
  if (FULL.has(code) || sqlite === SQLITE_FULL) {
    return failure('disk_full', 'store.diskFull')
  }
  if (REFUSED.has(code) || [SQLITE_READONLY, SQLITE_IOERR, SQLITE_CANTOPEN].includes(sqlite)) {
    return refused(error)
  }
  return null
}

/** Whether another program has the database locked. */
export function isBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY
}

/** The primary result code, or 0 where it is no error of SQLite. */
function sqliteCode(error: unknown): number {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : 0
}

/** The same for an error of work that touches files by their names, and no network: every failing operation counts. */
export function fileFailure(error: unknown): Failure | null {
  return diskFailure(error) ?? (isOperation(error) ? refused(error) : null)
}

/** Whether a disk that is full, read-only or failing refused: what may pass, unlike a folder that may not be written to. */
export function isPassing(error: unknown): boolean {
  const isForbidden =
    error instanceof Error && 'code' in error && /^(?:EACCES|EPERM)$/.test(String(error.code))
  return diskFailure(error) !== null && !isForbidden
}

/** Of an operation that another process tried there is only the system's code left. */
function isOperation(error: unknown): boolean {
  if (error instanceof DiskRefusal) return true
  return (
    error instanceof Error &&
    ('syscall' in error || ('code' in error && SYSTEM_CODE.test(String(error.code))))
  )
}

function refused(error: unknown): Failure {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
  const said = withoutPath(error instanceof Error ? error.message : String(error))
  return failure('disk_error', message('store.diskRefused', { said, code: code || 'SQLite' }))
}

/** For what may be forgotten, such as something that is learned again: skips the write when the disk refuses. */
export function writeIfPossible(write: () => void): void {
  try {
    write()
  } catch (error) {
    if (!diskFailure(error)) throw error
  }
}

function withoutPath(message: string): string {
  return message.replace(/^[A-Z]+: /, '').replace(/, .*$/, '')
}

const PROBE_BYTES = 4_096

/**
 * Finds out whether a disk that refused takes anything again, at the cost of a few bytes.
 *
 * What the disk of `path`, a file that nobody needs, says; null when it takes `neededBytes`, as far as it can be known.
 */
export async function probeDisk(path: string, neededBytes: number): Promise<Failure | null> {
  try {
    const { bavail, bsize, blocks } = await statfs(dirname(path))
    if (blocks > 0 && bavail * bsize < neededBytes) {
      throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
    }
    const file = await open(path, 'w', 0o600)
    try {
      await file.writeFile(Buffer.alloc(PROBE_BYTES))
      await file.sync()
    } finally {
      await file.close()
    }
    await rm(path, { force: true })
    return null
  } catch (error) {
    await rm(path, { force: true }).catch(() => undefined)
    return new DiskRefusal(error).failure
  }
}
