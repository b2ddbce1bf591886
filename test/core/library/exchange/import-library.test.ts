import { mkdir, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createImporter } from '#core/library/exchange/import-library.ts'
import { NO_WATCHDOG } from '#core/reading/watchdog.ts'
import type { KeyedLock } from '#core/store/keyed-lock.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { emptyTrash } from '../fixtures.ts'
import { embedded, RECIPE } from '../provenance/files.ts'
import { openExchange } from './fixtures.ts'

async function* bodyOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 1_000) yield bytes.subarray(at, at + 1_000)
}

test('takes in media of every kind, at any depth, by their bytes and never by their names', async () => {
  const folder = await makeTempDir()
  await mkdir(join(folder, 'a/b/c'), { recursive: true })
  await writeFile(join(folder, 'a/b/c/Owl in snow.txt'), await makeImage(1))
  await writeFile(join(folder, 'a/video'), await tinyVideo({ width: 32, height: 16, frames: 12, fps: 12 }))
  await writeFile(join(folder, 'a/fox.png'), 'not an image')
  await writeFile(join(folder, 'run.sh'), '#!/bin/sh\n')
  await writeFile(join(folder, 'page.html'), '<script>alert(1)</script>')
  await writeFile(join(folder, 'empty.jpg'), '')
  await utimes(join(folder, 'a/b/c/Owl in snow.txt'), 1_700_000_000, 1_700_000_000)
  const exchange = await openExchange()
  const job = await exchange.ended(exchange.importer.start(folder))
  expect(job.message.text).toBe(
    '2 files added. 4 are no images, videos, audio or 3D models, among them fox.png, empty.jpg, and page.html.',
  )
  expect(job).toMatchObject({ kind: 'import', state: 'done', done: 6, total: 6 })
  const [video, owl] = exchange.assets()
  expect(owl).toMatchObject({
    id: expect.stringMatching(/^asset_[0-9a-f]{32}$/) as string,
    kind: 'image',
    mediaType: 'image',
    mimeType: 'image/png',
    width: 16,
    height: 12,
    createdAt: 1_700_000_000_000,
    provider: 'imported',
    model: 'unknown',
    scene: 'imported',
    title: 'Owl in snow',
    options: {},
    rating: 0,
    tags: [],
  })
  expect(video).toMatchObject({ kind: 'video', mediaType: 'video', width: 32, height: 16, durationMs: 1_000 })
  expect(await readdir(folder)).toHaveLength(4)
})

test('the same bytes are taken in once, whatever they are called', async () => {
  const folder = await makeTempDir()
  for (const name of ['one.png', 'two.png']) await writeFile(join(folder, name), await makeImage(1))
  const exchange = await openExchange()
  expect((await exchange.ended(exchange.importer.start(folder))).message.text).toBe(
    '1 file added. 1 was already in the library.',
  )
  expect((await exchange.ended(exchange.importer.start(folder))).message.text).toBe(
    'No files were added. 2 were already in the library.',
  )
  expect(exchange.assets()).toHaveLength(1)
})

test('follows no link and looks into nothing that is hidden', async () => {
  const [folder, outside] = [await makeTempDir(), await makeTempDir()]
  await writeFile(join(outside, 'secret.png'), await makeImage(1))
  await symlink(join(outside, 'secret.png'), join(folder, 'link.png'))
  await symlink(outside, join(folder, 'folder'))
  await symlink(folder, join(folder, 'circle'))
  await mkdir(join(folder, '.git'))
  await writeFile(join(folder, '.git/fox.png'), await makeImage(2))
  await writeFile(join(folder, '.hidden.png'), await makeImage(3))
  const exchange = await openExchange()
  const job = await exchange.ended(exchange.importer.start(folder))
  expect([job.state, job.message.text, exchange.assets()]).toEqual(['done', 'No files were added.', []])
})

