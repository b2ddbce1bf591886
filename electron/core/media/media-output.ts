/** Where mediabunny writes a file: each piece at its place. */
import type { FileHandle } from 'node:fs/promises'
import type { StreamTargetChunk } from 'mediabunny'

/** What is written at once: a disk is slow with less. */
const AT_ONCE_BYTES = 4 * 1024 ** 2
/** What waits while the disk writes. */
const WAITING_BYTES = 2 * AT_ONCE_BYTES

type Writable = Pick<FileHandle, 'write' | 'writev'>

/**
 * Pieces that follow each other are written together, as they are: nothing is copied. It is for a target that is not `chunked`, which
 * hands over pieces of its own. It fails with the disk's error.
 */
export function writableTo(file: Writable): WritableStream<StreamTargetChunk> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  let begin = 0
  const write = async (): Promise<void> => {
    const chunks = held
    held = []
    heldBytes = 0
    await writeAllAt(file, chunks, begin)
  }
  return new WritableStream(
    {
      write: async ({ data, position }) => {
        if (position !== begin + heldBytes) await write()
        if (heldBytes === 0) begin = position
        held.push(data)
        heldBytes += data.byteLength
        if (heldBytes >= AT_ONCE_BYTES) await write()
      },
      close: write,
    },
    { highWaterMark: WAITING_BYTES, size: ({ data }) => data.byteLength },
  )
}

async function writeAllAt(file: Writable, chunks: readonly Uint8Array[], position: number): Promise<void> {
  if (chunks.length === 0) return
  let { bytesWritten: written } = await file.writev(chunks, position)
  let at = position
  for (const chunk of chunks) {
    const done = Math.min(written, chunk.byteLength)
    written -= done
    // A disk that took a part of it says why when it is asked again.
    if (done < chunk.byteLength) await writeAt(file, chunk.subarray(done), at + done)
    at += chunk.byteLength
  }
}

/** Writes all of `bytes`, unlike `write`. @throws the disk's error. */
export async function writeAt(
  file: Pick<FileHandle, 'write'>,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  for (let done = 0; done < bytes.length;) {
    done += (await file.write(bytes, done, bytes.length - done, position + done)).bytesWritten
  }
}
