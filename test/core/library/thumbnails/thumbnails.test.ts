/** Thumbnails: made once, small, in the right orientation, and never from a file that would fill the memory. */
import { rm, stat, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { AssetRecord } from '#core/library/assets/asset-row.ts'
import type { Library } from '#core/library/library.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { openTestLibrary } from '../fixtures.ts'

function recordOf(library: Library, id: string): AssetRecord {
  const record = library.find(id)
  if (!record) throw new Error('The asset is not there.')
  return record
}

async function thumbOf(library: Library, id: string): Promise<string> {
  const path = await library.thumbnails.ensure(recordOf(library, id))
  if (path === null) throw new Error('There is no thumbnail.')
  return path
}

test('fits into 384 pixels, upright, as WebP', async () => {
  const { library, addBytes } = await openTestLibrary()
  const image = sharp({ create: { width: 1_000, height: 500, channels: 3, background: 'olive' } })
  const { id } = await addBytes(await image.jpeg().withMetadata({ orientation: 6 }).toBuffer())
  expect(await sharp(await thumbOf(library, id)).metadata()).toMatchObject({
    format: 'webp',
    width: 192,
    height: 384,
  })
})

test('is made again after it was deleted, and is not made twice at the same time', async () => {
  const { library, add } = await openTestLibrary()
  const { id } = await add(1)
  const path = await thumbOf(library, id)
  await rm(path)
  const [first, second] = await Promise.all([thumbOf(library, id), thumbOf(library, id)])
  expect(first).toBe(second)
  expect((await stat(path)).size).toBeGreaterThan(0)
})

test('a damaged or missing image has none and leaves no partial file', async () => {
  const { library, add } = await openTestLibrary()
  const { id } = await add(1)
  const path = await thumbOf(library, id)
  await rm(path)
  const record = recordOf(library, id)
  await writeFile(library.media.path(record.sha256, record.extension), 'damaged')
  expect(await library.thumbnails.ensure(record)).toBeNull()
  await rm(library.media.path(record.sha256, record.extension))
  expect(await library.thumbnails.ensure(record)).toBeNull()
  await expect(stat(path)).rejects.toThrow('ENOENT')
})

test('a video has none until its poster is stored', async () => {
  const { library, addBytes } = await openTestLibrary()
  const video = await addBytes(await tinyVideo({ width: 48, height: 32, frames: 3, fps: 24 }))
  const record = recordOf(library, video.id)
  expect(await library.thumbnails.ensure(record)).toBeNull()
  const poster = await sharp({ create: { width: 1_200, height: 800, channels: 3, background: 'plum' } })
    .png()
    .toBuffer()
  expect(await library.previews.add(record, 'poster', poster)).toEqual({ ok: true, data: {} })
  expect(await sharp(await thumbOf(library, video.id)).metadata()).toMatchObject({
    format: 'webp',
    width: 384,
    height: 256,
  })
})
