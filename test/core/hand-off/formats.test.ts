/**
 * What is handed to other programs, read back by readers that share nothing with the writers.
 *
 * @slow 1,600 sequences by chance instead of 64, at eight frame rates.
 */
import { describe, expect, test } from 'vitest'
import { writeSrt, writeVtt } from '#core/hand-off/formats/captions.ts'
import { writeEdl } from '#core/hand-off/formats/edl.ts'
import { writeFcpxml } from '#core/hand-off/formats/fcpxml.ts'
import { writeOtio } from '#core/hand-off/formats/otio.ts'
import { oneHour, timecode } from '#core/hand-off/formats/timecode.ts'
import { frameRateOf, msOf } from '#core/hand-off/frame-rate.ts'
import { plainLine } from '#core/hand-off/plain-text.ts'
import { type Timeline, timelineOf } from '#core/hand-off/timeline.ts'
import { scaled } from '#test/stand-ins/scale.ts'
import { frameOf, readEdl, readFcpxml, readOtio, type ReadClip } from './read-formats.ts'
import { partsBySeed, RATES, timelineBySeed } from './timelines.ts'

const SEQUENCES = scaled(8, 200)

/** In a ms so many parts, so that a frame of every rate is a whole number of them. */
const PARTS = 120_000n

/** What a reader has to find: the places that were asked for, computed from the milliseconds alone, in whole numbers. */
function expected(seed: number, { perSecond, frames, seconds }: (typeof RATES)[number], shots: number) {
  const nearest = (time: bigint): number => {
    const second = BigInt(seconds) * 1_000n * PARTS
    return Number((2n * time * BigInt(frames) + second) / (2n * second))
  }
  const { clips, sources } = partsBySeed(seed, perSecond, shots)
  let start = 0
  let endTime = 0n
  return clips.map(({ assetId, inMs, outMs, dropsFirstFrame }) => {
    const { durationMs, frameRate = perSecond } = sources.get(assetId) ?? { durationMs: 0 }
    const own = frameRateOf(frameRate)
    const frame = (BigInt(own.seconds) * 1_000n * PARTS) / BigInt(own.frames)
    const inTime = BigInt(inMs) * PARTS
    const outTime = BigInt(outMs) * PARTS
    const begin = dropsFirstFrame && frame < outTime - inTime ? inTime + frame : inTime
    endTime += outTime - begin
    const length = Math.max(1, nearest(endTime) - start)
    const last = nearest(BigInt(durationMs) * PARTS) - length
    const clip = { start, from: Math.max(0, Math.min(nearest(begin), last)), frames: length }
    start += length
    return clip
  })
}

function places(clips: readonly ReadClip[]) {
  return clips.map(({ start, from, frames }) => ({ start, from, frames }))
}

/** In the order of their beginnings, which the formats do not share. */
function heard(clips: readonly ReadClip[]) {
  return places(clips).toSorted((one, other) => one.start - other.start || one.frames - other.frames)
}

function soundsOf({ sounds }: Timeline) {
  return heard(sounds.map((sound) => ({ ...sound, name: '', url: '' })))
}

describe.each(RATES)('at $perSecond frames a second', (atRate) => {
  const { perSecond, frames, seconds, nominal, isDrop } = atRate
  test('OTIO, FCPXML and EDL are read back without a frame off', () => {
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const shots = 1 + (seed % 40)
      const timeline = timelineBySeed(seed, perSecond, shots)
      const wanted = expected(seed, atRate, shots)
      const read = {
        otio: readOtio(writeOtio(timeline), frames / seconds),
        fcpxml: readFcpxml(writeFcpxml(timeline), frames, seconds),
        edl: readEdl(writeEdl(timeline), nominal, isDrop),
      }
      for (const [format, { clips, sounds }] of Object.entries(read)) {
        expect(places(clips), `${format} ${seed}`).toEqual(wanted)
        expect(heard(sounds), `${format} ${seed}`).toEqual(soundsOf(timeline))
      }
    }
  })

  test('names, captions and addresses come through whole, in one line', () => {
    for (let seed = 1; seed <= SEQUENCES; seed++) {
      const timeline = timelineBySeed(seed, perSecond, 20)
      const names = timeline.clips.map(({ name }) => plainLine(name))
      const captions = timeline.clips.flatMap(({ caption }) =>
        caption === undefined ? [] : [plainLine(caption)],
      )
      const urls = timeline.clips.map(({ source }) => source.url)
      const files = timeline.clips.map(({ source }) => source.fileName)
      const name = plainLine(timeline.name)
      const otio = readOtio(writeOtio(timeline), frames / seconds)
      const fcpxml = readFcpxml(writeFcpxml(timeline), frames, seconds)
      const edl = readEdl(writeEdl(timeline), nominal, isDrop)
      for (const read of [otio, fcpxml, edl]) {
        expect(read.clips.map((clip) => clip.name)).toEqual(names)
        expect(read.captions).toEqual(captions)
      }
      expect([otio.clips, fcpxml.clips, edl.clips].map((clips) => clips.map(({ url }) => url))).toEqual([
        urls,
        urls,
        files,
      ])
      expect([otio.name, fcpxml.name, edl.name]).toEqual([name, name, name.slice(0, 70)])
    }
  })

  test('timecode counts every frame of a day once', () => {
    const rate = frameRateOf(perSecond)
    expect(rate).toEqual({ frames, seconds })
    expect(frameOf(timecode(oneHour(rate), rate), nominal, isDrop)).toBe(oneHour(rate))
    expect(timecode(oneHour(rate), rate)).toBe(isDrop ? '01:00:00;00' : '01:00:00:00')
    const day = 24 * oneHour(rate)
    const step = scaled(997, 7)
    const wrong: number[] = []
    for (let frame = 0; frame < day; frame += step) {
      if (frameOf(timecode(frame, rate), nominal, isDrop) !== frame) wrong.push(frame)
    }
    // Around the numbers that are left out.
    for (let minute = 0; minute < 1_440; minute++) {
      const near = Math.round((minute * 60 * frames) / seconds)
      for (let frame = Math.max(0, near - 3); frame < near + 3; frame++) {
        if (frameOf(timecode(frame, rate), nominal, isDrop) !== frame) wrong.push(frame)
      }
    }
    expect(wrong).toEqual([])
  })
})

