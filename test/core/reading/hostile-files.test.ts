/**
 * Files that stop whoever reads them: kept, marked, and never read again by themselves, whichever way they come in. Each of
 * them stopped Atelier for good when it read them itself.
 *
 * @slow Each of them as a result and as an import, in place of one of the two.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Asset } from '#contract/library.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import type { FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { watchLoop } from '#test/stand-ins/loop-silence.ts'
import { scaled, slow } from '#test/stand-ins/scale.ts'
import { openTestApp, openTestAppAt, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const FOLDER = join(import.meta.dirname, '../../data/hostile')
/** Two readings up to their deadlines, on a busy machine. */
const PATIENCE = { patienceMs: 80_000 }
/** A tenth of the time that files have, and still far more than the good ones here need. */
const QUICK = { readerPatience: 0.1 }
/** Of the thread's own work: what a busy machine does to it is not its fault. */
const MAX_WORK_MS = 2_000

const WEBM = ['a WebM whose parsing never ends', 'mini.webm', 'video/webm'] as const
const IMAGE = ['a WebM that is said to be an image', 'mini.webm', 'image/png'] as const
const MP4 = ['an MP4 with four thousand million entries', 'mp4-ctts_2_32_1.mp4', 'video/mp4'] as const
const RESULTS = scaled([WEBM, IMAGE], [WEBM, IMAGE, MP4])
const IMPORTS = scaled([MP4], [WEBM, MP4])

function serve(bytes: Uint8Array, type: string): FaultyResponse {
  return {
    name: '200',
    give: ({ response }) => void response.writeHead(200, { 'content-type': type }).end(bytes),
  }
}

async function onlyAsset(app: TestApp): Promise<Asset> {
  const { items } = await app.ask('library.query', {})
  expect(items).toHaveLength(1)
  return items[0] as Asset
}

slow.each(RESULTS)('as a result: %s', async (_, name, type) => {
  const service = await openFaultyService()
  service.always('file', serve(await readFile(join(FOLDER, name)), type))
  const app = await openTestAppAt(service.baseUrl, QUICK)
  const silence = watchLoop()
  const { id } = await app.submitOne()
  await app.until(async () => (await app.task(id)).state === 'saved', PATIENCE)
  const asset = await onlyAsset(app)
  expect(asset).toMatchObject({ unreadable: true })
  expect(await app.app.media.thumb(asset.id)).toBeNull()
  expect(silence.busiestMs()).toBeLessThan(MAX_WORK_MS)
  expect(app.logLines.filter((line) => line.includes('could not be read'))).toHaveLength(1)

  const again = await app.reopen()
  expect(await onlyAsset(again)).toMatchObject({ id: asset.id, unreadable: true })
  expect(await again.app.media.thumb(asset.id)).toBeNull()
  expect(again.logLines.filter((line) => line.includes('could not be read'))).toEqual([])
})

slow.each(IMPORTS)('as an import: %s', async (_, name) => {
  const app = await openTestApp(QUICK)
  const silence = watchLoop()
  const bytes = await readFile(join(FOLDER, name))
  const body = (async function* () {
    yield bytes
  })()
  const taken = await app.app.importFile({ name, body })
  expect(taken).toMatchObject({ ok: true, data: { asset: { unreadable: true } } })
  expect(silence.busiestMs()).toBeLessThan(MAX_WORK_MS)
})

slow('as an input: refused in plain words, and the second time at once', async () => {
  const app = await openTestApp(QUICK)
  const bytes = await readFile(join(FOLDER, 'mini.webm'))
  const refused = { ok: false, error: { code: 'invalid_input', message: "Can't read “video.webm”." } }
  expect(await app.app.addInput('video.webm', bytes)).toMatchObject(refused)
  expect(await app.app.addInput('video.webm', bytes)).toMatchObject(refused)
  expect(app.logLines.filter((line) => line.includes('could not be read'))).toHaveLength(1)
})

slow('what is read beside it is read all the same', async () => {
  const app = await openTestApp(QUICK)
  const video = await readFile(join(FOLDER, 'mini.webm'))
  const hostile = app.app.addInput('video.webm', video)
  const fine = app.app.addInput('fox.png', await makeImage(1))
  expect(await hostile).toMatchObject({ ok: false })
  expect(await fine).toMatchObject({ ok: true })
})

test('a drawing that nothing can draw in time is measured by its text, kept, and never shown', async () => {
  const app = await openTestApp(QUICK)
  const body = (async function* () {
    yield await readFile(join(FOLDER, 'nested-use.svg'))
  })()
  const taken = await app.app.importFile({ name: 'drawing.svg', body })
  expect(taken).toMatchObject({ ok: true, data: { asset: { width: 3_000, height: 3_000 } } })
  if (!taken.ok) return
  const { id } = taken.data.asset
  expect(await app.app.media.thumb(id)).toBeNull()
  expect(await app.app.media.asset(id)).toMatchObject({ mimeType: 'application/octet-stream' })
  expect(taken.data.asset).toMatchObject({ unreadable: true })
})

test('any other drawing is its own thumbnail', async () => {
  const app = await openTestApp()
  const body = (async function* () {
    yield Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 20"><circle r="9"/></svg>')
  })()
  const taken = await app.app.importFile({ name: 'drawing.svg', body })
  expect(taken).toMatchObject({ ok: true, data: { asset: { width: 30, height: 20 } } })
  if (!taken.ok) return
  expect(await app.app.media.thumb(taken.data.asset.id)).toMatchObject({ mimeType: 'image/svg+xml' })
})
