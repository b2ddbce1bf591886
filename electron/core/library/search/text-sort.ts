/** Sorts very many short texts by their UTF-8 bytes, without an object or a comparison for each. */
import { Buffer } from 'node:buffer'

/** Of a text at once: as a number in front of the text's own it is sorted without a call of ours. */
const WORD_BYTES = 4
const CHUNK_BITS = 20
const CHUNK_BYTES = 1 << CHUNK_BITS
/** UTF-8 of one unit of UTF-16. */
const MOST_BYTES_A_UNIT = 3

export interface TextSort {
  /** Each number once, and lower than `most`. A text that no chunk holds is cut. */
  add(number: number, text: string): void
  /** The numbers in the order of their texts, of the same text the highest first. To be called once, at the end. */
  sorted(): Uint32Array<ArrayBuffer>
}

export function createTextSort(most: number): TextSort {
  const starts = new Uint32Array(most)
  const lengths = new Uint32Array(most)
  /** The number's complement below four bytes of its text. Every machine that runs Atelier is little-endian. */
  const keys = new BigUint64Array(most)
  const halves = new Uint32Array(keys.buffer)
  /** The texts, each with a word of zeros behind it. */
  const chunks: Buffer<ArrayBuffer>[] = []
  let at = CHUNK_BYTES
  let count = 0
  const wordAt = (number: number, depth: number): number => {
    if (depth >= (lengths[number] ?? 0)) return 0
    const start = (starts[number] ?? 0) + depth
    return chunks[start >>> CHUNK_BITS]?.readUInt32BE(start & (CHUNK_BYTES - 1)) ?? 0
  }
  const sort = (from: number, to: number, depth: number): void => {
    for (let key = from; key < to; key++) halves[2 * key + 1] = wordAt(~(halves[2 * key] ?? 0) >>> 0, depth)
    keys.subarray(from, to).sort()
    for (let end = from; from < to; from = end) {
      const word = halves[2 * from + 1] ?? 0
      while (end < to && halves[2 * end + 1] === word) end++
      if (end - from > 1 && word !== 0) sort(from, end, depth + WORD_BYTES)
    }
  }
  return {
    add: (number, text) => {
      if (at + text.length * MOST_BYTES_A_UNIT + WORD_BYTES > CHUNK_BYTES) {
        // Not from Node's pool, and so that it can be given back.
        chunks.push(Buffer.from(new ArrayBuffer(CHUNK_BYTES)))
        at = 0
      }
      const length = chunks.at(-1)?.write(text, at, CHUNK_BYTES - at - WORD_BYTES) ?? 0
      starts[number] = (chunks.length - 1) * CHUNK_BYTES + at
      lengths[number] = length
      at += length + WORD_BYTES
      halves[2 * count++] = ~number
    },
    sorted: () => {
      sort(0, count, 0)
      // At once: they would wait for the next look at old memory.
      for (const { buffer } of chunks) buffer.transfer(0)
      return Uint32Array.from({ length: count }, (_, place) => ~(halves[2 * place] ?? 0) >>> 0)
    },
  }
}
