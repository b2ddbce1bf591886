/** Reads parts of a file, or of bytes in memory, by position: what a walk over a file's own structure needs. */
import { open } from 'node:fs/promises'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** Headers stand close together: one read of the disk serves many of them. */
const WINDOW_BYTES = 64 * 1024
/** Reads of bytes in memory never wait: after so many of them other work gets its turn. */
const READS_PER_YIELD = 1_000

export interface ByteSource {
  readonly sizeBytes: number
  /** The bytes from `position` on, fewer where the file ends. The result may be shared: it is not written to. */
  read(position: number, lengthBytes: number): Promise<Buffer>
}

export function sourceOfBytes(bytes: Uint8Array): ByteSource {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let reads = 0
  return {
    sizeBytes: buffer.length,
    read: async (position, lengthBytes) => {
      if (++reads % READS_PER_YIELD === 0) await yieldToEventLoop()
      return buffer.subarray(position, position + lengthBytes)
    },
  }
}

/**
 * Opens the file at `path` for `work` and closes it again.
 *
 * @throws Error as the file system says it, and whatever `work` throws.
 */
export async function withFileSource<Value>(
  path: string,
  work: (source: ByteSource) => Promise<Value>,
): Promise<Value> {
  const handle = await open(path, 'r')
  try {
    const sizeBytes = (await handle.stat()).size
    const readThrough = async (position: number, lengthBytes: number): Promise<Buffer> => {
      const wanted = Math.max(0, Math.min(lengthBytes, sizeBytes - position))
      const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(wanted), 0, wanted, position)
      return buffer.subarray(0, bytesRead)
    }
    return await work({ sizeBytes, read: windowed(readThrough) })
  } finally {
    await handle.close()
  }
}

function windowed(readThrough: ByteSource['read']): ByteSource['read'] {
  let start = 0
  let window: Buffer = Buffer.alloc(0)
  return async (position, lengthBytes) => {
    if (lengthBytes > WINDOW_BYTES) return readThrough(position, lengthBytes)
    if (position < start || position + lengthBytes > start + window.length) {
      window = await readThrough(position, WINDOW_BYTES)
      start = position
    }
    return window.subarray(position - start, position - start + lengthBytes)
  }
}
