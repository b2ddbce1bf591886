/**
 * Opens a file of the data directory for sending, and sends it piece by piece.
 *
 * Owns two promises: nothing outside the given folders is ever opened, whatever a path or a link in it says, and a file
 * handle is closed when its reader is done, fails or goes away.
 */
import { constants } from 'node:fs'
import { open, realpath, type FileHandle } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'

const CHUNK_BYTES = 256 * 1024
/** Windows has neither flag. O_NONBLOCK: opening a named pipe must not wait for its writer. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

export interface StoredFile {
  readonly handle: FileHandle
  readonly sizeBytes: number
  readonly modifiedMs: number
}

/** Opens `path` if it is a regular file inside one of `folders` and reached without a link of its own; else null. */
export async function openStoredFile(path: string, folders: readonly string[]): Promise<StoredFile | null> {
  try {
    const folder = await realpath(dirname(path))
    const real = await realpath(path)
    const isLink = real !== join(folder, basename(path))
    if (isLink || !(await isInside(real, folders))) return null
    const handle = await open(real, OPEN_FLAGS)
    const stat = await handle.stat()
    if (stat.isFile()) return { handle, sizeBytes: stat.size, modifiedMs: Math.trunc(stat.mtimeMs) }
    await handle.close()
    return null
  } catch {
    return null
  }
}

async function isInside(real: string, folders: readonly string[]): Promise<boolean> {
  for (const folder of folders) {
    const realFolder = await realpath(folder).catch(() => null)
    if (realFolder !== null && real.startsWith(realFolder + sep)) return true
  }
  return false
}

/**
 * `lengthBytes` bytes from `start` on, read as they are asked for. Errors when the file turns out shorter, so that the
 * connection is cut instead of leaving the receiver waiting.
 */
export function streamFile(
  handle: FileHandle,
  start: number,
  lengthBytes: number,
  signal: AbortSignal,
): ReadableStream<Uint8Array> {
  const end = start + lengthBytes
  let position = start
  const close = () => handle.close()
  const closeOnAbort = () => void close()
  const finish = async () => {
    signal.removeEventListener('abort', closeOnAbort)
    await close()
  }
  signal.addEventListener('abort', closeOnAbort, { once: true })
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const wanted = Math.min(CHUNK_BYTES, end - position)
          const { bytesRead, buffer } = await handle.read(new Uint8Array(wanted), 0, wanted, position)
          if (bytesRead === 0) throw new Error('shorter')
          position += bytesRead
          controller.enqueue(buffer.subarray(0, bytesRead))
          if (position < end) return
          controller.close()
        } catch {
          controller.error(new Error('The file could not be read to its end.'))
        }
        await finish()
      },
      cancel: finish,
    },
    { highWaterMark: 0 },
  )
}
