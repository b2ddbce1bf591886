/** Imports of archives that did not come to their end, and what is no archive to be taken in. */
import { readdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { succeed } from '#contract/errors.ts'
import type { Job } from '#contract/library.ts'
import { createArchives } from '#core/library/exchange/archives/import-archive.ts'
import { createOpenImports } from '#core/library/exchange/archives/open-imports.ts'
import { verifyFile } from '#core/media/verify-file.ts'
import { NO_WATCHDOG } from '#core/reading/watchdog.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { a1111Image, type ArchiveLibrary, makeArchive, openArchives } from './fixtures.ts'

const DEPS = { shell: undefined, watchdog: NO_WATCHDOG }

async function filesOf(count: number): Promise<string> {
  const files: Record<string, Buffer> = {}
  for (let number = 0; number < count; number++) files[`${number}.png`] = await a1111Image(number)
  return makeArchive(files)
}

/** As the next start of Atelier finds it, with the last one stopped in the middle. */
async function interrupted(root: string): Promise<ArchiveLibrary> {
  const exchange = await openArchives()
  const started = await exchange.archives.start({ path: root, mode: 'copy' })
  if (!started.ok) throw new Error('It did not start.')
  while (exchange.assets().length === 0) await new Promise(setImmediate)
  exchange.archives.close()
  await exchange.jobs.cancel(started.data.id)
  return exchange
}

function newest({ jobs }: ArchiveLibrary): Job {
  const [job] = jobs.list()
  if (!job) throw new Error('There is no job.')
  return job
}

slow('an import that Atelier was closed in goes on at the next start, and no other one', async () => {
  const exchange = await interrupted(await filesOf(200))
  expect(exchange.assets().length).toBeLessThan(200)
  const again = createArchives({ ...exchange, ...DEPS })
  await again.resume()
  expect(newest(exchange)).toMatchObject({ state: 'running', message: { id: 'exchange.archiveGoesOn' } })
  await exchange.ended(Promise.resolve(succeed(newest(exchange))))
  expect(exchange.assets()).toHaveLength(200)
  await createArchives({ ...exchange, ...DEPS }).resume()
  expect(exchange.jobs.list().filter(({ state }) => state === 'running')).toEqual([])
})

slow('an import whose folder is gone at the next start says so once, and can be begun again', async () => {
  const root = await filesOf(200)
  const exchange = await interrupted(root)
  await rename(root, `${root} elsewhere`)
  await createArchives({ ...exchange, ...DEPS }).resume()
  const ended = await exchange.ended(Promise.resolve(succeed(newest(exchange))))
  expect(ended).toMatchObject({
    state: 'failed',
    message: { id: 'exchange.archiveAway', values: { name: root } },
  })
  const jobs = exchange.jobs.list().length
  await createArchives({ ...exchange, ...DEPS }).resume()
  expect(exchange.jobs.list()).toHaveLength(jobs)
  await rename(`${root} elsewhere`, root)
  await exchange.take(root)
  expect(exchange.assets()).toHaveLength(200)
})

test('an import in which Atelier ends without a word again and again is not begun for ever', async () => {
  const root = await filesOf(1)
  const exchange = await openArchives()
  createOpenImports(exchange.db).add({ path: root, mode: 'copy' }, 5)
  await createArchives({ ...exchange, ...DEPS }).resume()
  const ended = await exchange.ended(Promise.resolve(succeed(newest(exchange))))
  expect(ended).toMatchObject({ state: 'failed', message: { id: 'exchange.archiveStopped' } })
})

slow('the same import is not begun beside itself', async () => {
  const root = await filesOf(100)
  const exchange = await openArchives()
  const first = await exchange.archives.start({ path: root, mode: 'copy' })
  const second = await exchange.archives.start({ path: root, mode: 'copy' })
  expect(second.ok && first.ok && second.data.id === first.data.id).toBe(true)
})

slow('what this library exported is known for what it is', async () => {
  const exchange = await openArchives()
  await exchange.take(await filesOf(2))
  await exchange.ended(exchange.exporter.start({ filter: {}, form: 'files' }))
  for (const mode of ['copy', 'in-place'] as const)
    expect(await exchange.take(exchange.exports.path, mode)).toMatchObject({ added: 0, known: 2, unread: [] })
  expect(exchange.assets()).toHaveLength(2)
})

slow('what another library exported comes in as it was, and once, however often it is exported', async () => {
  const [there, here] = [await openArchives(), await openArchives()]
  const { id, sha256 } = await there.add(1, { prompt: 'a fox' })
  for (const [rating, added] of [1, 0].entries()) {
    await there.library.change([id], { rating })
    await there.ended(there.exporter.start({ filter: {}, form: 'files' }))
    expect(await here.take(there.exports.path)).toMatchObject({ added, known: 2 * rating, unread: [] })
  }
  expect(here.assets()).toMatchObject([{ sha256, prompt: 'a fox' }])
  expect(await verifyFile(here.library.media.path(sha256, 'png'), sha256)).toBe('valid')
  expect(await readdir(join(here.library.media.root, '.incoming'))).toEqual([])
})

test('a ZIP is to be unpacked first', async () => {
  const path = join(await makeTempDir(), 'archive.zip')
  await writeFile(path, 'PK')
  const { archives } = await openArchives()
  expect(await archives.preview(path)).toMatchObject({ ok: false, error: { id: 'exchange.archiveZip' } })
  expect(await archives.start({ path, mode: 'copy' })).toMatchObject({ ok: false })
})