slow(
  'brings the whole library of another Atelier along, with what its user said, and not what was derived',
  async () => {
    const first = await openExchange()
    const one = await first.add(1, { prompt: 'a fox', options: { seed: 7 } })
    const thrown = await first.add(2, { prompt: 'an owl' })
    await first.library.change([one.id], { rating: 5, favorite: true, addTags: ['winter'], title: 'Fox' })
    await first.library.trash([thrown.id])
    await mkdir(join(first.dataDir, 'thumbs/ab'), { recursive: true })
    await writeFile(
      join(first.dataDir, 'thumbs/ab/ab.webp'),
      await sharp(await makeImage(9))
        .webp()
        .toBuffer(),
    )
    await first.close()
    const second = await openExchange()
    const job = await second.ended(second.importer.start(first.dataDir))
    expect(job.message.text).toBe('1 file added. 1 is in the trash of the library that exported it.')
    expect(second.assets()).toMatchObject([
      {
        sha256: one.sha256,
        prompt: 'a fox',
        options: { seed: 7 },
        provider: 'stand-in',
        model: 'sample',
        createdAt: one.createdAt,
        rating: 5,
        favorite: true,
        tags: ['winter'],
        title: 'Fox',
      },
    ])
  },
)

test('a sidecar that speaks of other bytes is not believed', async () => {
  const first = await openExchange()
  const { sha256 } = await first.add(1, { prompt: 'a fox' })
  await first.close()
  await writeFile(first.library.media.path(sha256, 'png'), await makeImage(2))
  const second = await openExchange()
  await second.ended(second.importer.start(first.dataDir))
  expect(second.assets()).toMatchObject([{ provider: 'imported', title: sha256 }])
})

test('a copy that was exported with its recipe is known as what it was made from, and another image is not', async () => {
  const exchange = await openExchange()
  const bytes = await makeImage(1)
  const { id, sha256 } = await exchange.addBytes(bytes, { prompt: 'a fox' })
  const folder = await makeTempDir()
  await writeFile(join(folder, 'copy.png'), await embedded(bytes, 'png', { ...RECIPE, sha256 }))
  // Somebody drew over it in a program that keeps what it does not know.
  await writeFile(join(folder, 'drawn.png'), await embedded(await makeImage(2), 'png', { ...RECIPE, sha256 }))
  const job = await exchange.ended(exchange.importer.start(folder))
  expect(job.message.text).toBe('1 file added. 1 was already in the library.')
  const [drawn, fox] = exchange.assets().toSorted((a) => (a.id === id ? 1 : -1))
  expect([fox?.id, drawn?.prompt?.startsWith('a red'), drawn?.tags]).toEqual([id, true, RECIPE.tags])
})

test('of an image of another tool the recipe comes along, and nothing is made up', async () => {
  const folder = await makeTempDir()
  const text =
    'a red fox\nNegative prompt: blurry\nSteps: 20, Sampler: Euler a, CFG scale: 7, Seed: 5, Model: dream'
  const bytes = await sharp(await makeImage(3))
    .jpeg()
    .withExif({ IFD2: { UserComment: text } })
    .toBuffer()
  await writeFile(join(folder, 'a1111.jpg'), bytes)
  const exchange = await openExchange()
  await exchange.ended(exchange.importer.start(folder))
  const [asset] = exchange.assets()
  expect(asset).toMatchObject({
    provider: 'imported',
    model: 'dream',
    scene: 'text-to-image',
    prompt: 'a red fox',
    options: { negative_prompt: 'blurry', steps: 20, sampler: 'Euler a', cfg_scale: 7, seed: 5 },
    tags: [],
  })
  expect(asset?.title).toBeUndefined()
})

