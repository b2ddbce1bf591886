/** Where mediabunny writes a file: each piece at its place. */
import type { FileHandle } from 'node:fs/promises'
import type { StreamTargetChunk } from 'mediabunny'

/** It fails with the disk's error. */
export function writableTo(file: Pick<FileHandle, 'write'>): WritableStream<StreamTargetChunk> {
  return new WritableStream({ write: ({ data, position }) => writeAt(file, data, position) })
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
