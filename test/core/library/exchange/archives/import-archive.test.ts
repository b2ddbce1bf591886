/** Archives of other tools come in whole, once, and are never touched. */
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createTrash } from '#core/library/maintenance/trash.ts'
import { rebuildLibrary } from '#core/library/maintenance/rebuild.ts'
import { verifyLibrary } from '#core/library/maintenance/verify.ts'
import { createBackgroundQueue } from '#core/library/background-queue.ts'
import { createEventBus } from '#core/calls/events.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { a1111Image, type ArchiveLibrary, makeArchive, openArchives, stateOf } from './fixtures.ts'

const SIGNAL = new AbortController().signal

async function plainArchive(): Promise<string> {
  return makeArchive({
    'txt2img/0001.png': await a1111Image(1),
    'txt2img/0002.png': await a1111Image(2),
    'txt2img/0002-mask.png': await makeImage(20),
    'txt2img/0002-before-highres-fix.png': await makeImage(21),
    'thumbs/0001.png': await makeImage(22),
    'photo.png': await makeImage(3),
    'notes.txt': 'a note',
    'program.exe': 'MZ',
  })
}

const UNREAD = [
  { path: 'photo.png', reason: 'noRecipe' },
  { path: 'program.exe', reason: 'noMedia' },
  { path: 'thumbs/0001.png', reason: 'thumbnail' },
  { path: 'txt2img/0002-before-highres-fix.png', reason: 'intermediate' },
  { path: 'txt2img/0002-mask.png', reason: 'mask' },
]

function byPath(one: { readonly path: string }, other: { readonly path: string }): number {
  return one.path < other.path ? -1 : 1
}

function byText(one: unknown, other: unknown): number {
  return String(one) < String(other) ? -1 : 1
}

/** The files that the library holds itself. */
async function ownFiles({ dataDir }: ArchiveLibrary): Promise<string[]> {
  const names = await readdir(join(dataDir, 'media'), { recursive: true })
  return names.filter((name) => /\.(?:png|jpg)$/.test(name))
}

const verifyAll = ({ library }: ArchiveLibrary) => verifyLibrary(library, () => undefined, SIGNAL)

const WHOLE = (checked: number) => ({ checked, missing: 0, damaged: 0 })

test('a preview counts, shows what is understood, and changes nothing', async () => {
  const root = await plainArchive()
  const before = await stateOf(root)
  const { archives, assets } = await openArchives()
  const preview = await archives.preview(root)
  expect(preview).toMatchObject({
    ok: true,
    data: {
      isEstimate: false,
      unread: 1,
      skipped: 4,
      sources: [
        { source: 'a1111', files: 2 },
        { source: 'files', files: 1 },
      ],
    },
  })
  expect(preview.ok && preview.data.examples.map(({ path, recipe }) => [path, recipe?.prompt])).toEqual([
    ['photo.png', undefined],
    ['txt2img/0001.png', 'fox 1'],
    ['txt2img/0002.png', 'fox 2'],
  ])
  expect(assets()).toEqual([])
  expect(await stateOf(root)).toEqual(before)
})

test.each(['copy', 'in-place'] as const)(
  '%s: results come in with their recipe, all else is named, and a second run adds nothing',
  async (mode) => {
    const root = await plainArchive()
    const before = await stateOf(root)
    const library = await openArchives()
    const first = await library.take(root, mode)
    expect({ ...first, unread: first.unread.toSorted(byPath) }).toEqual({
      added: 3,
      known: 0,
      unread: UNREAD,
      unreadCount: 5,
    })
    expect(
      library
        .assets()
        .map(({ prompt, model, options }) => [prompt, model, options['seed']])
        .toSorted(byText),
    ).toEqual([
      [undefined, 'unknown', undefined],
      ['fox 1', 'photon', 1],
      ['fox 2', 'photon', 2],
    ])
    expect(await ownFiles(library)).toHaveLength(mode === 'copy' ? 3 : 0)
    expect(await library.take(root, mode)).toMatchObject({ added: 0, known: 3 })
    expect(library.assets()).toHaveLength(3)
    expect(await stateOf(root)).toEqual(before)
  },
)

