/** Sorts very many names by their keys, without an object or a comparison for each. */
import { Buffer } from 'node:buffer'
import { MAX_KEY_BYTES, type NameKeys } from './name-keys.ts'

/** Of a key at once: as a number in front of the key's own it is sorted without a call of ours. */
const WORD_BYTES = 4
const CHUNK_BITS = 20
const CHUNK_BYTES = 1 << CHUNK_BITS

export function createKeySort(most: number, keys: Pick<NameKeys, 'write' | 'ranking'>) {
  const starts = new Uint32Array(most)
  const lengths = new Uint16Array(most)
  /** The number's complement below four bytes of its key. Every machine that runs Atelier is little-endian. */
  const words = new BigUint64Array(most)
  const halves = new Uint32Array(words.buffer)
  /** The keys, each with a word of zeros behind it. */
  const chunks: Buffer<ArrayBuffer>[] = []
  let at = CHUNK_BYTES
  let count = 0
  const chunkOf = (start: number): Buffer<ArrayBuffer> | undefined => chunks[start >>> CHUNK_BITS]
  const wordAt = (number: number, depth: number): number => {
    if (depth >= (lengths[number] ?? 0)) return 0
    const start = (starts[number] ?? 0) + depth
    return chunkOf(start)?.readUInt32BE(start & (CHUNK_BYTES - 1)) ?? 0
  }
  const sort = (from: number, to: number, depth: number): void => {
    for (let key = from; key < to; key++) halves[2 * key + 1] = wordAt(~(halves[2 * key] ?? 0) >>> 0, depth)
    words.subarray(from, to).sort()
    for (let end = from; from < to; from = end) {
      const word = halves[2 * from + 1] ?? 0
      while (end < to && halves[2 * end + 1] === word) end++
      if (end - from > 1 && word !== 0) sort(from, end, depth + WORD_BYTES)
    }
  }
  return {
    /** Each number once, and lower than `most`. A name of nothing is left out. */
    add: (number: number, name: string): void => {
      if (at + MAX_KEY_BYTES + WORD_BYTES > CHUNK_BYTES) {
        // Not from Node's pool, and so that it can be given back.
        chunks.push(Buffer.from(new ArrayBuffer(CHUNK_BYTES)))
        at = 0
      }
      const length = keys.write(name, chunks.at(-1) ?? Buffer.of(), at) - at
      if (length === 0) return
      starts[number] = (chunks.length - 1) * CHUNK_BYTES + at
      lengths[number] = length
      at += length + WORD_BYTES
      halves[2 * count++] = ~number
    },
    /** The numbers in the order of their names, of the same name the highest first. To be called once, at the end. */
    sorted: (): Uint32Array<ArrayBuffer> => {
      const rank = keys.ranking()
      for (let place = 0; place < count; place++) {
        const number = ~(halves[2 * place] ?? 0) >>> 0
        const start = starts[number] ?? 0
        const from = start & (CHUNK_BYTES - 1)
        const chunk = chunkOf(start)
        if (chunk) rank(chunk, from, from + (lengths[number] ?? 0))
      }
      sort(0, count, 0)
      // At once: they would wait for the next look at old memory.
      for (const { buffer } of chunks) buffer.transfer(0)
      return Uint32Array.from({ length: count }, (_, place) => ~(halves[2 * place] ?? 0) >>> 0)
    },
  }
}
