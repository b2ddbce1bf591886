/**
 * Exports: files and archives that hold everything, and an import that takes them in as they were.
 *
 * @slow 60 assets instead of twelve.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { message } from '#contract/messages/message.ts'
import { createExporter } from '#core/library/exchange/export-library.ts'
import { sourceOfBytes } from '#core/library/provenance/byte-source.ts'
import { readProvenance } from '#core/library/provenance/read-recipe.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { tinyVideo } from '#test/stand-ins/tiny-media.ts'
import { tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { OTHERS } from '../provenance/samples.ts'
import { type Exchange, namesIn, openExchange, readZip } from './fixtures.ts'

const MANY = scaled(12, 60)
const PROMPTS = ['a red fox in snow', 'CON', '../../etc/passwd', '雪の中の狐', 'x'.repeat(300), '']

/** Assets whose names are hard to make: of the same prompt, of none, of a device's. */
async function fill(exchange: Exchange, count: number): Promise<void> {
  for (let number = 0; number < count; number++) {
    const prompt = PROMPTS[number % PROMPTS.length] ?? ''
    await exchange.add(number, {
      options: { seed: number % 50 },
      ...(prompt === '' ? {} : { prompt }),
      ...(number % 3 === 0 ? { rating: 4, tags: ['winter', 'fox'], title: `Fox ${number}` } : {}),
    })
  }
}

/** All but what an import cannot know. */
function said({ assets }: Exchange): unknown[] {
  return assets().map(({ id: _id, taskId: _taskId, sourceUrl: _sourceUrl, inputs: _inputs, ...rest }) => rest)
}

test('exports many assets as files, and an empty library takes them in as they were', async () => {
  const exchange = await openExchange()
  await fill(exchange, MANY)
  const job = await exchange.ended(exchange.exporter.start({ filter: {}, form: 'files' }))
  expect(job).toMatchObject({ state: 'done', done: MANY, total: MANY })
  expect(job.message.text).toBe(`${MANY} files exported to ${job.path}.`)
  const names = await namesIn(job.path ?? '')
  expect([names.length, names.every((name) => name.endsWith('.png') && name.length < 140)]).toEqual([
    MANY,
    true,
  ])
  const other = await openExchange()
  const taken = await other.ended(other.importer.start(job.path))
  expect(taken.message.text).toBe(`${MANY} files added.`)
  expect(said(other)).toEqual(said(exchange))
})

slow('exports many assets as a zip that another reader finds whole', async () => {
  const exchange = await openExchange()
  await fill(exchange, MANY)
  const ids = exchange.assets().map(({ id }) => id)
  const job = await exchange.ended(exchange.exporter.start({ ids: [...ids, 'asset_gone'], form: 'zip' }))
  expect(job).toMatchObject({
    state: 'done',
    done: MANY + 1,
    total: MANY + 1,
    downloadUrl: `/exports/${job.id}`,
  })
  expect(job.message.text).toContain(`${MANY} files exported`)
  expect(job.message.text).toContain('1 asset is no longer in the library.')
  const files = readZip(await readFile(job.path ?? ''))
  expect(files.size).toBe(MANY)
  const folder = await makeTempDir()
  for (const [name, bytes] of files) await writeFile(join(folder, name), bytes)
  const other = await openExchange()
  await other.ended(other.importer.start(folder))
  expect(said(other)).toEqual(said(exchange))
  expect(exchange.exports.find(job.id)).toEqual({
    path: job.path,
    mimeType: 'application/zip',
    name: expect.stringMatching(/^Atelier .*\.zip$/) as string,
  })
  expect(await namesIn(join(exchange.dataDir, 'exports'))).toHaveLength(1)
})

slow('the stored files stay as they were delivered, and the copies bear the date of the asset', async () => {
  const exchange = await openExchange()
  const { sha256, createdAt } = await exchange.add(1, { prompt: 'a fox' })
  const path = exchange.library.media.path(sha256, 'png')
  const before = await readFile(path)
  const job = await exchange.ended(exchange.exporter.start({ filter: {}, form: 'files' }))
  const [name = ''] = await namesIn(job.path ?? '')
  const copy = await readFile(join(job.path ?? '', name))
  expect([await readFile(path), copy.includes('a fox')]).toEqual([before, true])
  expect(Math.round((await stat(join(job.path ?? '', name))).mtimeMs)).toBe(createdAt)
})

