/** Publishing: file, sidecar, row, in this order; the same bytes once; nothing incomplete under a final name. */
import { chmod, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import sharp from 'sharp'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openTestLibrary } from '../fixtures.ts'
import { newRow } from '../search/search-fixtures.ts'

const sidecarOf = async (path: string): Promise<unknown> => JSON.parse(await readFile(path, 'utf8'))

test('lays a file under its hash, with a sidecar that says everything, and a row', async () => {
  const { library, add } = await openTestLibrary()
  const asset = await add(1, {
    prompt: 'a red fox',
    options: { seed: 7 },
    sourceUrl: 'https://cdn.example.com/a',
  })
  const path = library.media.path(asset.sha256, 'png')
  expect(path).toContain(join('media', asset.sha256.slice(0, 2), `${asset.sha256}.png`))
  expect(await readFile(path)).toEqual(await makeImage(1))
  expect(await sidecarOf(library.media.sidecarPath(asset.sha256))).toMatchObject({
    format: 1,
    sha256: asset.sha256,
    mimeType: 'image/png',
    width: 16,
    height: 12,
    entries: [{ assetId: asset.id, prompt: 'a red fox', options: { seed: 7 }, createdAt: asset.createdAt }],
  })
  expect(library.find(asset.id)).toMatchObject({ ...asset, extension: 'png' })
  expect(await readdir(join(library.media.root, '.incoming'))).toEqual([])
})

test('answers the asset that is there when the same result of the same task is saved again', async () => {
  const { library, add } = await openTestLibrary()
  const first = await add(1, { taskId: 'task-a', place: 2 })
  await library.change([first.id], { rating: 4 })
  const second = await add(1, { taskId: 'task-a', place: 2 })
  expect(second).toMatchObject({ id: first.id, rating: 4, createdAt: first.createdAt })
  expect(library.store.count()).toBe(1)
})

slow(
  'keeps a result that is JSON itself beside its sidecar, through a rebuild, a backup and the trash',
  async () => {
    const { library, addBytes, close, dataDir } = await openTestLibrary()
    const bytes = Buffer.from('{"words": ["fox"]}')
    const { id, sha256 } = await addBytes(bytes, { prompt: 'a transcript' })
    await library.change([id], { rating: 4 })
    const [path, sidecar] = [library.media.path(sha256, 'json'), library.media.sidecarPath(sha256)]
    await close()
    expect([await readFile(path), await sidecarOf(sidecar)]).toMatchObject([
      bytes,
      { extension: 'json', entries: [{ assetId: id, rating: 4 }] },
    ])
    for (const name of await readdir(dataDir))
      if (name.startsWith('library.db')) await rm(join(dataDir, name))
    const app = await openTestApp({ dataDir })
    await app.until(async () => (await app.ask('jobs.list', {})).items[0]?.state === 'done')
    expect(await app.ask('library.get', { id })).toMatchObject({ rating: 4, prompt: 'a transcript' })
    expect(await app.ask('library.verify', {})).toEqual({ checked: 1, missing: 0, damaged: 0 })
    await app.ask('library.backup', {})
    const backup = await app.until(async () => {
      const { items } = await app.ask('jobs.list', {})
      return items.find(({ kind, state }) => kind === 'backup' && state === 'done')
    })
    expect(JSON.parse(await readFile(join(backup.path ?? '', 'files.json'), 'utf8'))).toEqual([
      { path: relative(dataDir, path), sizeBytes: bytes.length, sha256 },
    ])
    await app.ask('library.trash', { ids: [id] })
    await app.ask('library.emptyTrash', {})
    expect(await readdir(dirname(path))).toEqual([])
  },
)

slow('shares one file between assets with the same bytes, and an entry for each in its sidecar', async () => {
  const { library, add } = await openTestLibrary()
  const one = await add(5, { taskId: 'task-a' })
  const two = await add(5, { taskId: 'task-b' })
  expect(two.sha256).toBe(one.sha256)
  const sidecar = await sidecarOf(library.media.sidecarPath(one.sha256))
  expect(sidecar).toMatchObject({ entries: [{ assetId: one.id }, { assetId: two.id }] })
  expect(await library.search.stats()).toMatchObject({ data: { assets: 2, bytes: one.sizeBytes } })
})

test('keeps what the user says of an asset in its sidecar', async () => {
  const { library, add, close } = await openTestLibrary()
  const { id, sha256 } = await add(1)
  await library.change([id], { rating: 5, favorite: true, addTags: ['fox', 'snow'], title: 'Winter' })
  await library.change([id], { removeTags: ['snow'] })
  await library.trash([id])
  await close()
  expect(await sidecarOf(library.media.sidecarPath(sha256))).toMatchObject({
    entries: [{ rating: 5, favorite: true, tags: ['fox'], title: 'Winter', trashedAt: expect.any(Number) }],
  })
})

test('writes no row when the sidecar cannot be written, and no sidecar before the file', async () => {
  const { library, add } = await openTestLibrary()
  const known = await add(1)
  // A folder in the place of the sidecar: it cannot be written, whoever asks.
  await rm(library.media.sidecarPath(known.sha256))
  await mkdir(library.media.sidecarPath(known.sha256))
  await expect(add(1, { taskId: 'another' })).rejects.toThrow(/EISDIR|directory/)
  expect(library.store.count()).toBe(1)
})

