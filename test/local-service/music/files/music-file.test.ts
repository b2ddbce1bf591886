import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import { fileTypeFromBuffer } from 'file-type'
import { describe, expect, it } from 'vitest'
import { ENCODER_DELAY, makeInfoFrame, SAMPLES_PER_FRAME } from '#local-service/music/files/info-frame.ts'
import { splitFrames } from '#local-service/music/files/mp3.ts'
import { SAMPLE_RATE } from '#local-service/music/synth/voice.ts'
import { makeFile, musicJob } from '../render.ts'

async function readTags(bytes: Buffer): Promise<unknown> {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  return await input.getMetadataTags()
}

describe.each([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
] as const)('an %s', (format, mime) => {
  it('is what it says, and says who made it', async () => {
    const { bytes, facts } = await makeFile(musicJob({ format, seed: 12 }))
    expect((await fileTypeFromBuffer(bytes))?.mime).toBe(mime)
    expect(await readTags(bytes)).toMatchObject({
      title: facts.title,
      artist: 'Sample studio',
      comment: 'Made by Sample studio, procedural music (small-ensemble, seed 12)',
    })
  })
})

describe('an MP3', () => {
  it('tells players how long it is to the sample', async () => {
    const { bytes } = await makeFile(musicJob({ format: 'mp3', duration: 5.37 }))
    const start = bytes.indexOf('Xing', 0, 'latin1') - 36
    const [info, ...frames] = splitFrames(bytes.subarray(start))
    if (info === undefined) throw new Error('There is a frame.')
    const [delay, padding] = [
      ((info[177] ?? 0) << 4) | ((info[178] ?? 0) >> 4),
      (((info[178] ?? 0) & 15) << 8) | (info[179] ?? 0),
    ]
    expect(Buffer.from(info).readUInt32BE(44)).toBe(frames.length)
    expect(delay).toBe(ENCODER_DELAY)
    expect(frames.length * SAMPLES_PER_FRAME - delay - padding).toBe(5.37 * SAMPLE_RATE)
  })

  it('has its key and tempo in its tags', async () => {
    const { bytes } = await makeFile(musicJob({ format: 'mp3', key: 'F# minor', tempo: 96 }))
    expect(await readTags(bytes)).toMatchObject({ beatsPerMinute: 96, raw: { TKEY: 'F#m' } })
  })

  it('has a table that leads to the right place in the file', () => {
    const frames = Array.from({ length: 200 }, (_, index) => new Uint8Array(index < 100 ? 100 : 300))
    const info = makeInfoFrame({ frames, samples: 200 * SAMPLES_PER_FRAME - ENCODER_DELAY })
    const table = info.subarray(52, 152)
    const total = 208 + 100 * 100 + 100 * 300
    expect(table[0]).toBe(Math.floor((208 / total) * 256))
    expect(table[50]).toBe(Math.floor(((208 + 100 * 100) / total) * 256))
    expect([...table].every((place, index) => index === 0 || place >= (table[index - 1] ?? 0))).toBe(true)
  })
})

describe('frames', () => {
  it('are refused where something else stands between them', () => {
    expect(() => splitFrames(new Uint8Array([1, 2, 3, 4, 5]))).toThrow(/no frame/u)
  })
})