test('a hundred cuts between frames end at the frame nearest to their time', () => {
  const { sources, clips, ...parts } = partsBySeed(1, 24, 1)
  const [source] = sources.values()
  if (!source) throw new Error('There is no source.')
  const long = new Map([[source.assetId, { ...source, durationMs: 60_000 }]])
  const clip = { ...clips[0], assetId: source.assetId, kind: 'video' as const, inMs: 0, outMs: 1_020 }
  const many = Array.from({ length: 100 }, () => ({ ...clip, dropsFirstFrame: false }) as (typeof clips)[0])
  const { frames } = timelineOf({ ...parts, clips: many }, long)
  expect(frames).toBe(Math.round(102 * 24))
})

test('500 shots fit into every format', () => {
  const timeline = timelineBySeed(7, 29.97, 500)
  expect(readOtio(writeOtio(timeline), 30_000 / 1_001).clips).toHaveLength(500)
  expect(readFcpxml(writeFcpxml(timeline), 30_000, 1_001).clips).toHaveLength(500)
  expect(readEdl(writeEdl(timeline), 30, true).clips).toHaveLength(500)
})

test('measured rates are what they stand for, and others are kept', () => {
  expect([23.98, 23.976, 24.001, 29.97003, 59.94, 12.5, 15, 1, 119.88].map(frameRateOf)).toEqual([
    { frames: 24_000, seconds: 1_001 },
    { frames: 24_000, seconds: 1_001 },
    { frames: 24, seconds: 1 },
    { frames: 30_000, seconds: 1_001 },
    { frames: 60_000, seconds: 1_001 },
    { frames: 25, seconds: 2 },
    { frames: 15, seconds: 1 },
    { frames: 1, seconds: 1 },
    { frames: 120_000, seconds: 1_001 },
  ])
})

test('captions stand where their shot is shown, and no text of a user makes a cue of its own', () => {
  for (const { perSecond } of RATES) {
    const timeline = timelineBySeed(11, perSecond, 60)
    const wanted = timeline.clips.flatMap(({ start, frames, caption = '' }) =>
      plainLine(caption) === '' ? [] : [[msOf(start, timeline.rate), msOf(start + frames, timeline.rate)]],
    )
    const cues = (text: string, arrow: RegExp) =>
      text
        .split(/\n\n/)
        .flatMap((block) => block.split('\n').filter((line) => arrow.test(line)))
        .map((line) => line.split(' --> ').map(clockMs))
    expect(cues(writeSrt(timeline), /-->/)).toEqual(wanted)
    expect(cues(writeVtt(timeline), /-->/)).toEqual(wanted)
    expect(writeVtt(timeline)).not.toMatch(/<\/?video/)
  }
})

test('a sequence without captions gives files without cues', () => {
  const timeline = { ...timelineBySeed(3, 25, 4), clips: [] }
  expect([writeSrt(timeline), writeVtt(timeline)]).toEqual(['', 'WEBVTT\n'])
})

function clockMs(clock: string): number {
  const [hours = 0, minutes = 0, seconds = 0, ms = 0] = clock.split(/[:.,]/).map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms
}
