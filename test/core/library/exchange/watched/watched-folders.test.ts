/** What arrives in a watched folder comes in once, when it is whole, and stays as it was. */
import { copyFile, mkdir, open, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { emptyTrash } from '../../fixtures.ts'
import { a1111Image, stateOf } from '../archives/fixtures.ts'
import { makeFolder, memorySettings, openWatching, type WatchingLibrary } from './fixtures.ts'

/** Longer than any file waits, and than the looks through a whole folder are apart. */
const LONG_MS = 200_000

function prompts({ assets }: WatchingLibrary): (string | undefined)[] {
  return assets()
    .map(({ prompt }) => prompt)
    .toSorted((one, other) => ((one ?? '') < (other ?? '') ? -1 : 1))
}

/** For good. */
async function deleteAll(exchange: WatchingLibrary): Promise<void> {
  await exchange.library.trash(exchange.assets().map(({ id }) => id))
  await emptyTrash(exchange)
}

slow.each(['copy', 'in-place'] as const)(
  '%s: what is there and what comes is taken in once',
  async (mode) => {
    const folder = await makeFolder()
    await writeFile(join(folder, 'there.png'), await a1111Image(1))
    const library = await openWatching()
    await library.watch(folder, mode)
    await library.untilTrue(() => library.assets().length === 1)
    await mkdir(join(folder, 'today'))
    await writeFile(join(folder, 'today', 'new.png'), await a1111Image(2))
    await writeFile(join(folder, 'today', 'notes.txt'), 'a note')
    await library.untilTrue(() => library.assets().length === 2)
    expect(prompts(library)).toEqual(['fox 1', 'fox 2'])
    const before = await stateOf(folder)
    await library.pass(LONG_MS)
    expect(library.assets()).toHaveLength(2)
    expect(await stateOf(folder)).toEqual(before)
    expect(library.watched.list()).toMatchObject([
      { mode, state: 'watching', added: 2, waiting: 0, unfinished: 0 },
    ])
    const { media } = library.library
    const outside = library.assets().filter(({ sha256 }) => media.outsidePath(sha256) !== null)
    expect(outside).toHaveLength(mode === 'copy' ? 0 : 2)
  },
)

test('a file that is being written is taken in when it has been the same for a while, and never before', async () => {
  const folder = await makeFolder()
  const library = await openWatching()
  await library.watch(folder)
  // Of a kind that says nowhere whether it has ended.
  const frame = Buffer.concat([Buffer.from('fffb9064', 'hex'), Buffer.alloc(413)])
  const bytes = Buffer.concat(Array.from({ length: 40 }, () => frame))
  const file = await open(join(folder, 'song.mp3'), 'w')
  for (let part = 0; part < 4; part++) {
    await file.write(bytes.subarray((part * bytes.length) / 4, ((part + 1) * bytes.length) / 4))
    await library.pass(12_000)
    expect(library.assets()).toEqual([])
  }
  await file.close()
  await library.untilTrue(() => library.assets().length === 1)
  expect(library.assets()).toMatchObject([{ kind: 'audio', sizeBytes: bytes.length }])
})

test('a file that ends too early waits as long as it does, is counted, and comes in when it is whole', async () => {
  const folder = await makeFolder()
  const library = await openWatching()
  await library.watch(folder)
  const bytes = await a1111Image(1)
  const file = await open(join(folder, 'slow.png'), 'w')
  await file.write(bytes.subarray(0, bytes.length - 5))
  await library.pass(LONG_MS)
  expect(library.assets()).toEqual([])
  expect(library.watched.list()).toMatchObject([{ waiting: 0, unfinished: 1 }])
  await file.write(bytes.subarray(bytes.length - 5))
  await file.close()
  await library.untilTrue(() => library.assets().length === 1)
  expect(prompts(library)).toEqual(['fox 1'])
})

slow('what another program still calls unfinished is left until it has its name', async () => {
  const folder = await makeFolder()
  const library = await openWatching()
  await library.watch(folder)
  for (const name of ['1.png.crdownload', '.2.png.a8Fk', '3.png.part', '4.png~'])
    await writeFile(join(folder, name), await a1111Image(1))
  await writeFile(join(folder, '5.png'), await a1111Image(5))
  await writeFile(join(folder, '5.png.aria2'), 'control')
  await library.pass(LONG_MS)
  expect(library.assets()).toEqual([])
  await rename(join(folder, '1.png.crdownload'), join(folder, '1.png'))
  await rm(join(folder, '5.png.aria2'))
  await library.untilTrue(() => library.assets().length === 2)
  expect(prompts(library)).toEqual(['fox 1', 'fox 5'])
})

test('what came while Atelier was closed comes in at the start, and what came before does not come twice', async () => {
  const folder = await makeFolder()
  const dir = await makeTempDir()
  const settings = memorySettings()
  const first = await openWatching(dir, settings)
  await writeFile(join(folder, '1.png'), await a1111Image(1))
  await first.watch(folder)
  await first.untilTrue(() => first.assets().length === 1)
  await first.close()
  await writeFile(join(folder, '2.png'), await a1111Image(2))
  const again = await openWatching(dir, settings)
  await again.untilTrue(() => again.assets().length === 2)
  expect(prompts(again)).toEqual(['fox 1', 'fox 2'])
  await again.untilTrue(() => again.watched.list()[0]?.added === 1)
})

slow('a folder that is gone is said, and watched again when it is back', async () => {
  const folder = await makeFolder()
  const library = await openWatching()
  await library.watch(folder)
  await library.pass(5_000)
  await rename(folder, `${folder}-away`)
  await library.untilTrue(() => library.watched.list()[0]?.state === 'away')
  await writeFile(join(`${folder}-away`, '1.png'), await a1111Image(1))
  await library.pass(LONG_MS)
  expect(library.assets()).toEqual([])
  await rename(`${folder}-away`, folder)
  await library.untilTrue(() => library.assets().length === 1)
  await library.untilTrue(() => library.watched.list()[0]?.state === 'watching')
})

test('what the user throws away does not come back, not even when the trash is emptied', async () => {
  const folder = await makeFolder()
  const exchange = await openWatching()
  await writeFile(join(folder, '1.png'), await a1111Image(1))
  await exchange.watch(folder)
  await exchange.untilTrue(() => exchange.assets().length === 1)
  await deleteAll(exchange)
  await exchange.pass(LONG_MS)
  expect(exchange.assets()).toEqual([])
})

slow(
  'a file in place that goes away is shown from another one with the same content, and copied where that is asked for',
  async () => {
    const folder = await makeFolder()
    for (const name of ['1.png', '2.png']) await writeFile(join(folder, name), await a1111Image(1))
    const library = await openWatching()
    const { media } = library.library
    const { id } = await library.watch(folder, 'in-place')
    await library.untilTrue(() => library.assets().length === 1)
    await library.untilTrue(() => library.watched.list()[0]?.waiting === 0)
    const [asset] = library.assets()
    const { sha256 = '' } = asset ?? {}
    const shown = media.outsidePath(sha256) ?? ''
    await rm(shown)
    const other = join(folder, shown.endsWith('1.png') ? '2.png' : '1.png')
    await library.untilTrue(() => media.outsidePath(sha256) === other)
    await library.watched.remove(id)
    await library.watch(folder, 'copy')
    await library.untilTrue(() => media.outsidePath(sha256) === null)
    expect(await readFile(media.ownPath(sha256, 'png'))).toEqual(await a1111Image(1))
  },
)

slow(
  'a file that Atelier exports into a watched folder adds nothing, not even when its asset is deleted',
  async () => {
    const folder = await makeFolder()
    const dir = await makeTempDir()
    const settings = memorySettings()
    const first = await openWatching(dir, settings)
    await first.add(1, { prompt: 'a fox' })
    await first.watch(folder)
    const ids = first.assets().map(({ id }) => id)
    const { path = '' } = await first.ended(first.exporter.start({ ids, form: 'files', embedRecipe: true }))
    const [name = ''] = await readdir(path)
    await copyFile(join(path, name), join(folder, name))
    await first.pass(1_000)
    await first.untilTrue(() => first.watched.list()[0]?.waiting === 1)
    await first.pass(LONG_MS)
    expect(first.assets()).toHaveLength(1)
    await deleteAll(first)
    await first.close()
    const again = await openWatching(dir, settings)
    await again.pass(LONG_MS)
    expect(again.assets()).toEqual([])
  },
)

test('links are not followed, and thumbnails and masks of other tools stay out', async () => {
  const outside = await makeTempDir()
  await writeFile(join(outside, 'secret.png'), await a1111Image(9))
  const folder = await makeFolder()
  await symlink(join(outside, 'secret.png'), join(folder, 'link.png'))
  await symlink(outside, join(folder, 'linked'))
  await mkdir(join(folder, 'thumbs'))
  await writeFile(join(folder, 'thumbs', '1.png'), await makeImage(2))
  await writeFile(join(folder, '1-mask.png'), await makeImage(3))
  await writeFile(join(folder, '1.png'), await makeImage(4))
  const library = await openWatching()
  await library.watch(folder)
  await library.untilTrue(() => library.assets().length === 1)
  await library.pass(LONG_MS)
  expect(library.assets().map(({ title }) => title)).toEqual(['1'])
})

slow('the data of an Atelier inside the folder is passed over', async () => {
  const folder = await makeFolder()
  await mkdir(join(folder, 'library', 'media', 'ab'), { recursive: true })
  await writeFile(join(folder, 'library', 'library.db'), '')
  await writeFile(join(folder, 'library', 'media', 'ab', '1.png'), await makeImage(1))
  const library = await openWatching()
  await library.watch(folder)
  await library.pass(5_000)
  await writeFile(join(folder, 'library', 'media', 'ab', '2.png'), await makeImage(2))
  await library.pass(LONG_MS)
  expect(library.assets()).toEqual([])
})

test('waits while an import is under way', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, '1.png'), await a1111Image(1))
  const library = await openWatching()
  const end = Promise.withResolvers<void>()
  const { job } = library.jobs.start('import', { id: 'exchange.nothingImported' }, async () => {
    await end.promise
    return { ok: true, data: { data: null, message: { id: 'exchange.nothingImported' } } }
  })
  await library.watch(folder)
  await library.pass(LONG_MS)
  expect(library.assets()).toEqual([])
  end.resolve()
  await library.untilTrue(() => library.assets().length === 1)
  expect(library.jobs.list()).toMatchObject([{ id: job.id, state: 'done' }])
})

