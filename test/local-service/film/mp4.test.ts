import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createFrame, PLAIN_GRADE, toYuv } from '#local-service/film/frame.ts'
import { createH264Encoder } from '#local-service/film/file/h264.ts'
import { joinFilm, LABEL, type FilmFile } from '#local-service/film/file/mp4.ts'
import { mixTrack, recordSound } from '#local-service/film/sound/record-sound.ts'
import { wind } from '#local-service/film/sound/weather-sounds.ts'
import { makeFolder } from '../support/service.ts'

describe('a joined film', () => {
  let folder: Awaited<ReturnType<typeof makeFolder>>

  beforeEach(async () => {
    folder = await makeFolder()
  })
  afterEach(() => folder.remove())

  async function strip(name: string, frames: number, width = 96, height = 64): Promise<string> {
    const encoder = await createH264Encoder({ width, height }, frames)
    const frame = createFrame(width, height)
    const yuv = new Uint8Array(width * height * 1.5)
    for (let index = 0; index < frames; index += 1) {
      for (let at = 0; at < frame.data.length; at += 1) frame.data[at] = (at * 3 + index * 20) % 256
      toYuv(frame, PLAIN_GRADE, yuv)
      encoder.add(yuv)
    }
    const path = join(folder.path, name)
    await writeFile(path, encoder.finish())
    return path
  }

  async function join2(over: Partial<FilmFile> = {}): Promise<Uint8Array> {
    const strips = over.strips ?? [await strip('a.mp4', 10), await strip('b.mp4', 8)]
    const path = join(folder.path, 'film.mp4')
    const labels = { title: 'A title', comment: LABEL }
    await joinFilm(
      { width: 96, height: 64, framesPerSecond: 12, sound: null, ...labels, ...over, strips },
      path,
    )
    return await readFile(path)
  }

  it('has every frame of every strip at its time, and the index in front', async () => {
    const bytes = await join2()
    using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
    const track = await input.getPrimaryVideoTrack()
    const times: number[] = []
    const keys: number[] = []
    if (track === null) throw new Error('The film holds no pictures.')
    for await (const packet of new EncodedPacketSink(track).packets()) {
      if (packet.type === 'key') keys.push(times.length)
      times.push(Math.round(packet.timestamp * 1000) / 1000)
    }
    expect(times).toEqual(Array.from({ length: 18 }, (_, frame) => Math.round((frame / 12) * 1000) / 1000))
    expect(keys).toEqual([0, 10])
    expect(await input.computeDuration()).toBeCloseTo(1.5, 3)
    expect([track.codedWidth, track.codedHeight, track.codec]).toEqual([96, 64, 'avc'])
    const text = Buffer.from(bytes).toString('latin1')
    expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'))
  })

  it('does not tell when it was written', async () => {
    const bytes = Buffer.from(await join2())
    for (const name of ['mvhd', 'tkhd', 'mdhd']) {
      const at = bytes.indexOf(name) + 8
      expect(bytes.subarray(at, at + 8)).toEqual(Buffer.alloc(8))
    }
  })

  it('says what it is and what its colours mean', async () => {
    using input = new Input({ source: new BufferSource(await join2()), formats: ALL_FORMATS })
    const { title, comment } = await input.getMetadataTags()
    expect({ title, comment }).toEqual({ title: 'A title', comment: 'Made by Sample studio, procedural art' })
    const track = await input.getPrimaryVideoTrack()
    expect(await track?.getColorSpace()).toMatchObject({
      matrix: 'bt709',
      primaries: 'bt709',
      fullRange: false,
    })
  })

  it('claims a level that allows its size', async () => {
    const large = [await strip('large.mp4', 1, 1920, 1080)]
    using input = new Input({
      source: new BufferSource(await join2({ strips: large, width: 1920, height: 1080 })),
      formats: ALL_FORMATS,
    })
    const config = await (await input.getPrimaryVideoTrack())?.getDecoderConfig()
    expect(config?.codec).toBe('avc1.420028')
  })

  it('ends its sound with the picture', async () => {
    const sound = join(folder.path, 'sound.mp3')
    await recordSound(mixTrack([wind(1)], 'wind', 1, 4), sound)
    using input = new Input({ source: new BufferSource(await join2({ sound })), formats: ALL_FORMATS })
    const track = await input.getPrimaryAudioTrack()
    expect(track?.codec).toBe('mp3')
    expect(await input.computeDuration()).toBeCloseTo(1.5, 2)
    const ends = await track?.computeDuration()
    expect(ends).toBeGreaterThan(1.4)
  })

  it('stays silent where the sound is of a kind that an MP4 cannot hold', async () => {
    const sound = join(folder.path, 'sound.wav')
    await writeFile(sound, waveFile(44_100))
    using input = new Input({ source: new BufferSource(await join2({ sound })), formats: ALL_FORMATS })
    expect(await input.getPrimaryAudioTrack()).toBeNull()
  })
})

/** One second of silence as 8-bit PCM. */
function waveFile(rate: number): Uint8Array {
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + rate, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(rate, 40)
  return Buffer.concat([head, Buffer.alloc(rate, 128)])
}
