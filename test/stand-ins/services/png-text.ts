/** A text in a PNG (tEXt, PNG Specification 11.3.3.2), as Pillow's `PngInfo.add_text` writes it. */
import { crc32 } from 'node:zlib'

/** Behind the signature (8 bytes) and IHDR (25 bytes). */
const AFTER_HEADER = 33

export function withText(png: Uint8Array, keyword: string, text: string): Buffer {
  const data = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length - 4)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(data))
  return Buffer.concat([png.subarray(0, AFTER_HEADER), length, data, check, png.subarray(AFTER_HEADER)])
}