slow('a format that carries no recipe has it beside it, and both come back together', async () => {
  const exchange = await openExchange()
  for (const make of Object.values(OTHERS))
    await exchange.addBytes(await make(), { prompt: 'a fox', rating: 3 })
  const job = await exchange.ended(
    exchange.exporter.start({ filter: {}, form: 'files', template: '{prompt}' }),
  )
  expect(await namesIn(job.path ?? '')).toEqual([
    'a fox (2).gif',
    'a fox (2).recipe.json',
    'a fox.avif',
    'a fox.recipe.json',
  ])
  expect(job.message.text).toContain('2 recipes lie beside their files')
  const other = await openExchange()
  expect((await other.ended(other.importer.start(job.path))).message.text).toBe('2 files added.')
  expect(said(other)).toEqual(said(exchange))
})

slow('without recipes nothing in a file or its name speaks of the prompt', async () => {
  const exchange = await openExchange()
  const video = await tinyVideo({ width: 32, height: 16, frames: 3, fps: 12 })
  await exchange.add(1, { prompt: 'a secret fox', options: { seed: 5 } })
  await exchange.addBytes(video, { prompt: 'a secret video', mediaType: 'video' })
  const job = await exchange.ended(exchange.exporter.start({ filter: {}, form: 'files', embedRecipe: false }))
  for (const name of await namesIn(job.path ?? '')) {
    const bytes = await readFile(join(job.path ?? '', name))
    expect([
      name.includes('secret'),
      bytes.includes('secret'),
      await readProvenance(sourceOfBytes(bytes)),
    ]).toEqual([false, false, null])
  }
  expect(await namesIn(job.path ?? '')).toHaveLength(2)
})

slow('a recipe that came inside the file leaves with the others', async () => {
  const exchange = await openExchange()
  await exchange.add(1, { prompt: 'a secret fox' })
  const first = await exchange.ended(exchange.exporter.start({ filter: {}, form: 'files' }))
  const [name = ''] = await namesIn(first.path ?? '')
  const carrying = await readFile(join(first.path ?? '', name))
  const other = await openExchange()
  await other.addBytes(carrying, {})
  const job = await other.ended(other.exporter.start({ filter: {}, form: 'zip', embedRecipe: false }))
  expect((await readFile(job.path ?? '')).includes('secret')).toBe(false)
})

slow('says what is wrong with a wish before anything begins', async () => {
  const { exporter, jobs } = await openExchange()
  const wishes = [
    { form: 'zip' as const },
    { form: 'zip' as const, filter: { text: 'nothing like it' } },
    { form: 'zip' as const, filter: {}, template: '{sead}' },
    { form: 'files' as const, ids: ['asset_1'], chooseFolder: true },
  ]
  const responses = await Promise.all(wishes.map((wish) => exporter.start(wish)))
  expect(responses.map((response) => (response.ok ? null : response.error.code))).toEqual([
    'invalid_input',
    'not_found',
    'invalid_input',
    'not_available_here',
  ])
  expect(jobs.list()).toEqual([])
})

