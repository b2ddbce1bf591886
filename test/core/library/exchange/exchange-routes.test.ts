import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fail } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp, type TestApp, REQUEST } from '#test/stand-ins/test-app.ts'
import { createRecipeHandlers, recipeOfUpload } from '#core/library/exchange/exchange-routes.ts'
import { embedded, RECIPE, withText } from '../provenance/files.ts'
import { readZip } from './fixtures.ts'
import { openTestLibrary } from '../fixtures.ts'

function untilEnded(studio: TestApp, { id }: Job): Promise<Job> {
  return studio.until(async () => {
    const { items } = await studio.ask('jobs.list', {})
    return items.find((job) => job.id === id && job.state !== 'running')
  })
}

test('a folder goes in by one call, a zip comes out by another, and the page can fetch it', async () => {
  const folder = await makeTempDir()
  await writeFile(join(folder, 'fox.png'), await embedded(await makeImage(1), 'png'))
  const studio = await openTestApp()
  const taken = await untilEnded(studio, await studio.ask('library.import', { folder }))
  expect(taken).toMatchObject({ kind: 'import', state: 'done', message: { text: '1 file added.' } })
  const { items } = await studio.ask('library.query', {})
  expect(items).toMatchObject([{ model: RECIPE.model, rating: RECIPE.rating, tags: RECIPE.tags }])
  const out = await untilEnded(
    studio,
    await studio.ask('library.export', { filter: { text: 'fox' }, form: 'zip' }),
  )
  expect(out).toMatchObject({ kind: 'export', state: 'done', downloadUrl: `/exports/${out.id}` })
  const file = await studio.app.media.exported(out.id)
  expect(file).toMatchObject({
    mimeType: 'application/zip',
    downloadName: expect.stringMatching(/^Atelier .*\.zip$/) as string,
  })
  expect(readZip(await readFile(file?.path ?? '')).size).toBe(1)
  expect(await studio.app.media.exported('job_none')).toBeNull()
  const events = studio.events.filter(({ name }) => name === 'job.changed' || name === 'asset.added')
  expect(events.length).toBeGreaterThan(3)
})

test('previews the very names that an export of so many files writes', async () => {
  const studio = await openTestApp()
  const ids: string[] = []
  for (let number = 1; number <= 10; number++) {
    const bytes = new Uint8Array(await makeImage(number))
    const body = async function* () {
      yield bytes
    }
    const taken = await studio.app.importFile({ name: `${number}.png`, body: body() })
    if (taken.ok) ids.push(taken.data.asset.id)
  }
  const template = '{index}'
  const first = { ids: ids.slice(0, 1), total: ids.length, template }
  const { names } = await studio.ask('library.exportNames', first)
  const job = await untilEnded(studio, await studio.ask('library.export', { ids, template, form: 'files' }))
  expect(names).toEqual((await readdir(job.path ?? '')).toSorted().slice(0, 1))
  expect(names).toEqual(['01.png'])
})

test('a dropped file is taken in, or only asked how it was made', async () => {
  const studio = await openTestApp()
  const bytes = new Uint8Array(await embedded(await makeImage(2), 'png'))
  expect(await studio.app.readRecipe(bytes)).toMatchObject({
    ok: true,
    data: { source: 'atelier', options: RECIPE.options },
  })
  expect((await studio.ask('library.query', {})).total).toBe(0)
  const body = async function* () {
    yield bytes
  }
  expect(await studio.app.importFile({ name: 'x.png', body: body() })).toMatchObject({
    ok: true,
    data: { known: false },
  })
  expect(await studio.app.importFile({ name: 'y.png', body: body() })).toMatchObject({
    ok: true,
    data: { known: true },
  })
  expect((await studio.ask('library.query', {})).total).toBe(1)
})

