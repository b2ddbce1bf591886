/** Building rows from media/ alone: sidecars, files that lost theirs, and nothing made worse by it. */
import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openTestLibrary } from '../fixtures.ts'

async function fill(count: number) {
  const library = await openTestLibrary()
  const assets = []
  for (let number = 0; number < count; number++)
    assets.push(await library.add(number, { prompt: `fox ${number}` }))
  await library.close()
  const { dataDir } = library
  const { path, sidecarPath, root } = library.library.media
  const loseDatabase = async () => {
    for (const name of await readdir(dataDir))
      if (name.startsWith('library.db')) await rm(join(dataDir, name))
  }
  return { dataDir, assets, path, sidecarPath, root, loseDatabase }
}

test('builds the library by itself when the database is gone, and says so', async () => {
  const { dataDir, assets, loseDatabase } = await fill(3)
  await loseDatabase()
  const app = await openTestApp({ dataDir })
  const [job] = await app.until(async () => {
    const { items } = await app.ask('jobs.list', {})
    return items[0]?.state === 'done' && items
  })
  expect(job).toMatchObject({ kind: 'rebuild', state: 'done', done: 3, total: 3 })
  expect((await app.ask('notices.list', {})).items).toMatchObject([
    {
      id: 'library-recovered',
      message: { text: expect.stringMatching(/missing.+3 assets came back/) as string },
    },
  ])
  expect(
    app.events
      .flatMap(({ name, data }) => (name === 'library.changed' && 'ids' in data ? data.ids : []))
      .toSorted(),
  ).toEqual(assets.map(({ id }) => id).toSorted())
  const again = await app.reopen()
  expect((await again.ask('notices.list', {})).items).toEqual([])
  expect((await again.ask('jobs.list', {})).items).toEqual([])
})

slow('writes a sidecar again from the row when it is lost, and makes no second asset', async () => {
  const { dataDir, assets, sidecarPath } = await fill(2)
  const [one] = assets
  const lost = await readFile(sidecarPath(one?.sha256 ?? ''), 'utf8')
  await rm(sidecarPath(one?.sha256 ?? ''))
  const app = await openTestApp({ dataDir })
  expect(await app.ask('library.rebuild', {})).toEqual({ assets: 2, tasks: 1 })
  const read = () => readFile(sidecarPath(one?.sha256 ?? ''), 'utf8').catch(() => '')
  const written = await app.until(async () => (await read()) || null)
  expect(JSON.parse(written)).toMatchObject(JSON.parse(lost))
  expect((await app.ask('library.stats', {})).assets).toBe(2)
})

test('takes in a file without a sidecar once, and leaves what is not what its name says', async () => {
  const { dataDir, assets, path, sidecarPath, loseDatabase, root } = await fill(3)
  const [orphan, wrong] = assets.map(({ sha256 }) => sha256) as [string, string]
  for (const sha256 of [orphan, wrong]) await rm(sidecarPath(sha256))
  await writeFile(path(wrong, 'png'), (await readFile(path(wrong, 'png'))).subarray(0, 40))
  await writeFile(join(root, 'notes.txt'), 'not ours')
  await copyFile(path(orphan, 'png'), join(dirname(path(orphan, 'png')), 'copy of it.png'))
  await loseDatabase()
  const app = await openTestApp({ dataDir })
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 2 })
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 2 })
  const page = await app.ask('library.query', {})
  const found = page.items.find(({ sha256 }) => sha256 === orphan)
  expect(found).toMatchObject({ kind: 'image', mediaType: 'image', model: 'unknown', width: 16, height: 12 })
  expect(found).not.toHaveProperty('taskId')
  expect(JSON.parse(await readFile(sidecarPath(orphan), 'utf8'))).toMatchObject({
    entries: [{ assetId: found?.id }],
  })
  expect(await readFile(path(wrong, 'png'))).toHaveLength(40)
})

test('keeps a damaged sidecar beside the one that takes its place', async () => {
  const { dataDir, assets, sidecarPath, loseDatabase } = await fill(1)
  const sidecar = sidecarPath(assets[0]?.sha256 ?? '')
  await writeFile(sidecar, '{"format":1,"entries":[{"assetId":"asset_precious"')
  await loseDatabase()
  const app = await openTestApp({ dataDir })
  expect(await app.ask('library.rebuild', {})).toMatchObject({ assets: 1 })
  const [kept = ''] = (await readdir(dirname(sidecar))).filter((name) => name.includes('.unread-'))
  expect(await readFile(join(dirname(sidecar), kept), 'utf8')).toContain('asset_precious')
})

slow('stops when it is cancelled, keeps what it took in, and goes on at the next start', async () => {
  const { dataDir, loseDatabase } = await fill(40)
  await loseDatabase()
  const app = await openTestApp({ dataDir })
  const [job] = (await app.ask('jobs.list', {})).items
  const cancelled = await app.ask('jobs.cancel', { id: job?.id ?? '' })
  expect(cancelled.state).toBe('cancelled')
  const again = await app.reopen()
  await again.until(async () => (await again.ask('jobs.list', {})).items[0]?.state === 'done')
  expect((await again.ask('library.stats', {})).assets).toBe(40)
})

slow('answers a second call while it runs with the first one', async () => {
  const { dataDir } = await fill(3)
  const app = await openTestApp({ dataDir })
  const both = await Promise.all([app.ask('library.rebuild', {}), app.ask('library.rebuild', {})])
  expect(both[0]).toEqual(both[1])
  expect((await app.ask('jobs.list', {})).items.filter(({ kind }) => kind === 'rebuild')).toHaveLength(1)
  const verified = await Promise.all([app.ask('library.verify', {}), app.ask('library.verify', {})])
  expect(verified[1]).toEqual({ checked: 3, missing: 0, damaged: 0 })
  expect((await app.ask('jobs.list', {})).items.filter(({ kind }) => kind === 'verify')).toHaveLength(1)
})
