/**
 * Videos that make whoever parses them take all the memory or time there is: kept, marked, and the host answers all the while.
 *
 * @slow Three such videos instead of one.
 */
import { expect } from 'vitest'
import { watchLoop } from '#test/stand-ins/loop-silence.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

/** Of the thread's own work: what a busy machine does to it is not its fault. */
const MAX_WORK_MS = 2_000
const MOST = 0xffff_ffff
/** Garbage of other tests included. */
const MAX_MORE_BYTES = 400 * 1024 ** 2

function memory(): number {
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/**
 * MP4 files of which a few hundred bytes, or many small boxes, cost whoever parses them without bounds all its time or memory.
 */
type Part = Buffer | string | number

const MATRIX = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
const zeros = (bytes: number) => Buffer.alloc(bytes)
const numbers = (...values: readonly number[]) => Buffer.concat(values.map(number))

/** A fragment whose run of samples claims as many as can be written. */
function endlessRun(): Buffer {
  return fragmented([fragment(1, box('trun', 0, MOST))])
}

/** Fragments without end, each with a run of its own that claims 100,000 samples. */
function manyFragments(count: number): Buffer {
  return fragmented(Array.from({ length: count }, (_, index) => fragment(index + 1, box('trun', 0, 100_000))))
}

function manyTracks(count: number): Buffer {
  const tracks = Array.from({ length: count }, (_, index) => track(index + 1))
  return Buffer.concat([fileType(), box('moov', movieHead(), ...tracks)])
}

function fragmented(fragments: readonly Buffer[]): Buffer {
  const defaults = box('mvex', box('trex', 0, 1, 1, 1, 1, 0))
  return Buffer.concat([fileType(), box('moov', movieHead(), track(1), defaults), ...fragments])
}

function fragment(sequence: number, run: Buffer): Buffer {
  return box('moof', box('mfhd', 0, sequence), box('traf', box('tfhd', 0x2_0000, 1), run))
}

function fileType(): Buffer {
  return box('ftyp', 'isom', 0x200, 'isomiso2avc1mp41')
}

function movieHead(): Buffer {
  return box(
    'mvhd',
    numbers(0, 0, 0, 1_000, 0, 0x1_0000),
    0x100_0000,
    zeros(8),
    numbers(...MATRIX),
    zeros(24),
    2,
  )
}

function track(id: number): Buffer {
  const head = box('tkhd', numbers(7, 0, 0, id, 0, 0), zeros(16), numbers(...MATRIX), 640 << 16, 480 << 16)
  const empty = ['stts', 'stsc', 'stco'].map((name) => box(name, 0, 0))
  const samples = box('stbl', box('stsd', 0, 1, videoSample()), ...empty, box('stsz', 0, 0, 0))
  const media = box('minf', box('vmhd', 1, zeros(8)), samples)
  const times = box('mdhd', numbers(0, 0, 0, 1_000, 0, 0x55c4_0000))
  return box('trak', head, box('mdia', times, box('hdlr', 0, 0, 'vide', zeros(13)), media))
}

function videoSample(): Buffer {
  const size = number((640 << 16) | 480)
  const settings = Buffer.from('0142c00dffe100096742c00d8c8d40a0fd01000468ce3c80', 'hex')
  const dense = numbers(0x48_0000, 0x48_0000, 0)
  const tail = Buffer.from('0018ffff', 'hex')
  const before = Buffer.concat([numbers(0, 1), zeros(16)])
  return box('avc1', before, size, dense, Buffer.from('0001', 'hex'), zeros(32), tail, box('avcC', settings))
}

/** A number is written in four bytes. */
function box(name: string, ...parts: readonly Part[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'number' ? number(part) : Buffer.from(part))),
  )
  return Buffer.concat([number(body.length + 8), Buffer.from(name), body])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

const RUN = ['a run (trun) of four thousand million samples', endlessRun()] as const
const FRAGMENTS = ['400 fragments (moof) of 100,000 samples each', manyFragments(400)] as const
const TRACKS = ['20,000 tracks (trak)', manyTracks(20_000)] as const

slow.each(scaled<readonly (readonly [string, Buffer])[]>([RUN], [RUN, FRAGMENTS, TRACKS]))(
  '%s',
  async (_, bytes) => {
    const app = await openTestApp({ readerPatience: 0.25 })
    const silence = watchLoop()
    const before = memory()
    const body = (async function* () {
      yield bytes
    })()
    const taken = await app.app.importFile({ name: 'video.mp4', body })
    expect(taken).toMatchObject({ ok: true, data: { asset: { unreadable: true } } })
    expect(silence.busiestMs()).toBeLessThan(MAX_WORK_MS)
    expect(memory() - before).toBeLessThan(MAX_MORE_BYTES)

    const again = await app.reopen()
    expect((await again.ask('library.query', {})).items).toMatchObject([{ unreadable: true }])
    expect(again.logLines.filter((line) => line.includes('could not be read'))).toEqual([])
  },
)
