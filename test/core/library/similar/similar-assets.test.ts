/** Finding similar assets, in the columns and in a library. */
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { HashColumns } from '#core/library/similar/hash-store.ts'
import { groupSimilar, nearestHashes } from '#core/library/similar/compare-hashes.ts'
import { openTestLibrary, type TestLibrary } from '../fixtures.ts'
import { newRow } from '../search/search-fixtures.ts'
import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { countBits, perceptualHash, type PerceptualHash } from '#core/library/similar/perceptual-hash.ts'
import { slow } from '#test/stand-ins/scale.ts'

function tableOf(hashes: readonly (readonly [high: number, low: number])[]): HashColumns {
  return {
    length: hashes.length,
    seqs: Uint32Array.from(hashes, (_, index) => index + 1),
    highs: Uint32Array.from(hashes, ([high]) => high),
    lows: Uint32Array.from(hashes, ([, low]) => low),
  }
}

const sorted = (groups: readonly (readonly number[])[]) =>
  groups.map((group) => group.toSorted((a, b) => a - b)).toSorted((a, b) => (a[0] ?? 0) - (b[0] ?? 0))

test('groups what differs in at most five bits, wherever they lie', async () => {
  const base = [0x12345678, 0x9abcdef0] as const
  for (let shift = 0; shift < 32; shift++) {
    const five = [(base[0] ^ (0b111 << shift)) >>> 0, (base[1] ^ (0b11 << ((shift * 7) % 31))) >>> 0] as const
    const table = tableOf([base, [0xffff0000, 0x0f0f0f0f], five])
    expect(sorted(await groupSimilar(table))).toEqual([[1, 3]])
  }
  const six = [(base[0] ^ 0b111) >>> 0, (base[1] ^ 0b111) >>> 0] as const
  expect(await groupSimilar(tableOf([base, six]))).toEqual([])
})

test('joins chains, and keeps apart what is apart', async () => {
  const table = tableOf([
    [0, 0],
    [0b1111, 0],
    [0b1111_1111, 0],
    [0xffffffff, 0xffffffff],
    [0xffffffff, 0xfffffff0],
  ])
  expect(sorted(await groupSimilar(table))).toEqual([
    [1, 2, 3],
    [4, 5],
  ])
})

test('orders the nearest by distance and leaves out different images', () => {
  const table = tableOf([
    [0b111, 0],
    [0, 0],
    [0xffffffff, 0],
    [0b1, 0],
  ])
  expect(nearestHashes(table, { high: 0, low: 0 }, 10)).toEqual([2, 4, 1])
  expect(nearestHashes(table, { high: 0, low: 0 }, 2)).toEqual([2, 4])
})

async function addBlots({ addBytes, library }: TestLibrary, seed: number, quality: number) {
  const small = Uint8Array.from(
    { length: 75 },
    (_, index) => (Math.imul(index + 3, seed * 40_503) >>> 7) % 256,
  )
  const bytes = await sharp(small, { raw: { width: 5, height: 5, channels: 3 } })
    .resize(200, 200, { kernel: 'cubic' })
    .jpeg({ quality })
    .toBuffer()
  const asset = await addBytes(bytes)
  const record = library.find(asset.id)
  if (!record) throw new Error('The asset is not there.')
  await library.thumbnails.ensure(record)
  return record
}

test('finds similar assets and duplicates, without what is in the trash', async () => {
  const opened = await openTestLibrary()
  const { library, addBytes } = opened
  const first = await addBlots(opened, 1, 95)
  const again = await addBlots(opened, 1, 60)
  const other = await addBlots(opened, 2, 95)
  expect((await library.similar(first)).map(({ id }) => id)).toEqual([again.id])
  expect(await library.similar(other)).toEqual([])

  const bytes = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const one = await addBytes(bytes)
  const two = await addBytes(bytes)
  const groups = (await library.duplicates()).map(({ kind, assets }) => [
    kind,
    assets.map(({ id }) => id).toSorted(),
  ])
  expect(groups).toEqual([
    ['same', [one.id, two.id].toSorted()],
    ['similar', [first.id, again.id].toSorted()],
  ])

  await library.trash([again.id, two.id])
  expect(await library.similar(first)).toEqual([])
  expect(await library.duplicates()).toEqual([])
})