test('stops when it is no longer watched, and what came stays', async () => {
  const folder = await makeFolder()
  await writeFile(join(folder, '1.png'), await a1111Image(1))
  const library = await openWatching()
  const { id } = await library.watch(folder)
  await library.untilTrue(() => library.assets().length === 1)
  expect(await library.watched.remove(id)).toMatchObject({ ok: true })
  await writeFile(join(folder, '2.png'), await a1111Image(2))
  await library.pass(LONG_MS)
  expect(library.assets()).toHaveLength(1)
  expect(library.watched.list()).toEqual([])
  expect(await library.watched.remove(id)).toMatchObject({ ok: false, error: { code: 'not_found' } })
})

test('refuses what is no folder here, what has to do with the data of Atelier, a folder twice, and too many', async () => {
  const library = await openWatching()
  const refusal = async (path: string) => {
    const added = await library.watched.add({ path, mode: 'copy' })
    return added.ok ? null : added.error.id
  }
  expect(await refusal('relative')).toBe('exchange.folderPath')
  expect(await refusal('//server/share')).toBe('exchange.folderElsewhere')
  expect(await refusal('/nowhere/at/all')).toBe('exchange.noFolder')
  const link = join(await makeTempDir(), 'link')
  await symlink(library.dataDir, link)
  for (const path of [library.dataDir, join(library.dataDir, '..'), join(library.dataDir, 'media'), link])
    expect(await refusal(path)).toBe('exchange.watch.own')
  const home = await makeFolder()
  vi.stubEnv('HOME', home)
  onTestFinished(() => void vi.unstubAllEnvs())
  for (const path of ['/', home]) expect(await refusal(path)).toBe('exchange.watch.tooWide')
  const folder = await makeFolder()
  await mkdir(join(folder, 'inside'))
  await library.watch(folder)
  // Asked for at once, as by a button that is pressed twice.
  const pressed = await makeFolder()
  expect(await Promise.all([refusal(pressed), refusal(pressed)])).toEqual([null, 'exchange.watch.twice'])
  for (const path of [folder, join(folder, 'inside'), join(folder, '..'), `${folder}/inside/..`])
    expect(await refusal(path)).toBe('exchange.watch.twice')
  for (let number = 2; number < 20; number++) await library.watch(await makeFolder())
  expect(await refusal(await makeFolder())).toBe('exchange.watch.tooMany')
})

test('settings that were edited by hand and make no sense watch nothing', async () => {
  const settings = memorySettings()
  settings.set('watchedFolders', [{ id: 1, path: '/', mode: 'everything' }])
  const library = await openWatching(undefined, settings)
  expect(library.watched.list()).toEqual([])
})