test('writes into the folder that the user chose, over nothing that is there', async () => {
  const chosen = await makeTempDir()
  const choices: (string | null)[] = [chosen, chosen, null]
  const proposed: string[] = []
  const shell = {
    reveal: async () => undefined,
    chooseFolder: async () => choices.shift() ?? null,
    chooseFile: async (name: string) => {
      proposed.push(name)
      const place = choices.shift()
      return place == null ? null : join(place, 'my own.zip')
    },
  }
  const exchange = await openExchange(shell)
  await exchange.add(1, { prompt: 'fox' })
  await writeFile(join(chosen, 'FOX.png'), 'mine')
  const wish = { filter: {}, form: 'files' as const, template: '{prompt}', chooseFolder: true }
  await exchange.ended(exchange.exporter.start(wish))
  expect(await namesIn(chosen)).toEqual(['FOX.png', 'fox (2).png'])
  const zip = await exchange.ended(exchange.exporter.start({ ...wish, form: 'zip' }))
  expect([
    await readFile(join(chosen, 'FOX.png'), 'utf8'),
    zip.downloadUrl,
    zip.path,
    proposed.every((name) => /^Atelier [\d -]+\.zip$/.test(name)),
    await namesIn(chosen),
  ]).toEqual(['mine', undefined, join(chosen, 'my own.zip'), true, ['FOX.png', 'fox (2).png', 'my own.zip']])
  for (const form of ['files', 'zip'] as const) {
    const none = await exchange.exporter.start({ ...wish, form })
    expect(none).toMatchObject({ ok: false, error: { code: 'conflict' } })
  }
  expect(proposed).toHaveLength(2)
})

slow('a file that is missing from the library is left out and told', async () => {
  const exchange = await openExchange()
  const { sha256 } = await exchange.add(1, { prompt: 'lost' })
  await exchange.add(2)
  await rm(exchange.library.media.path(sha256, 'png'))
  const wish = { filter: {}, form: 'zip', template: '{prompt}' } as const
  const job = await exchange.ended(exchange.exporter.start(wish))
  expect(job).toMatchObject({ state: 'done' })
  expect(job.message.text).toBe(
    `1 file exported to ${job.path}. 1 file is missing from the library's folder: lost.png.`,
  )
})

/** What Windows says of a file that another program holds, as the process that reads files passes it on. */
const HELD = Object.assign(new Error('EBUSY: resource busy or locked, open'), { code: 'EBUSY' })

test.each(['files', 'zip'] as const)(
  'a file that another program holds is left out of an export as %s and named, and the others leave',
  async (form) => {
    const exchange = await openExchange()
    const [, held] = [await exchange.add(1), await exchange.add(2, { prompt: 'held' }), await exchange.add(3)]
    const { reader } = exchange.library
    const read: typeof reader.read = (name, input, options) =>
      options.sha256 === held.sha256 ? Promise.reject(HELD) : reader.read(name, input, options)
    const library = { ...exchange.library, reader: { ...reader, read } }
    const exporter = createExporter({ ...exchange, library, version: '1.2.3', shell: undefined })
    const job = await exchange.ended(exporter.start({ filter: {}, form, template: '{prompt}' }))
    expect([job.state, job.message.text]).toEqual([
      'done',
      `2 files exported to ${job.path}. 1 couldn't be read: held.png.`,
    ])
    expect(await readdir(join(exchange.dataDir, 'media/.incoming'))).toEqual([])
  },
)

test('a file that stops giving bytes leaves nothing of itself among the others', async () => {
  const exchange = await openExchange()
  const [, short] = [await exchange.add(1), await exchange.add(2, { prompt: 'short' }), await exchange.add(3)]
  const { reader } = exchange.library
  const read: typeof reader.read = async (name, input, options) => {
    const output = await reader.read(name, input, options)
    if (options.sha256 === short.sha256) await truncate(exchange.library.media.path(short.sha256, 'png'), 20)
    return output
  }
  const library = { ...exchange.library, reader: { ...reader, read } }
  const exporter = createExporter({ ...exchange, library, version: '1.2.3', shell: undefined })
  const job = await exchange.ended(exporter.start({ filter: {}, form: 'files', template: '{prompt}' }))
  expect([job.message.text, await namesIn(job.path ?? '')]).toEqual([
    `2 files exported to ${job.path}. 1 couldn't be read: short.png.`,
    ['asset (2).png', 'asset.png'],
  ])
})

async function cancelAfter(exchange: Exchange, form: 'files' | 'zip', files: number) {
  const started = await exchange.exporter.start({ filter: {}, form })
  if (!started.ok) throw new Error(started.error.id)
  const { id } = started.data
  for (;;) {
    const job = exchange.jobs.list().find((one) => one.id === id)
    if (job?.state !== 'running') throw new Error('It was over before it could be cancelled.')
    if (job.done >= files) break
    await new Promise((resolve) => setImmediate(resolve))
  }
  const cancelled = await exchange.jobs.cancel(id)
  return cancelled.ok ? cancelled.data : null
}

