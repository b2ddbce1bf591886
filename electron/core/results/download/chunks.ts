/** Consecutive chunks of a file that is still arriving. */
import type { FileHandle } from 'node:fs/promises'

/** `length` bytes of them at `at`. */
export function slice(chunks: readonly Uint8Array[], at: number, length: number): Buffer {
  const parts: Uint8Array[] = []
  let start = 0
  for (const chunk of chunks) {
    const [from, to] = [Math.max(0, at - start), Math.min(chunk.length, at + length - start)]
    if (from < to) parts.push(chunk.subarray(from, to))
    start += chunk.length
  }
  return Buffer.concat(parts)
}

/** A write on a disk that fills up may stop short without an error; the next one then says why. */
export async function writeAll(file: FileHandle, chunks: readonly Uint8Array[], at: number): Promise<void> {
  const { bytesWritten } = await file.writev(chunks, at)
  const totalBytes = chunks.reduce((sum, { length }) => sum + length, 0)
  if (bytesWritten === totalBytes) return
  const rest = Buffer.concat(chunks).subarray(bytesWritten)
  for (let done = 0; done < rest.length;) {
    done += (await file.write(rest, done, rest.length - done, at + bytesWritten + done)).bytesWritten
  }
}