test('yields to the event loop while looking for duplicates', async () => {
  const { library, db } = await openTestLibrary()
  const alike = Array.from({ length: 6_000 }, (_, number) => newRow(number))
  const copies = Array.from({ length: 6_000 }, (_, number) => ({
    ...newRow(10_000 + number),
    sha256: newRow(10_000 + (number % 200)).sha256,
  }))
  library.store.insertMany([...alike, ...copies])
  db.transaction(() => {
    for (const { sha256 } of alike)
      db.run('INSERT INTO perceptual_hashes (sha256, high, low) VALUES (?, 1, 2)', sha256)
  })
  const queries = vi.spyOn(db, 'all')
  let turns = 0
  let isOver = false
  const searching = library.duplicates().finally(() => (isOver = true))
  for (; !isOver; turns++) await yieldToEventLoop()
  const groups = await searching
  expect(groups.map(({ kind }) => kind)).toEqual([...Array.from({ length: 200 }, () => 'same'), 'similar'])
  expect(groups.map(({ assets }) => assets.length)).toEqual([...Array.from({ length: 200 }, () => 30), 50])
  // One for each group of copies, and for each stretch of the 18 million comparisons.
  expect(turns).toBeGreaterThan(235)
  // Of the six thousand that are alike, no more are read than are shown.
  expect(queries.mock.calls.length).toBeLessThan(7_000)
})

test('takes nothing for a duplicate of another kind, or of what it was made from', async () => {
  const opened = await openTestLibrary()
  const { library, db } = opened
  const [first, again, third] = [
    await addBlots(opened, 1, 95),
    await addBlots(opened, 1, 60),
    await addBlots(opened, 1, 80),
  ]
  const groups = async () =>
    (await library.duplicates()).map(({ assets }) => assets.map(({ id }) => id).toSorted())
  const all = [first.id, again.id, third.id].toSorted()
  expect(await groups()).toEqual([all])
  const origin = 'INSERT INTO asset_origins (asset_id, from_asset_id) VALUES (?, ?)'
  db.run(origin, again.id, first.id)
  expect(await groups()).toEqual([[first.id, third.id].toSorted()])
  // Also through what stands between them.
  db.run(origin, third.id, again.id)
  expect(await groups()).toEqual([])
  db.run('DELETE FROM asset_origins')
  db.run("UPDATE assets SET kind = 'video' WHERE id = ?", third.id)
  expect(await groups()).toEqual([[first.id, again.id].toSorted()])
})

test('takes results of one press, and of two models, for no duplicates unless their bytes are equal', async () => {
  const opened = await openTestLibrary()
  const { library, db } = opened
  const records = [
    await addBlots(opened, 1, 95),
    await addBlots(opened, 1, 60),
    await addBlots(opened, 1, 80),
    await addBlots(opened, 1, 80),
  ]
  const [first = '', again = '', third = '', copy = ''] = records.map(({ id }) => id)
  const groups = async () =>
    (await library.duplicates()).map(({ kind, assets }) => [kind, ...assets.map(({ id }) => id).toSorted()])
  const same = ['same', ...[third, copy].toSorted()]
  const setModel = 'UPDATE assets SET model = ? WHERE id = ?'
  db.run(setModel, 'other', first)
  expect(await groups()).toEqual([same, ['similar', ...[again, third, copy].toSorted()]])
  // A file that says nothing of its model may be a copy.
  db.run(setModel, '', first)
  expect(await groups()).toEqual([same, ['similar', ...[first, again, third, copy].toSorted()]])
  db.run("UPDATE assets SET task_id = 'one'")
  expect(await groups()).toEqual([same])
})