test('a file in place is verified where it lies, missed where its disk is gone, and found by its content where it was moved', async () => {
  const root = await makeArchive({ 'a/1.png': await a1111Image(1), 'a/2.png': await a1111Image(2) })
  const library = await openArchives()
  await library.take(root, 'in-place')
  const verify = () => verifyLibrary(library.library, () => undefined, SIGNAL)
  expect(await verify()).toEqual({ checked: 2, missing: 0, damaged: 0 })
  await rename(join(root, 'a'), join(root, 'b'))
  expect(await verify()).toEqual({ checked: 2, missing: 2, damaged: 0 })
  expect(await library.take(root, 'in-place')).toMatchObject({ added: 0, known: 2 })
  expect(await verify()).toEqual({ checked: 2, missing: 0, damaged: 0 })
})

test('what is deleted for good in the library stays where another tool put it', async () => {
  const root = await makeArchive({ '1.png': await a1111Image(1) })
  const before = await stateOf(root)
  const exchange = await openArchives()
  const { library, db, clock } = exchange
  await exchange.take(root, 'in-place')
  await library.trash(exchange.assets().map(({ id }) => id))
  const log = () => undefined
  const trash = createTrash({
    ...library,
    db,
    clock,
    log,
    events: createEventBus(log),
    maintenanceQueue: createBackgroundQueue(log),
  })
  expect(await trash.empty()).toBe(1)
  await trash.close()
  expect(await stateOf(root)).toEqual(before)
  expect(await exchange.take(root, 'in-place')).toMatchObject({ added: 1, known: 0 })
})

test('what lies in the trash stays there', async () => {
  const root = await makeArchive({ '1.png': await a1111Image(1) })
  const exchange = await openArchives()
  await exchange.take(root)
  await exchange.library.trash(exchange.assets().map(({ id }) => id))
  expect(await exchange.take(root)).toMatchObject({ added: 0, known: 1 })
  expect(exchange.assets().map(({ trashedAt }) => trashedAt !== undefined)).toEqual([true])
})

test('a copy takes the place of a file that lay outside', async () => {
  const bytes = await a1111Image(1)
  const root = await makeArchive({ '1.png': bytes })
  const exchange = await openArchives()
  await exchange.take(root, 'in-place')
  await rm(join(root, '1.png'))
  const { importer, library } = exchange
  const again = await makeArchive({ 'one.png': bytes })
  await exchange.ended(importer.start(again))
  expect(await verifyLibrary(library, () => undefined, SIGNAL)).toEqual({
    checked: 1,
    missing: 0,
    damaged: 0,
  })
  expect(await ownFiles(exchange)).toHaveLength(1)
})

slow(
  'what was left in place is copied where that is asked for, and is whole when the folder is gone',
  async () => {
    const root = await makeArchive({ 'a/1.png': await a1111Image(1), 'a/2.png': await a1111Image(2) })
    const exchange = await openArchives()
    await exchange.take(root, 'in-place')
    // One import finds the file where it was, the other finds it moved.
    await rename(join(root, 'a', '2.png'), join(root, 'a', '3.png'))
    expect(await exchange.take(root, 'copy')).toMatchObject({ added: 0, known: 2 })
    expect(await ownFiles(exchange)).toHaveLength(2)
    await rm(root, { recursive: true })
    expect(await verifyAll(exchange)).toEqual(WHOLE(2))
  },
)

test('a file in place that is imported by itself is copied', async () => {
  const root = await makeArchive({ '1.png': await a1111Image(1) })
  const exchange = await openArchives()
  await exchange.take(root, 'in-place')
  await exchange.ended(exchange.importer.start(root))
  await rm(root, { recursive: true })
  expect(await verifyAll(exchange)).toEqual(WHOLE(1))
})

test.each(['copy', 'in-place'] as const)(
  '%s: what the library has lost comes from the folder again',
  async (mode) => {
    const root = await makeArchive({ '1.png': await a1111Image(1) })
    const exchange = await openArchives()
    await exchange.take(root, 'copy')
    const [asset] = exchange.assets()
    await rm(exchange.library.media.ownPath(asset?.sha256 ?? '', 'png'))
    expect(await exchange.take(root, mode)).toMatchObject({ added: 0, known: 1 })
    expect([await verifyAll(exchange), (await ownFiles(exchange)).length]).toEqual([
      WHOLE(1),
      mode === 'copy' ? 1 : 0,
    ])
  },
)

