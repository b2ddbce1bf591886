/** A disk that is full or read-only while results arrive: said at once, waited for without bothering anybody, gone on with. */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { rangedFile } from '#test/stand-ins/downloads.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { tryReadOnly, tryTmpfs } from '#test/stand-ins/small-disks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openAtService, openTestAppAt, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const NO_TMPFS = 'no small disk can be mounted here'
const NO_BIND = 'nothing can be made read-only here'
const BYTES = noiseImage(1, 3_000_000)

async function smallDisk(): Promise<string | null> {
  const dir = join(await makeTempDir(), 'data')
  await mkdir(dir)
  return tryTmpfs(dir, 'size=8m') ? dir : null
}

async function fill(dir: string, leaveBytes: number): Promise<() => Promise<void>> {
  const { bavail, bsize } = await statfs(dir)
  const path = join(dir, 'ballast')
  await writeFile(path, Buffer.alloc(Math.max(0, bavail * bsize - leaveBytes), 1)).catch(() => undefined)
  return () => rm(path)
}

const noticed = (app: TestApp) =>
  app.events.filter(({ name }) => name.startsWith('notice.')).map(({ name }) => name)

/** Without a length, so that nobody knows before that there is no room. */
const unmeasured: FaultyResponse = {
  name: 'chunked',
  give: ({ response }) => {
    response.writeHead(200, { etag: '"one"' }).write(BYTES.subarray(0, 10))
    response.end(BYTES.subarray(10))
  },
}

slow('says so while other files of the same task are still arriving', async (context) => {
  const dataDir = await smallDisk()
  if (!dataDir) return context.skip(NO_TMPFS)
  const service = await openFaultyService()
  const gate = Promise.withResolvers<void>()
  service.tasks.filesPerTask = 2
  service.always('file', () => {
    if (service.ledger.at(-1)?.path.includes('-0-')) return unmeasured
    const small = rangedFile({ bytes: noiseImage(2, 5_000) })
    return { name: 'late', give: async (at) => (await gate.promise, await small.give(at)) }
  })
  const app = await openTestAppAt(service.baseUrl, { dataDir })
  const empty = await fill(dataDir, 1_000_000)
  const { id } = await app.submitOne()
  await app.until(() => noticed(app).length > 0)
  expect((await app.task(id)).assetIds).toEqual([])
  gate.resolve()
  await empty()
  expect((await app.untilTask(id, 'saved')).assetIds).toHaveLength(2)
  expect(noticed(app)).toEqual(['notice.raised', 'notice.cleared'])
})

slow(
  'asks neither the service nor the host of the file while there is no room, and then goes on where it was',
  async (context) => {
    const dataDir = await smallDisk()
    if (!dataDir) return context.skip(NO_TMPFS)
    const service = await openFaultyService()
    const ranges: unknown[] = []
    service.always('file', () => ({
      name: 'file',
      give: (at) => {
        ranges.push(at.request.headers.range)
        return ranges.length === 1
          ? unmeasured.give(at)
          : rangedFile({ bytes: BYTES, etag: '"one"' }).give(at)
      },
    }))
    const app = await openTestAppAt(service.baseUrl, { dataDir })
    const empty = await fill(dataDir, 1_500_000)
    const { id } = await app.submitOne()
    await app.until(() => noticed(app).length > 0)
    const ballast = join(dataDir, 'ballast-of-the-rest')
    await writeFile(ballast, Buffer.alloc(8_000_000)).catch(() => undefined)
    const before = service.ledger.length
    const heldSince = app.clock.monotonicMs()
    await app.until(() => app.clock.monotonicMs() - heldSince > 120_000)
    expect(service.ledger.length).toBe(before)
    await rm(ballast)
    await empty()
    await app.untilTask(id, 'saved')
    expect(Number(/\d+/.exec(String(ranges.at(-1)))?.[0])).toBeGreaterThan(0)
    expect((await app.ask('library.query', {})).items).toMatchObject([{ sha256: sha256(BYTES) }])
  },
)

slow(
  'takes no file whose length is told and for which there is no room, before the disk is full',
  async (context) => {
    const dataDir = await smallDisk()
    if (!dataDir) return context.skip(NO_TMPFS)
    const service = await openFaultyService()
    service.always('file', rangedFile({ bytes: BYTES, etag: '"one"' }))
    const app = await openTestAppAt(service.baseUrl, { dataDir })
    const empty = await fill(dataDir, 1_500_000)
    const { id } = await app.submitOne()
    await app.until(() => noticed(app).length > 0)
    const { bavail, bsize } = await statfs(dataDir)
    expect(bavail * bsize).toBeGreaterThan(500_000)
    await empty()
    await app.untilTask(id, 'saved')
  },
)

slow.each<[string, (app: TestApp) => readonly string[]]>([
  ['where files arrive', ({ dataDir }) => [join(dataDir, 'media', '.incoming')]],
  ['where files are published', ({ dataDir }) => [join(dataDir, 'media')]],
  ['where one image would lie', ({ dataDir }) => [join(dataDir, 'media', sha256(BYTES).slice(0, 2))]],
  ['where a program would be set aside', ({ dataDir }) => [join(dataDir, 'quarantine')]],
])('waits while the disk is read-only %s, says so, and goes on by itself', async (where, folders) => {
  const { service, app } = await openAtService()
  const isProgram = where.includes('program')
  const bytes = isProgram ? Buffer.from('MZ and so on') : BYTES
  service.always('file', { name: '200', give: ({ response }) => void response.end(bytes) })
  const releases: (() => void)[] = []
  for (const folder of folders(app)) {
    await mkdir(folder, { recursive: true })
    const release = tryReadOnly(folder)
    if (!release) return console.log(NO_BIND)
    releases.push(release)
  }
  const { id } = await app.submitOne()
  await app.until(() => noticed(app).length > 0)
  expect(await app.task(id)).toMatchObject({ state: 'saving' })
  expect((await app.ask('notices.list', {})).items).toMatchObject([{ id: 'disk', code: 'disk_error' }])
  for (const release of releases) release()
  await app.untilTask(id, isProgram ? 'unsaved' : 'saved')
  expect(noticed(app)).toEqual(['notice.raised', 'notice.cleared'])
  expect(await readdir(join(app.dataDir, 'media', '.incoming'))).toEqual([])
  expect(existsSync(join(app.dataDir, 'quarantine', `${sha256(bytes)}.bin`))).toBe(isProgram)
  expect(service.generates()).toHaveLength(1)
})
