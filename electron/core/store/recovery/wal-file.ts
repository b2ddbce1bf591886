/**
 * Reads a write-ahead log as SQLite would, and beyond the place where SQLite would stop.
 *
 * Format and checksum: https://sqlite.org/fileformat2.html#walformat. Only reads; what the log means for the database is
 * the caller's business.
 */
import { open, type FileHandle } from 'node:fs/promises'
import { endianness } from 'node:os'

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC_LITTLE = 0x377f0682
const MAGIC_BIG = 0x377f0683
const FRAMES_A_STEP = 128

/** One page's image in the log. `offset` is where its bytes begin. */
export interface WalImage {
  readonly page: number
  readonly offset: number
}

export interface WalFile {
  /** The newest committed image of each page: the offset by the page's number. */
  readonly committed: ReadonlyMap<number, number>
  /** How many pages the database has after the last commit; null when the log holds none. */
  readonly pageCount: number | null
  /** Images of the same run of the log behind the place where its chain of checksums breaks, in order. */
  readonly beyond: readonly WalImage[]
}

/** The log, or null when there is none or it is empty. Never holds the event loop for long. */
export async function readWal(path: string, pageSize: number): Promise<WalFile | null> {
  const file = await open(path, 'r').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  })
  if (!file) return null
  try {
    return await readFrames(file, pageSize)
  } finally {
    await file.close()
  }
}

async function readFrames(file: FileHandle, pageSize: number): Promise<WalFile | null> {
  const header = Buffer.alloc(HEADER_BYTES)
  const { bytesRead } = await file.read(header, 0, HEADER_BYTES, 0)
  if (bytesRead === 0) return null
  const chain = startChain(header.subarray(0, bytesRead), pageSize)
  const committed = new Map<number, number>()
  const beyond: WalImage[] = []
  let pending: WalImage[] = []
  let pageCount: number | null = null
  let salt = chain ? header.subarray(16, 24) : null
  let isWhole = chain !== null
  for await (const { frame, offset } of frames(file, pageSize)) {
    salt ??= Buffer.from(frame.subarray(8, 16))
    if (!frame.subarray(8, 16).equals(salt)) break
    const image = { page: frame.readUInt32BE(0), offset: offset + FRAME_HEADER_BYTES }
    if (isWhole && !chain?.holds(frame)) isWhole = false
    if (!isWhole) {
      beyond.push(image)
      continue
    }
    pending.push(image)
    const pagesAfterCommit = frame.readUInt32BE(4)
    if (pagesAfterCommit === 0) continue
    for (const { page, offset: at } of pending) committed.set(page, at)
    pending = []
    pageCount = pagesAfterCommit
  }
  return { committed, pageCount, beyond }
}

async function* frames(file: FileHandle, pageSize: number) {
  const frameBytes = FRAME_HEADER_BYTES + pageSize
  const step = Buffer.alloc(frameBytes * FRAMES_A_STEP)
  for (let offset = HEADER_BYTES; ; offset += step.length) {
    const { bytesRead } = await file.read(step, 0, step.length, offset)
    const whole = Math.floor(bytesRead / frameBytes)
    for (let index = 0; index < whole; index++) {
      const start = index * frameBytes
      yield { frame: step.subarray(start, start + frameBytes), offset: offset + start }
    }
    if (bytesRead < step.length) return
  }
}

interface Chain {
  /** Whether this frame follows on the ones before. */
  holds(frame: Buffer): boolean
}

/** The chain of checksums from the log's header on; null when the header itself is not sound. */
function startChain(header: Buffer, pageSize: number): Chain | null {
  if (header.length < HEADER_BYTES) return null
  const magic = header.readUInt32BE(0)
  if ((magic !== MAGIC_LITTLE && magic !== MAGIC_BIG) || header.readUInt32BE(8) !== pageSize) return null
  const isBig = magic === MAGIC_BIG
  let sums: Sums = add([0, 0], header.subarray(0, 24), isBig)
  if (!equals(sums, header, 24)) return null
  return {
    holds: (frame) => {
      const next = add(add(sums, frame.subarray(0, 8), isBig), frame.subarray(FRAME_HEADER_BYTES), isBig)
      if (frame.readUInt32BE(0) === 0 || !equals(next, frame, 16)) return false
      sums = next
      return true
    },
  }
}

type Sums = readonly [number, number]

function add([first, second]: Sums, bytes: Buffer, isBig: boolean): Sums {
  const words = wordsOf(bytes, isBig)
  let [a, b] = [first, second]
  for (let at = 0; at < words.length; at += 2) {
    a = (a + (words[at] ?? 0) + b) >>> 0
    b = (b + (words[at + 1] ?? 0) + a) >>> 0
  }
  return [a, b]
}

/** The log is written in the order of bytes of the computer that wrote it, which is nearly always this one. */
function wordsOf(bytes: Buffer, isBig: boolean): Uint32Array {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4)
  if (isBig === (endianness() === 'BE')) return words
  return Uint32Array.from(words, (_, index) =>
    isBig ? bytes.readUInt32BE(index * 4) : bytes.readUInt32LE(index * 4),
  )
}

function equals([first, second]: Sums, bytes: Buffer, at: number): boolean {
  return bytes.readUInt32BE(at) === first && bytes.readUInt32BE(at + 4) === second
}