test('a file in place that is gone is shown from another one with the same content', async () => {
  const bytes = await a1111Image(1)
  const root = await makeArchive({ '1.png': bytes, '2.png': bytes })
  const exchange = await openArchives()
  await exchange.take(root, 'in-place')
  await rm(join(root, '1.png'))
  expect(await exchange.take(root, 'in-place')).toMatchObject({ added: 0, known: 1 })
  expect(await verifyAll(exchange)).toEqual(WHOLE(1))
})

slow('a job that was stopped is gone on with by beginning it again', async () => {
  const files: Record<string, Buffer> = {}
  for (let number = 0; number < 200; number++) files[`${number}.png`] = await a1111Image(number)
  const root = await makeArchive(files)
  const exchange = await openArchives()
  const started = await exchange.archives.start({ path: root, mode: 'copy' })
  if (!started.ok) throw new Error('It did not start.')
  while (exchange.assets().length === 0) await new Promise(setImmediate)
  await exchange.jobs.cancel(started.data.id)
  const there = exchange.assets().length
  expect(there).toBeGreaterThan(0)
  expect(there).toBeLessThan(200)
  const rest = await exchange.take(root)
  expect(rest.added + there).toBeGreaterThanOrEqual(200)
  expect(exchange.assets()).toHaveLength(200)
})

test('links are not followed, and names read as they are written', async () => {
  const outside = await makeTempDir()
  await writeFile(join(outside, 'secret.png'), await a1111Image(9))
  await mkdir(join(outside, 'folder'))
  await writeFile(join(outside, 'folder', 'secret.png'), await a1111Image(8))
  const root = await makeArchive({ 'invoice\u202Egnp.exe.png': await makeImage(1) })
  await symlink(join(outside, 'secret.png'), join(root, 'link.png'))
  await symlink(join(outside, 'folder'), join(root, 'linked'))
  const exchange = await openArchives()
  expect(await exchange.take(root)).toMatchObject({ added: 1 })
  expect(exchange.assets().map(({ title }) => title)).toEqual(['invoicegnp.exe'])
})

test('a folder that is none is refused', async () => {
  const { archives } = await openArchives()
  for (const path of ['relative', '/nowhere/at/all', '//server/share'])
    expect(await archives.preview(path)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

/** Built again from its files, without its database unless that is kept. */
async function builtAgain(first: ArchiveLibrary, { keepsRows = false } = {}): Promise<ArchiveLibrary> {
  await first.close()
  for (const name of keepsRows ? [] : ['library.db', 'library.db-wal', 'library.db-shm'])
    await rm(join(first.dataDir, name), { force: true })
  const again = await openArchives(dirname(first.dataDir))
  const { library, db } = again
  const log = () => undefined
  const events = createEventBus(log)
  const work = { ...library, db, log, events, importOrphan: async () => null, areFilesNewer: false }
  expect(await rebuildLibrary(work, () => undefined, SIGNAL)).toMatchObject({ assets: 1, left: 0 })
  return again
}

test('a library that is built again knows where its files lie, also where they were moved', async () => {
  const root = await makeArchive({ '1.png': await a1111Image(1) })
  const first = await openArchives()
  await first.take(root, 'in-place')
  const before = first.assets()
  const second = await builtAgain(first)
  expect([second.assets(), await verifyAll(second)]).toEqual([before, WHOLE(1)])
  await rename(join(root, '1.png'), join(root, '2.png'))
  await second.take(root, 'in-place')
  expect(await verifyAll(await builtAgain(second))).toEqual(WHOLE(1))
})

test.each([false, true])(
  'a library that is built again shows its own copy, whatever was noted of another place (rows kept: %s)',
  async (keepsRows) => {
    const bytes = await a1111Image(1)
    const first = await openArchives()
    await first.take(await makeArchive({ '1.png': bytes }))
    const [asset] = first.assets()
    // As it is where Atelier ended in between.
    first.db.run('UPDATE archive_files SET path = ?, in_place = 1', '/gone/1.png')
    const path = first.library.media.sidecarPath(asset?.sha256 ?? '')
    const sidecar = JSON.parse(await readFile(path, 'utf8')) as object
    await writeFile(path, JSON.stringify({ ...sidecar, outsidePath: '/gone/1.png' }))
    expect(await verifyAll(await builtAgain(first, { keepsRows }))).toEqual(WHOLE(1))
  },
)
