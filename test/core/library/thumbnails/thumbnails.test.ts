/** Thumbnails: made once, small, in the right orientation, and never from a file that would fill the memory. */
import { copyFile, readdir, rm, stat, writeFile, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { AssetRecord } from '#core/library/assets/asset-row.ts'
import type { Library } from '#core/library/library.ts'
import { tinyVideo, tinyAudio } from '#test/stand-ins/tiny-media.ts'
import { PEAK_COUNT } from '#contract/rules/media.ts'
import { createHashStore } from '#core/library/similar/hash-store.ts'
import { createThumbnails, createVisibleFirst, type Priority } from '#core/library/thumbnails/thumbnails.ts'
import type { Reader } from '#core/reading/reader.ts'
import { deleteMeanwhile, openTestLibrary, type TestLibrary } from '../fixtures.ts'

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

test('is made again where a power cut left a file without bytes', async () => {
  const { library, add } = await openTestLibrary()
  const { id } = await add(1)
  const path = await thumbOf(library, id)
  await writeFile(path, '')
  expect(await thumbOf(library, id)).toBe(path)
  expect((await stat(path)).size).toBeGreaterThan(0)
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

test('goes with its image that is deleted for good while it is made', async () => {
  const open = await openTestLibrary()
  const { library, add, dataDir, db } = open
  const record = recordOf(library, (await add(1)).id)
  await rm(await thumbOf(library, record.id))
  // What is open stays readable when its name goes.
  const source = join(dataDir, 'opened.png')
  await copyFile(library.media.path(record.sha256, 'png'), source)
  await library.trash([record.id])
  const deletion = deleteMeanwhile(open)
  const read: Reader['read'] = async (name, order, options) => {
    await deletion.begin()
    return library.reader.read(name, { ...order, source }, options)
  }
  const reader = { read, isUnreadable: () => false }
  const thumbnails = createThumbnails(library.media, createHashStore(db), reader, library.contents)
  expect(await thumbnails.ensure(record)).not.toBeNull()
  await deletion.ended()
  expect(await readdir(dirname(library.media.thumbPath(record.sha256)))).toEqual([])
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

/** Previews from the page: kept when they are what they say, refused when they are not. */
async function addRecord({ addBytes, library }: TestLibrary, bytes: Uint8Array): Promise<AssetRecord> {
  const record = library.find((await addBytes(bytes)).id)
  if (!record) throw new Error('The asset is not there.')
  return record
}

const makeVideo = () => tinyVideo({ width: 48, height: 32, frames: 3, fps: 24 })
const strip = () =>
  sharp({ create: { width: 8 * 90, height: 160, channels: 3, background: 'navy' } })
    .webp()
    .toBuffer()

test('keeps the strip of a video and the peaks of an audio file', async () => {
  const house = await openTestLibrary()
  const { previews } = house.library
  const video = await addRecord(house, await makeVideo())
  expect(await previews.add(video, 'scrub', await strip())).toEqual({ ok: true, data: {} })
  expect(await sharp(previews.path(video, 'scrub')).metadata()).toMatchObject({ width: 720, height: 160 })
  const audio = await addRecord(house, tinyAudio(1))
  const peaks = Uint8Array.from({ length: PEAK_COUNT }, (_, index) => index % 256)
  expect(await previews.add(audio, 'peaks', peaks)).toEqual({ ok: true, data: {} })
  expect(new Uint8Array(await readFile(previews.path(audio, 'peaks')))).toEqual(peaks)
})

test.each([
  ['a poster that is no image', 'poster', Buffer.from('<svg onload="alert(1)"')],
  ['a strip that is cut off', 'scrub', null],
  ['peaks of another length', 'peaks', new Uint8Array(PEAK_COUNT - 1)],
] as const)('refuses %s', async (_name, kind, given) => {
  const house = await openTestLibrary()
  const record = await addRecord(house, kind === 'peaks' ? tinyAudio(1) : await makeVideo())
  const bytes = given ?? (await strip()).subarray(0, 60)
  expect(await house.library.previews.add(record, kind, bytes)).toMatchObject({
    ok: false,
    error: { code: 'invalid_input' },
  })
  await expect(stat(house.library.previews.path(record, kind))).rejects.toThrow('ENOENT')
})

test('refuses a preview of the wrong kind of asset, and an image of too many pixels', async () => {
  const house = await openTestLibrary()
  const { previews } = house.library
  const audio = await addRecord(house, tinyAudio(1))
  expect(await previews.add(audio, 'poster', await strip())).toMatchObject({ ok: false })
  const video = await addRecord(house, await makeVideo())
  expect(await previews.add(video, 'peaks', new Uint8Array(PEAK_COUNT))).toMatchObject({ ok: false })
  const huge = await sharp({ create: { width: 2_100, height: 2_000, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect(await previews.add(video, 'poster', huge)).toMatchObject({ ok: false })
})

test('runs a limited number at once, visible before ahead, the latest visible first', async () => {
  const queue = createVisibleFirst(1)
  const order: string[] = []
  const releases = new Map<string, () => void>()
  const enter = (name: string, priority: Priority) =>
    queue.run(async () => {
      order.push(name)
      const { promise, resolve } = Promise.withResolvers<void>()
      releases.set(name, resolve)
      await promise
    }, priority)
  const first = enter('first', 'ahead')
  await expect.poll(() => order).toEqual(['first'])
  const all = [
    first,
    enter('ahead 1', 'ahead'),
    enter('ahead 2', 'ahead'),
    enter('visible 1', 'visible'),
    enter('visible 2', 'visible'),
  ]
  const expected = ['first', 'visible 2', 'visible 1', 'ahead 1', 'ahead 2']
  for (const [index, name] of expected.entries()) {
    await expect.poll(() => order).toEqual(expected.slice(0, index + 1))
    releases.get(name)?.()
  }
  await Promise.all(all)
})
