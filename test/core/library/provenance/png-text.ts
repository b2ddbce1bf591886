/** Writes texts into a PNG as other tools do, by the specification and without Atelier's own code. */
import { crc32, deflateSync } from 'node:zlib'

export type TextChunk = 'tEXt' | 'zTXt' | 'iTXt' | 'compressed iTXt'

/** The PNG with a chunk behind its header. A tEXt or zTXt is written in UTF-8, as tools do that do not know better. */
export function withText(
  png: Uint8Array,
  chunk: TextChunk,
  keyword: string,
  text: string | Uint8Array,
): Buffer {
  const value = Buffer.from(text as string)
  const data: Readonly<Record<TextChunk, () => Buffer>> = {
    tEXt: () => Buffer.concat([Buffer.from(`${keyword}\0`), value]),
    zTXt: () => Buffer.concat([Buffer.from(`${keyword}\0\0`), deflateSync(value)]),
    iTXt: () => Buffer.concat([Buffer.from(`${keyword}\0\0\0en\0${keyword}\0`), value]),
    'compressed iTXt': () => Buffer.concat([Buffer.from(`${keyword}\0\u0001\0\0\0`), deflateSync(value)]),
  }
  return withChunk(png, chunk.slice(-4), data[chunk]())
}

/** The PNG with any chunk behind its header. */
export function withChunk(png: Uint8Array, type: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  // The signature and the header chunk are 33 bytes.
  return Buffer.concat([png.subarray(0, 33), length, named, sum, png.subarray(33)])
}
