/** Zip archives as a stranger writes them: whatever is wanted, under whatever names. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface HostileEntry {
  readonly name: string
  readonly bytes: Uint8Array
  readonly isPacked?: boolean
  /** What the archive says of it instead. */
  readonly saysBytes?: number
  /** Unix: type and rights. A link is 0o120777. */
  readonly mode?: number
}

export function makeZip(entries: readonly HostileEntry[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, isPacked = false, saysBytes = bytes.length, mode = 0o100644 } of entries) {
    const data = isPacked ? deflateRawSync(bytes) : Buffer.from(bytes)
    const nameBytes = Buffer.from(name)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(0x0800, 2)
    common.writeUInt16LE(isPacked ? 8 : 0, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(data.length, 14)
    common.writeUInt32LE(saysBytes, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), common, nameBytes, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(mode * 0x1_0000, 6)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021403', 'hex'), common, tail, nameBytes]))
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32BE(0x504b0506, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(listed.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, listed, end])
}
