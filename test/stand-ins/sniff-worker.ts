/** Sniffs hostile heads of files, and a whole long one, and says how long the slowest took. */
import { parentPort, workerData } from 'node:worker_threads'
import { sniff, SNIFF_BYTES } from '#core/media/sniff.ts'
import { seededRandom } from './seeded-random.ts'
import { timeOf } from './loop-silence.ts'

export interface SniffTimes {
  readonly heads: number
  /** Of the processor's time of this thread. */
  readonly longestMs: number
  readonly slowest: string
}

const ASF = '3026b2758e66cf11a6d900aa0062ce6c'
/** How the kinds of file begin that are looked into: their sizes, counts and nested parts follow. */
const BEGINNINGS = [
  ASF,
  '1a45dfa3',
  '504b0304',
  '504b0506',
  '49492a00',
  '4d4d002a',
  '494433040000',
  '00000018',
]
  .concat(['667479706d703432', '4f676753', '52494646', '464f524d', '1f8b08', '89504e470d0a1a0a', 'ffd8ffe1'])
  .concat([
    '000001ba',
    '47',
    '664c6143',
    'd0cf11e0a1b11ae1',
    '377abcaf271c',
    '3c3f786d6c20',
    '3c21',
    '6674797071',
  ])
  .map((hex) => Buffer.from(hex, 'hex'))
const FILLS = [
  '00',
  'ff',
  '01',
  '7f',
  '80',
  '0000000000000001',
  'ffffffff00000000',
  '3c3f786d6c20',
  '2020203c',
]
  .concat(['1a45dfa301ffffffffffffff', '00000008', '504b030400', '4944330300000000'])
  .map((hex) => Buffer.from(hex, 'hex'))

/** Every beginning with every filling, a text without an end, and `count` heads that are changed by chance. */
function* heads(count: number): Generator<readonly [string, Buffer]> {
  const random = seededRandom(7)
  const oneOf = (all: readonly Buffer[]): Buffer => all[Math.floor(random() * all.length)] ?? Buffer.alloc(1)
  const head = (beginning: Buffer, fill: Buffer): Buffer => {
    const bytes = Buffer.alloc(SNIFF_BYTES, fill)
    beginning.copy(bytes)
    return bytes
  }
  for (const beginning of BEGINNINGS) {
    for (const fill of [...FILLS, beginning])
      yield [`${beginning.toString('hex')}, ${fill.toString('hex')}`, head(beginning, fill)]
  }
  yield ['a text', Buffer.alloc(64 * 1024 ** 2, ' <')]
  for (let number = 0; number < count; number++) {
    const bytes = head(oneOf(BEGINNINGS), oneOf(FILLS))
    for (let changes = 0; changes < 6; changes++) {
      const at = Math.floor(random() ** 2 * 1_000)
      if (random() < 0.5) bytes[at] = Math.floor(random() * 256)
      else oneOf(random() < 0.5 ? BEGINNINGS : FILLS).copy(bytes, at)
    }
    yield [`${number} of the seed`, bytes]
  }
}

await sniff(Buffer.from('{"warm": "up"}'))
let times: SniffTimes = { heads: 0, longestMs: 0, slowest: '' }
for (const [name, bytes] of heads(Number(workerData))) {
  const ms = await timeOf(() => sniff(bytes))
  times = { ...times, heads: times.heads + 1, ...(ms > times.longestMs && { longestMs: ms, slowest: name }) }
}
parentPort?.postMessage(times, [])
