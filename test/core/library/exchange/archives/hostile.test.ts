/** Archives that were made to do harm: what they hold comes in or is named, and nothing waits for them. */
import { execFileSync } from 'node:child_process'
import { appendFile, mkdir, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { deflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { ArchiveResult } from '#contract/rules/archive-result.ts'
import { createArchives } from '#core/library/exchange/archives/import-archive.ts'
import { readArchiveFiles, type WantedFile } from '#core/library/exchange/archives/read-archive-files.ts'
import { NO_WATCHDOG } from '#core/reading/watchdog.ts'
import { type Reader, UNREADABLE } from '#core/reading/reader.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'
import { withChunk } from '../../provenance/files.ts'
import { a1111Image, makeArchive, openArchives, stateOf } from './fixtures.ts'

const SIGNAL = new AbortController().signal
const WRITTEN_AT = 1_700_000_000_000

function reasons({ unread }: ArchiveResult): Readonly<Record<string, string>> {
  return Object.fromEntries(unread.map(({ path, reason }) => [path, reason]))
}

test('links that go round or outside and folders without end are not followed', async () => {
  const outside = await makeArchive({ 'secret.png': await a1111Image(9) })
  const root = await makeArchive({ 'a/b/c/deep.png': await a1111Image(1) })
  await symlink('..', join(root, 'a/b/round'))
  await symlink(outside, join(root, 'a/elsewhere'))
  await symlink(join(outside, 'secret.png'), join(root, 'a/secret.png'))
  await mkdir(join(root, 'd/'.repeat(200)), { recursive: true })
  await writeFile(join(root, 'd/'.repeat(200), 'bottomless.png'), await a1111Image(2))
  const exchange = await openArchives()
  const deepest = 'd/'.repeat(41).slice(0, -1)
  expect(await exchange.take(root)).toMatchObject({
    added: 1,
    unread: [{ path: deepest, reason: 'tooDeep' }],
    unreadCount: 1,
  })
  expect(exchange.assets().map(({ prompt }) => prompt)).toEqual(['fox 1'])
})

test('names of every kind come in, and are shown as they can be', async () => {
  const names = [
    'new\nline.png',
    'escape\u001B[31m.png',
    'turned\u202Egnp.png',
    'CON.png',
    'dots...png',
    '-rf.png',
    "'; DROP TABLE assets; --.png",
    `${'é'.repeat(125)}.png`,
  ]
  const images = await Promise.all(names.map((_, number) => makeImage(number)))
  const root = await makeArchive(Object.fromEntries(names.map((name, at) => [name, images[at] ?? ''])))
  const broken = Buffer.concat([Buffer.from(`${root}/`), Buffer.from([0xff, 0xfe]), Buffer.from('.png')])
  await writeFile(broken, await makeImage(100))
  const exchange = await openArchives()
  const taken = await exchange.take(root, 'in-place')
  expect(taken).toMatchObject({ added: names.length })
  expect(taken.unread.filter(({ reason }) => reason !== 'noRecipe')).toEqual([
    { path: '\uFFFD\uFFFD.png', reason: 'unreadable' },
  ])
  const titles = exchange.assets().map(({ title = '' }) => title)
  expect(titles.filter((title) => /\p{Cc}|\u202E/u.test(title))).toEqual([])
  expect(await exchange.take(root, 'in-place')).toMatchObject({ added: 0, known: names.length })
})

test('what is no longer what the folder listed is left, without waiting for it', async () => {
  const root = await makeArchive({ 'a.png': await a1111Image(1), 'grown.png': await a1111Image(2) })
  const image = await a1111Image(1)
  await symlink(join(root, 'a.png'), join(root, 'link.png'))
  execFileSync('mkfifo', [join(root, 'pipe.png')])
  const wanted = (name: string, sizeBytes = image.length): WantedFile => ({
    path: join(root, name),
    sizeBytes,
    modifiedAt: WRITTEN_AT,
    beside: [],
  })
  const files = [
    wanted('a.png'),
    wanted('link.png'),
    wanted('pipe.png', 0),
    wanted('grown.png', image.length - 9),
    wanted('gone.png'),
  ]
  const read = await readArchiveFiles(files, 'files', SIGNAL)
  expect(read.map(({ kind }) => kind)).toEqual([
    'read',
    'unreadable',
    'unreadable',
    'unreadable',
    'unreadable',
  ])
})

slow('a file that grows while it is read comes in at another time', async () => {
  const root = await makeArchive({ 'a.png': await a1111Image(1) })
  const [path, target] = [join(root, 'a.png'), join(root, 'copy')]
  const sizeBytes = 256 * 1024 ** 2
  await truncate(path, sizeBytes)
  const modifiedAt = Math.trunc((await stat(path)).mtimeMs)
  const reading = readArchiveFiles([{ path, sizeBytes, modifiedAt, beside: [], target }], 'files', SIGNAL)
  await until(() => stat(target).catch(() => null))
  await appendFile(path, 'more')
  expect(await reading).toEqual([{ kind: 'unreadable' }])
})

test('a giant of nothing is named, not read', async () => {
  const root = await makeArchive({ 'giant.png': await makeImage(1), 'small.png': await a1111Image(1) })
  await truncate(join(root, 'giant.png'), 8 * 1024 ** 3 + 1)
  const exchange = await openArchives()
  const taken = await exchange.take(root)
  expect(taken).toMatchObject({ added: 1 })
  expect(reasons(taken)).toEqual({ 'giant.png': 'tooLarge' })
})

slow('a text that unfolds to far more than a text is none', async () => {
  const bomb = deflateSync(Buffer.alloc(256 * 1024 ** 2))
  const chunk = Buffer.concat([Buffer.from('parameters\0\0'), bomb])
  const root = await makeArchive({ 'bomb.png': withChunk(await makeImage(1), 'zTXt', chunk) })
  const exchange = await openArchives()
  const taken = await exchange.take(root)
  expect(reasons(taken)).toEqual({ 'bomb.png': 'noRecipe' })
})

test('InvokeAI: a database whose tables are views without end is named, and the files come in', async () => {
  const root = await makeArchive({ 'outputs/images/a.png': await a1111Image(1), 'databases/.keep': '' })
  const database = new DatabaseSync(join(root, 'databases/invokeai.db'))
  const endless = 'WITH RECURSIVE r (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r)'
  database.exec(`
    CREATE VIEW images AS ${endless}
      SELECT n AS image_name, 'general' AS image_category, 0 AS is_intermediate, 0 AS starred FROM r WHERE n < 0;
    CREATE TABLE boards (board_id TEXT PRIMARY KEY, board_name TEXT);
    CREATE TABLE board_images (board_id TEXT, image_name TEXT);`)
  database.close()
  const before = await stateOf(root)
  const exchange = await openArchives()
  const taken = await exchange.take(root)
  expect(taken).toMatchObject({ added: 1 })
  expect(reasons(taken)).toEqual({ 'databases/invokeai.db': 'unreadable' })
  expect(await stateOf(root)).toEqual(before)
})

test('Eagle: notes larger than any can be are named as damaged, and the files come in', async () => {
  const root = await makeArchive({
    'metadata.json': '{}',
    'images/A.info/owl.png': await a1111Image(1),
    'images/A.info/metadata.json': '{',
  })
  for (const name of ['metadata.json', 'images/A.info/metadata.json'])
    await truncate(join(root, name), 100 * 1024 ** 2)
  const exchange = await openArchives()
  const preview = await exchange.archives.preview(root)
  expect(preview).toMatchObject({ ok: true, data: { sources: [{ source: 'eagle', files: 1 }] } })
  const taken = await exchange.take(root)
  expect(taken).toMatchObject({ added: 1 })
  expect(reasons(taken)).toEqual({ 'metadata.json': 'unreadable', 'images/A.info/owl.png': 'damagedNote' })
})

slow.each(['copy', 'in-place'] as const)(
  '%s: one that stops who reads it comes in as it is, marked, and the others with their recipes',
  async (mode) => {
    const files: Record<string, Buffer> = { 'poison.png': await a1111Image(50) }
    for (let number = 0; number < 40; number++) files[`${number}.png`] = await a1111Image(number)
    const root = await makeArchive(files)
    const exchange = await openArchives()
    const { reader } = exchange.library
    const read = ((name, input, options) =>
      JSON.stringify(input).includes('poison.png')
        ? Promise.resolve(UNREADABLE)
        : reader.read(name, input, options)) as Reader['read']
    const stopped: Reader = Object.assign(Object.create(reader) as Reader, {
      read,
      forgive: (sha256: string) => reader.forgive(sha256),
      giveUp: (sha256: string) => reader.giveUp(sha256),
    })
    const library = { ...exchange.library, reader: stopped }
    const archives = createArchives({ ...exchange, library, shell: undefined, watchdog: NO_WATCHDOG })
    const { archive } = await exchange.ended(archives.start({ path: root, mode }))
    expect(archive).toMatchObject({ added: 41, unread: [{ path: 'poison.png', reason: 'noRecipe' }] })
    const assets = exchange.assets()
    expect(assets.filter(({ unreadable }) => unreadable).map(({ title }) => title)).toEqual(['poison'])
    expect(assets.filter(({ prompt }) => prompt?.startsWith('fox'))).toHaveLength(40)
    expect(exchange.db.all('SELECT * FROM unreadable_files')).toHaveLength(1)
  },
)

slow('a file that is there twice comes in once, in every order', async () => {
  const image = await a1111Image(1)
  const files: Record<string, Buffer> = {}
  for (let number = 0; number < 100; number++) files[`${number}.png`] = image
  const root = await makeArchive(files)
  for (const mode of ['copy', 'in-place'] as const) {
    const exchange = await openArchives()
    expect(await exchange.take(root, mode)).toMatchObject({ added: 1, known: 99 })
    expect(exchange.assets()).toHaveLength(1)
  }
})

test('a folder that is empty ends well', async () => {
  const root = join(await makeTempDir(), 'empty')
  await mkdir(root)
  const exchange = await openArchives()
  expect(await exchange.take(root)).toMatchObject({ added: 0, known: 0, unread: [] })
})