test('a library whose hashes were lost makes them again in the background, from where it stopped', async () => {
  const opened = await openTestLibrary()
  const { library, db, clock } = opened
  const first = await addBlots(opened, 1, 95)
  await addBlots(opened, 1, 60)
  db.run('DELETE FROM perceptual_hashes')
  library.makeMissingThumbnails()
  expect(await library.similar(first)).toEqual([])
  clock.advance(60_000)
  await expect.poll(async () => (await library.similar(first)).length).toBe(1)
  await expect
    .poll(() => db.get("SELECT value FROM facts WHERE name = 'perceptualHashes.filled'")?.['value'])
    .toBe('2')
})

test('yields to the event loop while passing over what is no image', async () => {
  const { library, db, clock } = await openTestLibrary()
  const rows = Array.from({ length: 1_000 }, (_, number) => newRow(number, { kind: 'other' }))
  library.store.insertMany(rows)
  const walked = () =>
    Number(db.get("SELECT value FROM facts WHERE name = 'perceptualHashes.filled'")?.['value'] ?? 0)
  library.makeMissingThumbnails()
  clock.advance(60_000)
  await yieldToEventLoop()
  expect(walked()).toBeLessThan(1_000)
  await expect.poll(walked).toBe(1_000)
})

/** An image of soft blots, another one for every seed. */
async function blots(seed: number, side = 256): Promise<Buffer> {
  let state = seed * 2_654_435_761
  const next = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0
    return state / 2 ** 32
  }
  const small = Uint8Array.from({ length: 36 * 3 }, () => Math.floor(next() * 256))
  return sharp(small, { raw: { width: 6, height: 6, channels: 3 } })
    .resize(side, side, { kernel: 'cubic' })
    .png()
    .toBuffer()
}

async function hashOrFail(bytes: Uint8Array): Promise<PerceptualHash> {
  const hash = await perceptualHash(bytes)
  if (!hash) throw new Error('The image is flat.')
  return hash
}

test('counts the bits that are set', () => {
  for (const word of [0, 1, 0x80000000, 0xffffffff, 0x12345678, -1]) {
    expect(countBits(word)).toBe((word >>> 0).toString(2).replaceAll('0', '').length)
  }
})

slow('scaling, recompression, format and contrast hardly change a hash', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const image = await blots(seed)
    const hash = await hashOrFail(image)
    const others = [
      await sharp(image).resize(97, 97).png().toBuffer(),
      await sharp(image).jpeg({ quality: 40 }).toBuffer(),
      await sharp(image).webp({ quality: 50 }).toBuffer(),
      await sharp(image).linear(0.85, 12).png().toBuffer(),
    ]
    for (const other of others) expect(hashDistance(hash, await hashOrFail(other))).toBeLessThanOrEqual(5)
  }
})

slow('the pixels of a thumbnail have the hash of its file', async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const image = sharp(await blots(seed)).resize(384, 300, { fit: 'fill' })
    const { data, info } = await image.raw().toBuffer({ resolveWithObject: true })
    const hash = await perceptualHash(data, {
      width: info.width,
      height: info.height,
      channels: info.channels,
    })
    if (!hash) throw new Error('It has no hash.')
    expect(hashDistance(hash, await hashOrFail(await image.png().toBuffer()))).toBeLessThanOrEqual(3)
  }
})

test('different images have different hashes', async () => {
  const hashes = await Promise.all(
    Array.from({ length: 20 }, async (_, seed) => hashOrFail(await blots(seed + 1))),
  )
  for (const [first, one] of hashes.entries()) {
    for (const other of hashes.slice(first + 1)) expect(hashDistance(one, other)).toBeGreaterThan(10)
  }
})

test('a flat image has no hash', async () => {
  const flat = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  expect(await perceptualHash(flat)).toBeNull()
})

/** In how many of 64 bits two hashes differ. */
function hashDistance(a: PerceptualHash, b: PerceptualHash): number {
  return countBits(a.high ^ b.high) + countBits(a.low ^ b.low)
}