test('a file that comes back is taken out of the trash, or put back where it was missing or damaged', async () => {
  const exchange = await openExchange()
  const bytes = await makeImage(1)
  const { id, sha256 } = await exchange.addBytes(bytes)
  await exchange.library.trash([id])
  const upload = () => exchange.importer.takeUpload({ name: 'fox.png', body: bodyOf(bytes) })
  expect(await upload()).toMatchObject({ ok: true, data: { known: true, asset: { id } } })
  expect(exchange.library.find(id)?.trashedAt).toBeUndefined()
  await rm(exchange.library.media.path(sha256, 'png'))
  expect(await upload()).toMatchObject({ ok: true, data: { known: true, asset: { id } } })
  const whole = async () => [
    await readFile(exchange.library.media.path(sha256, 'png')),
    exchange.assets().length,
  ]
  expect(await whole()).toEqual([bytes, 1])
  await writeFile(exchange.library.media.path(sha256, 'png'), Buffer.from(bytes).fill(0, bytes.length - 20))
  expect(await upload()).toMatchObject({ ok: true, data: { known: true, asset: { id } } })
  expect(await whole()).toEqual([bytes, 1])
})

test('a file that is deleted for good while it is brought back comes in as a new one', async () => {
  const exchange = await openExchange()
  const { library } = exchange
  const bytes = await makeImage(1)
  const { id, sha256 } = await exchange.addBytes(bytes)
  await library.trash([id])
  await rm(library.media.path(sha256, 'png'))
  const hold: KeyedLock['hold'] = async (key, work) => {
    await emptyTrash(exchange)
    return library.contents.hold(key, work)
  }
  const inUse = { ...library, contents: { hold } }
  const importer = createImporter({ ...exchange, library: inUse, shell: undefined, watchdog: NO_WATCHDOG })
  const taken = await importer.takeUpload({ name: 'fox.png', body: bodyOf(bytes) })
  expect(taken).toMatchObject({ ok: true, data: { known: false, asset: { title: 'fox' } } })
  expect(exchange.assets()).toMatchObject([{ sha256, title: 'fox' }])
  expect(await readFile(library.media.path(sha256, 'png'))).toEqual(bytes)
})

test('takes a single file that the page sends, and leaves nothing of what it refuses', async () => {
  const exchange = await openExchange()
  const added = await exchange.importer.takeUpload({
    name: 'Fox.png',
    body: bodyOf(await makeImage(1)),
    modifiedAt: 1_600_000_000_000,
  })
  expect(added).toMatchObject({
    ok: true,
    data: { known: false, asset: { title: 'Fox', createdAt: 1_600_000_000_000 } },
  })
  const refused = await exchange.importer.takeUpload({ name: 'x.exe', body: bodyOf(Buffer.from('MZ....')) })
  expect(refused).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  const gone = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.alloc(1_000)
    throw new Error('the sender went away')
  }
  await expect(exchange.importer.takeUpload({ name: 'y.png', body: gone() })).rejects.toThrow('went away')
  expect(await readdir(join(exchange.dataDir, 'media/.incoming'))).toEqual([])
})

test.each(['relative/folder', '', '/no/such/folder', '//server/share', String.raw`\\server\share`, '/a\0b'])(
  'refuses %j as a folder',
  async (folder) => {
    const { importer } = await openExchange()
    expect(await importer.start(folder)).toMatchObject({
      ok: false,
      error: { code: 'invalid_input', field: 'folder' },
    })
  },
)

test('refuses the path of another computer, though this system would take it for its own', async () => {
  const { importer } = await openExchange()
  expect(await importer.start(`/${await makeTempDir()}`)).toMatchObject({
    error: { id: 'exchange.folderElsewhere', field: 'folder' },
  })
})

test('asks the user for the folder where the host can', async () => {
  const folder = await makeTempDir()
  await writeFile(join(folder, 'fox.png'), await makeImage(1))
  const choices: (string | null)[] = [folder, null]
  const shell = { reveal: async () => undefined, chooseFolder: async () => choices.shift() ?? null }
  const exchange = await openExchange(shell)
  expect((await exchange.ended(exchange.importer.start(undefined))).message.text).toBe('1 file added.')
  expect(await exchange.importer.start(undefined)).toMatchObject({ ok: false, error: { code: 'conflict' } })
  const web = await openExchange()
  expect(await web.importer.start(undefined)).toMatchObject({
    ok: false,
    error: { code: 'not_available_here' },
  })
})

