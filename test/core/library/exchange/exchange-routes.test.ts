import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Job } from '#contract/library.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'
import { embedded, RECIPE } from '../provenance/files.ts'
import { readZip } from './read-zip.ts'

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
  expect(taken).toMatchObject({ kind: 'import', state: 'done', message: '1 file taken in.' })
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
