/**
 * Reads a zip by its central directory and checks every byte of it, knowing nothing of who wrote it.
 *
 * Source: PKWARE, APPNOTE.TXT 6.3.10, 4.3. Stored entries only, without ZIP64.
 */
import { crc32 } from 'node:zlib'

/** The files by name. @throws Error where a length, a checksum or a name does not agree. */
export function readZip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'))
  const count = zip.readUInt16LE(end + 10)
  const files = new Map<string, Buffer>()
  let position = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index++) {
    if (zip.readUInt32BE(position) !== 0x504b0102) throw new Error(`No entry at ${position}.`)
    const [method, sum] = [zip.readUInt16LE(position + 10), zip.readUInt32LE(position + 16)]
    const [packed, sizeBytes] = [zip.readUInt32LE(position + 20), zip.readUInt32LE(position + 24)]
    const nameBytes = zip.readUInt16LE(position + 28)
    const isUtf8 = (zip.readUInt16LE(position + 8) & 0x0800) !== 0
    const name = zip.toString(isUtf8 ? 'utf8' : 'latin1', position + 46, position + 46 + nameBytes)
    const local = zip.readUInt32LE(position + 42)
    const localName = zip.readUInt16LE(local + 26)
    const start = local + 30 + localName + zip.readUInt16LE(local + 28)
    const data = zip.subarray(start, start + sizeBytes)
    const isValid =
      method === 0 && packed === sizeBytes && crc32(data) === sum && zip.readUInt32BE(local) === 0x504b0304
    if (!isValid || files.has(name)) throw new Error(`The entry ${name} is not valid.`)
    files.set(name, data)
    position += 46 + nameBytes + zip.readUInt16LE(position + 30) + zip.readUInt16LE(position + 32)
  }
  if (position !== end) throw new Error('The directory does not end where it should.')
  return files
}
