/** What comes of the files themselves: known by their bytes, set aside when dangerous, joined when a stream, continued later. */
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mediaFolders } from '#hosts/page/page-files.ts'
import { respond, type FaultyResponse, errorObject, success } from '#test/stand-ins/faulty-responses.ts'
import { hugeImage, noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { rangedFile, serve } from '#test/stand-ins/downloads.ts'
import { makeStream } from '#test/stand-ins/stream-files.ts'
import { openAtService, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { expect, test } from 'vitest'
import type { FaultyService } from '#test/stand-ins/faulty-service.ts'
import { slow } from '#test/stand-ins/scale.ts'

const notes = async (app: TestApp, id: string) =>
  (await app.task(id)).history
    .filter(({ kind }) => kind === 'file_differs')
    .map(({ message }) => message?.text)

slow('saves a file that is not what was declared as what it is, and says so', async () => {
  const { service, app } = await openAtService()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  service.always('file', serve(svg, { 'content-type': 'image/jpeg' }))
  const { id } = await app.submitAndSave()
  expect((await app.ask('library.query', {})).items).toMatchObject([
    { mimeType: 'image/svg+xml', sha256: sha256(svg) },
  ])
  expect(await notes(app, id)).toEqual([
    'The service declared this file as image/jpeg and .png. Its content is image/svg+xml, and it was saved as that.',
  ])
})

slow('says nothing of a file that is what was promised', async () => {
  const { app } = await openAtService()
  const { id } = await app.submitAndSave()
  expect(await notes(app, id)).toEqual([])
})

slow('notes that a file seems truncated where its server says that it is not', async () => {
  const { service, app } = await openAtService()
  service.always('file', serve(noiseImage(1, 5_000).subarray(0, 4_000)))
  const { id } = await app.submitAndSave()
  expect(await notes(app, id)).toEqual([expect.stringContaining('seems to be truncated')])
})

slow('sets a program aside where nothing is ever served from, and says what it is', async () => {
  const { service, app } = await openAtService()
  const program = Buffer.from('MZ\u0090 and so on', 'latin1')
  service.always('file', serve(program, { 'content-type': 'image/png' }))
  const { id } = await app.submitOne()
  const { error } = await app.untilTask(id, 'unsaved')
  expect(error).toMatchObject({ code: 'unsafe_content', charged: 'yes' })
  expect(error?.message).toMatch(/Windows program.*quarantine/)
  const folder = join(app.dataDir, 'quarantine')
  expect(await readFile(join(folder, `${sha256(program)}.bin`))).toEqual(program)
  expect(JSON.parse(await readFile(join(folder, `${sha256(program)}.json`), 'utf8'))).toMatchObject({
    taskId: id,
  })
  expect(mediaFolders(app.dataDir).every((served) => !folder.startsWith(served))).toBe(true)
  expect((await app.ask('library.query', {})).total).toBe(0)
})

slow('sets a text aside that comes in place of an image, and says so', async () => {
  const { service, app } = await openAtService()
  const text = Buffer.from('no longer here, or not what Atelier takes for an image')
  service.always('file', serve(text))
  const { id } = await app.submitOne()
  const { error } = await app.untilTask(id, 'unsaved')
  expect(error?.message).toMatch(/sent text.*quarantine/)
  expect(await readFile(join(app.dataDir, 'quarantine', `${sha256(text)}.bin`))).toEqual(text)
  expect(await readdir(join(app.dataDir, 'media', '.incoming'))).toEqual([])
})

slow('saves a 3D model that is written in words', async () => {
  const { service, app } = await openAtService()
  service.always('file', serve(Buffer.from('o fox\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n')))
  service.tasks.life = [success({ model_url: `${service.baseUrl}/files/fox` })]
  await app.submitAndSave()
  expect((await app.ask('library.query', {})).items).toMatchObject([
    { kind: 'model3d', mimeType: 'model/obj' },
  ])
})

slow('keeps an image on disk whose size nobody could decode', async () => {
  const { service, app } = await openAtService()
  const huge = hugeImage(60_000)
  service.always('file', serve(huge))
  await app.submitAndSave()
  expect((await app.ask('library.query', {})).items).toMatchObject([
    { sha256: sha256(huge), width: 60_000, height: 60_000 },
  ])
})

slow('goes on with a download after a restart', async () => {
  const { service, app } = await openAtService()
  const bytes = noiseImage(1, 3_000_000)
  const ranges: unknown[] = []
  const offer = (stallAfter?: number): FaultyResponse => ({
    name: 'file',
    give: (at) => {
      ranges.push(at.request.headers.range)
      return rangedFile({ bytes, etag: '"one"', ...(stallAfter === undefined ? {} : { stallAfter }) }).give(
        at,
      )
    },
  })
  service.script('file', offer(2_000_000))
  service.always('file', offer())
  const { id } = await app.submitOne()
  const partPath = join(app.dataDir, 'media', '.incoming', `${id}-0.part`)
  await app.until(() => existsSync(partPath) && ranges.length === 1)
  const again = await app.reopen()
  await again.untilTask(id, 'saved')
  expect(ranges).toHaveLength(2)
  expect(Number(/\d+/.exec(String(ranges[1]))?.[0])).toBeGreaterThan(0)
  expect(await again.ask('library.verify', {})).toMatchObject({ checked: 1, missing: 0, damaged: 0 })
  expect(await readdir(join(app.dataDir, 'media', '.incoming'))).toEqual([])
})

slow('writes a part from one attempt at a time, however often it is stopped and taken up again', async () => {
  const { service, app } = await openAtService()
  const bytes = noiseImage(1, 400_000)
  service.tasks.life = ['SUCCESS']
  for (let count = 0; count < 3; count++)
    service.script('file', rangedFile({ bytes, etag: '"one"', stallAfter: 90_000 * (count + 1) }))
  service.always('file', rangedFile({ bytes, etag: '"one"' }))
  const { id } = await app.submitOne()
  const asked = () => service.ledger.filter(({ path }) => path.startsWith('/files/')).length
  for (let count = 1; count <= 3; count++) {
    await app.until(() => asked() >= count)
    await app.ask('tasks.stop', { id })
    await app.ask('tasks.retry', { id })
  }
  await app.untilTask(id, 'saved')
  expect(await app.ask('library.verify', {})).toMatchObject({ checked: 1, missing: 0, damaged: 0 })
  expect((await app.ask('library.query', {})).items).toMatchObject([{ sha256: sha256(bytes) }])
})

slow('makes a video of a stream when no other file is named, after looking once more for one', async () => {
  const { service, app } = await openAtService()
  const stream = await makeStream('ts')
  service.always('file', () => {
    const name = service.ledger.at(-1)?.path.replace('/files/', '') ?? ''
    return serve(stream.files.get(name) ?? Buffer.alloc(0))
  })
  service.tasks.life = [success({ video_url: `${service.baseUrl}/files/${stream.main}` })]
  const { id, history } = await app.submitAndSave({ mediaType: 'video', scene: 'text-to-video' })
  expect(history.filter(({ kind }) => kind === 'no_file')).toHaveLength(1)
  expect((await app.ask('library.query', {})).items).toMatchObject([{ mimeType: 'video/mp4', kind: 'video' }])
  expect(await notes(app, id)).toEqual([])
})

test('keeps the address of a stream that cannot be joined, and says why', async () => {
  const { service, app } = await openAtService()
  const url = `${service.baseUrl}/files/list.m3u8`
  service.always(
    'file',
    serve(Buffer.from('#EXTM3U\n#EXT-X-KEY:METHOD=AES-128,URI="k"\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST')),
  )
  service.tasks.life = [success({ video_url: url })]
  const { id } = await app.submitOne({ mediaType: 'video', scene: 'text-to-video' })
  const { error, lastResponse } = await app.untilTask(id, 'unsaved')
  expect(error?.message).toMatch(/it is encrypted/)
  expect(JSON.stringify(lastResponse)).toContain(url)
})

slow('saves what other hosts offer while one host stalls with everything it was asked for', async () => {
  const { service, app } = await openAtService()
  const stalling = await openFaultyService()
  stalling.always('file', {
    name: 'stalls',
    give: ({ response }) => response.writeHead(200).flushHeaders(),
  })
  await app.ask('settings.set', { queue: { concurrency: 100 } })
  service.tasks.life = ['SUCCESS']
  service.tasks.assetOrigin = stalling.baseUrl
  const held = await Promise.all(Array.from({ length: 30 }, () => app.submitOne()))
  await app.until(async () => {
    const tasks = await Promise.all(held.map(({ id }) => app.task(id)))
    return tasks.every(({ state }) => state === 'saving') && stalling.ledger.length >= 3
  })
  service.tasks.assetOrigin = ''
  await app.submitAndSave()
  expect((await app.task(held[0]?.id ?? '')).state).toBe('saving')
  expect(stalling.ledger.length).toBeLessThanOrEqual(3)
})

/** How the task was asked for after it was done, in order. */
function waysAfterSuccess(service: FaultyService): readonly string[] {
  const first = service.polls().findIndex(({ query }) => query === '?refresh=assets')
  return service
    .polls()
    .slice(first)
    .map(({ query }) => query)
}

slow('asks for kept files, then the provider, then plainly, before a result counts as lost', async () => {
  const { service, app } = await openAtService()
  service.always('file', respond(403, ''))
  const { id } = await app.submitOne()
  const { error } = await app.untilTask(id, 'unsaved')
  expect(waysAfterSuccess(service)).toEqual([
    '?refresh=assets',
    '?refresh=assets',
    '?refresh=1',
    '',
    '?refresh=assets',
  ])
  expect(error).toMatchObject({ code: 'not_found', charged: 'yes' })
  expect(error?.message).toContain('the service may still have it')
})

slow.each([
  ['the provider', '?refresh=1'],
  ['a plain look', ''],
])('saves the result at the address that %s names at last', async (_, query) => {
  const { service, app } = await openAtService()
  const working = `${service.baseUrl}/files/1-0-9.png`
  service.tasks.life = ['SUCCESS']
  service.always('file', () =>
    service.ledger.at(-1)?.path.endsWith('-9.png') ? rightFile(service) : respond(404, ''),
  )
  const { id } = await app.submitOne()
  await app.until(() => waysAfterSuccess(service).length > 0 && service.polls().length > 1)
  service.always('task', () =>
    success([service.ledger.at(-1)?.query === query ? working : `${service.baseUrl}/files/1-0-1.png`]),
  )
  await app.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

slow.each<[string, FaultyResponse, RegExp]>([
  ['no longer knows the task', respond(404, errorObject(404, 'no such task')), /no longer knows the task/],
  ['cannot be asked', respond(503, ''), /couldn't be reached just now/],
])('says so when the service %s', async (_, response, message) => {
  const { service, app } = await openAtService()
  service.tasks.life = ['SUCCESS']
  service.always('file', respond(410, ''))
  service.onRequest = ({ query }) => {
    if (query === '?refresh=assets') service.always('task', response)
  }
  const { id } = await app.submitOne()
  const { error } = await app.untilTask(id, 'unsaved')
  expect(error?.message).toMatch(message)
})

slow("waits as long as the file's server asks for", async () => {
  const { service, app } = await openAtService()
  service.script('file', respond(429, '', { 'retry-after': '90' }))
  const { id } = await app.submitOne()
  await app.until(() => service.ledger.some(({ path }) => path.startsWith('/files/')))
  const askedAt = app.clock.monotonicMs()
  await app.untilTask(id, 'saved')
  expect(app.clock.monotonicMs() - askedAt).toBeGreaterThanOrEqual(90_000)
})

function rightFile(service: FaultyService): FaultyResponse {
  return { name: 'file', give: (at) => service.tasks.file(at, '1-0-9.png') }
}