test('closing ends an upload that is under way', async () => {
  const studio = await openTestApp()
  const endless = async function* () {
    for (;;) {
      yield new Uint8Array(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const upload = studio.app.importFile({ name: 'endless.png', body: endless() })
  const outcome = upload.then(() => 'taken in', String)
  await studio.close()
  expect(await outcome).toContain('abort')
})

test('the recipe of a task goes into a file and back', async () => {
  const app = await openTestApp()
  await app.ask('queue.pause', {})
  const { id } = await app.submitOne({
    prompt: 'a red fox: "CON" / in\nsnow',
    options: { seed: 7 },
    provenance: { template: 'a {red|white} fox', variables: { private: 'kept' } },
  })
  const { name, text } = await app.ask('recipes.make', { taskId: id })
  expect([name, text.includes('private')]).toEqual(['a red fox- -CON- - in snow.atelier', false])
  const other = await openTestApp()
  expect(await other.app.readRecipe(Buffer.from(text))).toEqual({
    ok: true,
    data: {
      source: 'atelier',
      provider: REQUEST.provider,
      model: REQUEST.model,
      mediaType: 'image',
      scene: 'text-to-image',
      prompt: 'a red fox: "CON" / in\nsnow',
      template: 'a {red|white} fox',
      options: { seed: 7 },
    },
  })
})

slow(
  'the recipe of an asset is named by its title, and says nothing of what the user thinks of it',
  async () => {
    const library = await openTestLibrary()
    const bytes = new Uint8Array(await makeImage(1))
    const { id } = await library.addBytes(bytes, { prompt: 'a fox', options: { seed: 7 }, title: 'My fox' })
    await library.library.change([id], { rating: 5, favorite: true, addTags: ['secret'] })
    const make = createRecipeHandlers(library.library, () => null)['recipes.make']
    const made = await make({ assetId: id })
    if (!made.ok) throw new Error(made.error.id)
    const { name, text } = made.data
    expect([name, /rating|favorite|secret|title|sha256/.test(text)]).toEqual(['My fox.atelier', false])
    expect(await recipeOfUpload(await openTestLibrary(), Buffer.from(text))).toMatchObject({
      ok: true,
      data: { source: 'atelier', prompt: 'a fox', options: { seed: 7 } },
    })
  },
)

test('what cannot be read says why, and what is not there has none', async () => {
  const { app, call } = await openTestApp()
  const newer = Buffer.from('{"kind":"atelier-recipe","version":9}')
  expect(await app.readRecipe(newer)).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
  expect(await app.readRecipe(Buffer.from('{"prompt":"a"}'))).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
  for (const wish of [{ taskId: 'gone' }, { assetId: 'gone' }]) {
    expect(await call('recipes.make', wish)).toMatchObject({ ok: false, error: { code: 'not_found' } })
  }
  expect(await call('recipes.make', {} as never)).toMatchObject({ error: { code: 'invalid_input' } })
})

test('a file whose bytes the library knows needs no recipe inside', async () => {
  const library = await openTestLibrary()
  const bytes = new Uint8Array(await makeImage(1))
  await library.addBytes(bytes, { prompt: 'a fox', options: { seed: 7 }, scene: 'image-to-image' })
  expect(await recipeOfUpload(library, bytes)).toEqual({
    ok: true,
    data: {
      source: 'atelier',
      provider: 'stand-in',
      model: 'sample',
      mediaType: 'image',
      scene: 'image-to-image',
      prompt: 'a fox',
      options: { seed: 7 },
    },
  })
})

test('what the library knows comes before what the service wrote into the file', async () => {
  const library = await openTestLibrary()
  const bytes = new Uint8Array(withText(await makeImage(1), 'tEXt', 'parameters', 'an owl\nSteps: 4'))
  await library.addBytes(bytes, { prompt: 'a fox' })
  expect(await recipeOfUpload(library, bytes)).toMatchObject({ data: { source: 'atelier', prompt: 'a fox' } })
})

test('any other file is asked itself', async () => {
  const library = await openTestLibrary()
  const own = new Uint8Array(await embedded(await makeImage(1), 'png'))
  expect(await recipeOfUpload(library, own)).toMatchObject({
    ok: true,
    data: { model: 'sample-2', template: RECIPE.template, inputs: RECIPE.inputs },
  })
  const foreign = new Uint8Array(withText(await makeImage(1), 'tEXt', 'parameters', 'an owl\nSteps: 4'))
  expect(await recipeOfUpload(library, foreign)).toMatchObject({
    ok: true,
    data: { source: 'a1111', prompt: 'an owl' },
  })
  expect(await recipeOfUpload(library, new Uint8Array(await makeImage(2)))).toEqual(
    fail('not_found', 'exchange.noRecipe'),
  )
})

test('of a file that was taken in, its own words come before those of the library', async () => {
  const library = await openTestLibrary()
  const foreign = new Uint8Array(withText(await makeImage(1), 'tEXt', 'parameters', 'an owl\nSteps: 4'))
  await library.addBytes(foreign, { provider: 'imported', prompt: 'an owl', options: { steps: 4 } })
  expect(await recipeOfUpload(library, foreign)).toMatchObject({ ok: true, data: { source: 'a1111' } })
  const plain = new Uint8Array(await makeImage(3))
  await library.addBytes(plain, { provider: 'imported', model: 'unknown' })
  expect(await recipeOfUpload(library, plain)).toMatchObject({ ok: false, error: { code: 'not_found' } })
})