test('puts valid bytes in the place of a damaged file', async () => {
  const { library, add } = await openTestLibrary()
  const asset = await add(1)
  const path = library.media.path(asset.sha256, 'png')
  const bytes = await readFile(path)
  await chmod(path, 0o600)
  await writeFile(path, Buffer.alloc(bytes.length))
  await add(1, { taskId: 'another' })
  expect((await readFile(path)).equals(bytes)).toBe(true)
})

test('keeps the entries of a sidecar that cannot be read now', async () => {
  const { library, add } = await openTestLibrary()
  const { sha256 } = await add(1)
  const path = library.media.sidecarPath(sha256)
  await writeFile(path, '{"format": 2, "from": "a newer Atelier"}')
  await add(1, { taskId: 'another' })
  const kept = (await readdir(dirname(path))).filter(
    (name) => name !== `${sha256}.json` && name !== `${sha256}.png`,
  )
  expect(kept).toHaveLength(1)
  expect(await readFile(join(dirname(path), kept[0] ?? ''), 'utf8')).toContain('a newer Atelier')
})

test('makes a thumbnail of every image, and again when it was deleted', async () => {
  const { library, addBytes, close } = await openTestLibrary()
  const asset = await addBytes(await makeImage(1, 1_200, 600))
  const record = library.find(asset.id)
  if (!record) throw new Error('The asset is not there.')
  const path = (await library.thumbnails.ensure(record)) ?? ''
  expect(await sharp(path).metadata()).toMatchObject({ format: 'webp', width: 384, height: 192 })
  await rm(path)
  const both = await Promise.all([library.thumbnails.ensure(record), library.thumbnails.ensure(record)])
  expect(both).toEqual([path, path])
  expect((await stat(path)).size).toBeGreaterThan(0)
  await close()
})

test('lives with an image of which no thumbnail can be made', async () => {
  const { library, addBytes, logLines, close } = await openTestLibrary()
  const whole = await makeImage(1, 64, 64)
  const asset = await addBytes(whole.subarray(0, 60))
  const record = library.find(asset.id)
  expect(record && (await library.thumbnails.ensure(record))).toBeNull()
  await close()
  expect(logLines).toEqual([])
})

const parsed = async (path: string) => JSON.parse(await readFile(path, 'utf8')) as Record<string, unknown>

test('keeps what it does not know, in the file and in each entry', async () => {
  const { library, add, close } = await openTestLibrary()
  const { id, sha256 } = await add(1)
  const path = library.media.sidecarPath(sha256)
  const before = await parsed(path)
  const [entry] = before['entries'] as readonly Record<string, unknown>[]
  const later = { ...before, palette: ['red'], entries: [{ ...entry, reviewedBy: 'somebody' }] }
  await writeFile(path, JSON.stringify(later))
  await library.change([id], { rating: 3, title: 'Fox' })
  await library.change([id], { title: '' })
  await close()
  const after = await parsed(path)
  expect(after).toMatchObject({ palette: ['red'], entries: [{ reviewedBy: 'somebody', rating: 3 }] })
  expect((after['entries'] as readonly object[])[0]).not.toHaveProperty('title')
})

test('keeps what the user said when the same result is saved again', async () => {
  const { library, add, close } = await openTestLibrary()
  const { id, sha256 } = await add(1, { taskId: 'task-a' })
  await library.change([id], { rating: 5, addTags: ['best'] })
  await library.sidecarQueue.close()
  await add(1, { taskId: 'task-a' })
  await close()
  expect(await parsed(library.media.sidecarPath(sha256))).toMatchObject({
    entries: [{ rating: 5, tags: ['best'] }],
  })
})

test('a result waits for one step of what is behind, and not for all of it', async () => {
  const { library, db, add } = await openTestLibrary()
  library.store.insertMany(Array.from({ length: 200 }, (_, number) => newRow(number)))
  await library.change(
    [...library.store.each()].map(({ id }) => id),
    { rating: 4 },
  )
  const isBehind = () => db.get('SELECT 1 FROM sidecars_due') !== null
  await add(1)
  expect(isBehind()).toBe(true)
  await library.sidecarQueue.close()
  expect(isBehind()).toBe(false)
})

test('what changes while sidecars are written is written too', async () => {
  const { library, db } = await openTestLibrary()
  library.store.insertMany(Array.from({ length: 40 }, (_, number) => newRow(number)))
  const ids = [...library.store.each()].map(({ id }) => id).toSorted()
  await library.change(ids.slice(20), { rating: 4 })
  await library.sidecarQueue.run(async () => undefined)
  await library.change(ids.slice(0, 20), { rating: 4 })
  await library.sidecarQueue.close()
  expect(db.get('SELECT 1 FROM sidecars_due')).toBeNull()
})

test('writes at the next start what it could not write', async () => {
  const { library, add, close, dataDir, logLines } = await openTestLibrary()
  const { id, sha256 } = await add(1)
  const other = await add(2)
  const path = library.media.sidecarPath(sha256)
  await rm(path)
  await mkdir(path)
  await library.change([id, other.id], { rating: 4 })
  await close()
  expect(logLines.join()).toContain('sidecar')
  expect(await parsed(library.media.sidecarPath(other.sha256))).toMatchObject({ entries: [{ rating: 4 }] })
  await rm(path, { recursive: true })
  const app = await openTestApp({ dataDir })
  await app.until(async () => (await readFile(path, 'utf8').catch(() => '')).includes('"rating": 4'))
})