test('a cancelled import keeps what was taken in', async () => {
  const folder = await makeTempDir()
  for (let number = 0; number < 40; number++)
    await writeFile(join(folder, `${number}.png`), await makeImage(number))
  const exchange = await openExchange()
  const started = await exchange.importer.start(folder)
  if (!started.ok) throw new Error(started.error.id)
  while ((exchange.jobs.list()[0]?.done ?? 0) < 2) await new Promise((resolve) => setImmediate(resolve))
  const cancelled = await exchange.jobs.cancel(started.data.id)
  expect(cancelled).toMatchObject({ ok: true, data: { state: 'cancelled' } })
  const kept = exchange.assets().length
  expect([kept >= 2, kept < 40, await readdir(join(exchange.dataDir, 'media/.incoming'))]).toEqual([
    true,
    true,
    [],
  ])
})

test('leaves a file that another program holds, and takes in the others', async () => {
  const folder = await makeTempDir()
  for (const seed of [1, 2, 3]) await writeFile(join(folder, `${seed}.png`), await makeImage(seed))
  const exchange = await openExchange()
  let read = 0
  const watchdog: typeof NO_WATCHDOG = {
    ...NO_WATCHDOG,
    // What Windows says of it, in the words of libuv.
    reading: (what, work) =>
      ++read === 2
        ? Promise.reject(
            Object.assign(new Error('EBUSY: resource busy or locked, open'), {
              code: 'EBUSY',
              syscall: 'open',
            }),
          )
        : NO_WATCHDOG.reading(what, work),
  }
  const importer = createImporter({ ...exchange, shell: undefined, watchdog })
  const job = await exchange.ended(importer.start(folder))
  expect([job.state, job.message.text]).toEqual(['done', "2 files added. 1 couldn't be read: 2.png."])
})

test('names a folder that cannot be looked into, and takes in what lies beside it', async () => {
  const folder = await makeTempDir()
  await writeFile(join(folder, '1.png'), await makeImage(1))
  await mkdir(join(folder, '2'))
  await writeFile(join(folder, '3.png'), await makeImage(3))
  const exchange = await openExchange()
  const watchdog: typeof NO_WATCHDOG = {
    ...NO_WATCHDOG,
    // It was a folder when the one above was listed.
    reading: async (what, work) => {
      await rm(join(folder, '2'), { recursive: true })
      await writeFile(join(folder, '2'), 'none')
      return NO_WATCHDOG.reading(what, work)
    },
  }
  const importer = createImporter({ ...exchange, shell: undefined, watchdog })
  const job = await exchange.ended(importer.start(folder))
  expect([job.message.text, job.done]).toEqual(["2 files added. 1 couldn't be read: 2.", 3])
})

slow('says plainly that the disk is full, and what was taken in', async ({ skip }) => {
  const [disk, folder] = [await makeTempDir(), await makeTempDir()]
  if (!tryTmpfs(disk, 'size=3m')) skip('mounting a small disk is not permitted here')
  for (let number = 1; number < 9; number++) {
    const noise = Buffer.from(Array.from({ length: 600_000 }, (_, at) => (at * number * 7919) % 251))
    await writeFile(join(folder, `${number}.png`), Buffer.concat([await makeImage(number), noise]))
  }
  const exchange = await openExchange(undefined, disk)
  const job = await exchange.ended(exchange.importer.start(folder))
  expect(job).toMatchObject({ state: 'failed' })
  expect(job.message.text).toMatch(
    /^The disk is full\. [1-9] files? added\. Free up disk space and import again\.$/,
  )
  expect(await readdir(join(exchange.dataDir, 'media/.incoming'))).toEqual([])
})