slow('a cancelled export leaves the files that are whole, and of a zip nothing', async () => {
  const exchange = await openExchange()
  for (let number = 0; number < 60; number++) await exchange.addBytes(await makeImage(number, 400, 300))
  const job = await cancelAfter(exchange, 'files', 3)
  expect(job).toMatchObject({ state: 'cancelled' })
  const names = await namesIn(job?.path ?? '')
  expect([names.length >= 3, names.length < 60, names.every((name) => name.endsWith('.png'))]).toEqual([
    true,
    true,
    true,
  ])
  for (const name of names) {
    expect(await readProvenance(sourceOfBytes(await readFile(join(job?.path ?? '', name))))).not.toBeNull()
  }
  const zip = await cancelAfter(exchange, 'zip', 3)
  expect(zip).toMatchObject({ state: 'cancelled', message: { id: 'exchange.cancelledZip' } })
  expect(
    (await namesIn(join(exchange.dataDir, 'exports'))).filter((name) => !name.startsWith('Atelier')),
  ).toEqual([])
  expect(await namesIn(join(exchange.dataDir, 'exports'))).toHaveLength(1)
})

slow('says plainly that the disk is full, and what stays', async ({ skip }) => {
  const disk = await makeTempDir()
  if (!tryTmpfs(disk, 'size=600k')) skip('mounting a small disk is not permitted here')
  const exchange = await openExchange({
    reveal: async () => undefined,
    chooseFolder: async () => disk,
    chooseFile: async (name) => join(disk, name),
  })
  const noise = (seed: number) =>
    Buffer.from(Array.from({ length: 200_000 }, (_, at) => (at * seed * 7919) % 251))
  for (let number = 1; number < 7; number++) {
    await exchange.addBytes(Buffer.concat([await makeImage(number), noise(number)]))
  }
  const wish = { filter: {}, form: 'files' as const, chooseFolder: true }
  const job = await exchange.ended(exchange.exporter.start(wish))
  expect(job).toMatchObject({ state: 'failed' })
  const names = await namesIn(disk)
  expect(job.message.text).toBe(
    `The disk is full. ${names.length} of 6 files were exported, and are in ${disk}. Free up disk space and export again.`,
  )
  expect([names.length > 0, names.every((name) => name.endsWith('.png'))]).toEqual([true, true])
  for (const name of await namesIn(disk)) await rm(join(disk, name))
  const zip = await exchange.ended(exchange.exporter.start({ ...wish, form: 'zip' }))
  expect(zip).toMatchObject({ state: 'failed' })
  expect(zip.message.also).toContainEqual(message('exchange.unfinishedZip'))
  expect(await namesIn(disk)).toEqual([])
})

slow('what lies in the exports folder already is not written over, not even by exports at once', async () => {
  const exchange = await openExchange()
  await exchange.add(1)
  const folder = join(exchange.dataDir, 'exports')
  const forms = ['files', 'zip', 'files', 'zip', 'files'] as const
  const jobs = await Promise.all(
    forms.map((form) => exchange.ended(exchange.exporter.start({ filter: {}, form }))),
  )
  expect(new Set(jobs.map(({ path }) => path)).size).toBe(5)
  expect(await namesIn(folder)).toHaveLength(5)
})

slow('what an Atelier that was killed left of a zip is removed, and nothing else', async () => {
  const exchange = await openExchange()
  await exchange.add(1)
  const folder = join(exchange.dataDir, 'exports')
  await mkdir(folder)
  await writeFile(join(folder, `.${randomUUID()}.part`), 'half a zip')
  await writeFile(join(folder, 'mine.part'), 'mine')
  await exchange.ended(exchange.exporter.start({ filter: {}, form: 'zip' }))
  expect(await namesIn(folder)).toEqual([expect.stringMatching(/^Atelier .*\.zip$/), 'mine.part'])
})
