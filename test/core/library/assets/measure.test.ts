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
