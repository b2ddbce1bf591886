/**
 * The file of the search index: derived, may be deleted at any time, and used only when its checksum fits.
 *
 * A line of JSON that describes the state, in which each array is named by its place; then the arrays' bytes; then the CRC-32
 * of everything before. Not synced: a file torn by a power cut fails its checksum.
 */
import { closeSync, fstatSync, openSync, readSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { crc32 } from 'node:zlib'
import { COLUMNS_FORM } from './columns.ts'
import type { Numbers } from './packed-lists.ts'
import type { SearchIndexState } from './search-index.ts'

/** Change the number with every change of what is not in the columns' tables, or of what it means. */
const FORMAT = `atelier search 6 ${endianness()} ${COLUMNS_FORM}`
const HEAD_BYTES = 4
const SUM_BYTES = 4

interface ArrayPlace {
  readonly array: keyof typeof KINDS
  readonly length: number
}

const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const

/** @throws Error when the disk refuses; what was there stays. */
export function writeIndexFile(path: string, state: SearchIndexState): void {
  const arrays: Numbers[] = []
  const description = JSON.stringify({ format: FORMAT, state }, (_key, value: unknown) => {
    if (!isNumbers(value)) return value
    arrays.push(value)
    return { array: value.constructor.name, length: value.length }
  })
  const text = Buffer.from(description)
  const head = Buffer.alloc(HEAD_BYTES)
  head.writeUInt32LE(text.length)
  const part = `${path}.part`
  const file = openSync(part, 'w', 0o600)
  try {
    let sum = 0
    for (const bytes of [head, text, ...arrays.map(asBytes)]) {
      writeFileSync(file, bytes)
      sum = crc32(bytes, sum)
    }
    const tail = Buffer.alloc(SUM_BYTES)
    tail.writeUInt32LE(sum)
    writeFileSync(file, tail)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
  renameSync(part, path)
}

/** The state, or null where there is no file, or none that is valid. */
export function readIndexFile(path: string): SearchIndexState | null {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch {
    return null
  }
  try {
    return readState(file)
  } catch {
    return null
  } finally {
    closeSync(file)
  }
}

function readState(file: number): SearchIndexState | null {
  const { size } = fstatSync(file)
  let sum = 0
  let at = 0
  const fill = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
    for (let done = 0; done < bytes.length;) {
      const read = readSync(file, bytes, done, bytes.length - done, at)
      if (read === 0) throw new Error('The file ends early.')
      done += read
      at += read
    }
    return bytes
  }
  const filled = <Bytes extends Uint8Array>(bytes: Bytes): Bytes => {
    sum = crc32(fill(bytes), sum)
    return bytes
  }
  const length = filled(Buffer.alloc(HEAD_BYTES)).readUInt32LE()
  if (length > size) return null
  // Built only by `writeIndexFile` of the same format, or the sum is wrong.
  const { format, state } = JSON.parse(filled(Buffer.alloc(length)).toString(), (_key, value: unknown) => {
    if (!isArrayPlace(value)) return value
    if (value.length > size) throw new Error('The file cannot hold this.')
    const array = new KINDS[value.array](value.length)
    filled(asBytes(array))
    return array
  }) as { readonly format: string; readonly state: SearchIndexState }
  const tail = fill(Buffer.alloc(SUM_BYTES)).readUInt32LE()
  return format === FORMAT && tail === sum && at === size ? state : null
}

function isNumbers(value: unknown): value is Numbers {
  return Object.values(KINDS).some((Kind) => value instanceof Kind)
}

function isArrayPlace(value: unknown): value is ArrayPlace {
  return (
    typeof value === 'object' &&
    value !== null &&
    'array' in value &&
    typeof value.array === 'string' &&
    Object.hasOwn(KINDS, value.array)
  )
}

function asBytes({ buffer, byteOffset, byteLength }: Numbers): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}
