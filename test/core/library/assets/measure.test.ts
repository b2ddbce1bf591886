/** What a file says of itself: size and length, for every kind, without decoding it. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { measureMedia } from '#core/library/assets/measure.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tinyAudio, tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { openTestLibrary } from '../fixtures.ts'

async function fileOf(bytes: Uint8Array): Promise<string> {
  const path = join(await makeTempDir(), 'file')
  await writeFile(path, bytes)
  return path
}

test('an image has the size it is shown with, its orientation applied', async () => {
  const image = sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
  const turned = await image.jpeg().withMetadata({ orientation: 6 }).toBuffer()
  expect(await measureMedia(await fileOf(turned), 'image')).toEqual({ width: 20, height: 30 })
})

test('a video has size and length', async () => {
  const video = await tinyVideo({ width: 48, height: 32, frames: 12, fps: 24 })
  expect(await measureMedia(await fileOf(video), 'video')).toEqual({ width: 48, height: 32, durationMs: 500 })
})

test('an audio file has a length and no size', async () => {
  expect(await measureMedia(await fileOf(tinyAudio(1.25)), 'audio')).toEqual({ durationMs: 1_250 })
})

test.each(['image', 'video', 'audio', 'text', 'model3d', 'other'] as const)(
  'a broken file of kind %s has no facts, and nothing fails',
  async (kind) => {
    const video = await tinyVideo({ width: 48, height: 32, frames: 12, fps: 24 })
    expect(await measureMedia(await fileOf(video.subarray(0, 200)), kind)).toEqual({})
    expect(await measureMedia(await fileOf(Buffer.from('nothing')), kind)).toEqual({})
    expect(await measureMedia('/nowhere/at/all', kind)).toEqual({})
  },
)

test('an asset carries them from the moment it is added', async () => {
  const { addBytes } = await openTestLibrary()
  const video = await addBytes(await tinyVideo({ width: 48, height: 32, frames: 12, fps: 24 }))
  expect(video).toMatchObject({ kind: 'video', width: 48, height: 32, durationMs: 500 })
  expect(await addBytes(tinyAudio(2))).toMatchObject({ kind: 'audio', durationMs: 2_000 })
})

/** A WebM of no frames, which says how long it is in `ticks` of a millisecond. */
function webmOf(ticks: number): Uint8Array {
  const element = (id: string, ...content: readonly Uint8Array[]) => {
    const bytes = Buffer.concat(content)
    return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x80 + bytes.length]), bytes])
  }
  const [hex, text] = [(bytes: string) => Buffer.from(bytes, 'hex'), (said: string) => Buffer.from(said)]
  const duration = Buffer.alloc(8)
  duration.writeDoubleBE(ticks)
  const size = element('e0', element('b0', hex('30')), element('ba', hex('20')))
  const track = element(
    'ae',
    element('d7', hex('01')),
    element('73c5', hex('01')),
    element('83', hex('01')),
    element('86', text('V_VP8')),
    size,
  )
  return Buffer.concat([
    element('1a45dfa3', element('4282', text('webm'))),
    element(
      '18538067',
      element('1549a966', element('2ad7b1', hex('0f4240')), element('4489', duration)),
      element('1654ae6b', track),
    ),
  ])
}

test.each([
  [90_000, { durationMs: 90_000 }],
  [400 * 24 * 60 * 60_000, {}],
  [1e17, {}],
  [1e300, {}],
])(
  'a length of %d ms is believed only where it can be one, and the asset is kept all the same',
  async (ticks, facts) => {
    const bytes = webmOf(ticks)
    expect(await measureMedia(await fileOf(bytes), 'video')).toEqual({ width: 48, height: 32, ...facts })
    const { addBytes, library } = await openTestLibrary()
    const { id } = await addBytes(bytes)
    expect(library.find(id)).toMatchObject({ width: 48, ...facts })
  },
)

test('a side of an image of four thousand million pixels is none', async () => {
  const image = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  image.writeUInt32BE(0xffff_fff0, 16)
  expect(await measureMedia(await fileOf(image), 'image', image)).toEqual({})
})
