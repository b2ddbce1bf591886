/** Going on after a cut, in one attempt, in the next, and after a restart; and beginning again where going on would be wrong. */
import { existsSync } from 'node:fs'
import { readFile, truncate, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openMediaFolder } from '#core/library/assets/media-folder.ts'
import { createDownloader, type DownloadOptions } from '#core/results/download/download.ts'
import { partStatePath, clearLeftoverParts } from '#core/media/part-state.ts'
import { respond, type FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { rangedFile, type RangedFile, countReceivedBytes } from '#test/stand-ins/downloads.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { until } from '#test/stand-ins/until.ts'

const BYTES = noiseImage(1, 300_000)
const CUT = 120_000
const ETAG = '"one"'
const CONTENT_TAG = '"0123456789abcdef0123456789abcdef"'

async function openServer(...responses: readonly FaultyResponse[]) {
  const service = await openFaultyService()
  const ranges: Record<string, string>[] = []
  const noted = responses.map((response): FaultyResponse => {
    const give: FaultyResponse['give'] = (at) => {
      const { range, 'if-range': ifRange } = at.request.headers
      ranges.push({ ...(range && { range }), ...(ifRange && { 'if-range': String(ifRange) }) })
      return response.give(at)
    }
    return { ...response, give }
  })
  service.script('file', ...noted)
  const partPath = join(await makeTempDir(), 'x.part')
  const fetchOnce = async (path = '/files/x', more: Partial<DownloadOptions> = {}) => {
    const downloader = createDownloader({ limits: { silenceMs: 1_000 } })
    try {
      const { signal } = new AbortController()
      const url = `${service.baseUrl}${path}`
      return await downloader.fetch({ kind: 'url', url }, { partPath, allowLocal: true, signal, ...more })
    } finally {
      await downloader.close()
    }
  }
  return { ranges, partPath, fetchOnce, service }
}

const file = (more: Partial<RangedFile> = {}): FaultyResponse =>
  rangedFile({ bytes: BYTES, etag: ETAG, ...more })
const whole = {
  kind: 'file',
  sizeBytes: BYTES.length,
  sha256: sha256(BYTES),
  type: { mimeType: 'image/png' },
}

test('goes on at once where the connection was cut, with the strong tag, and fetches nothing twice', async () => {
  const { ranges, partPath, fetchOnce } = await openServer(
    file({ cutAfter: CUT }),
    file({ cutAfter: 5_000 }),
    file(),
  )
  expect(await fetchOnce()).toMatchObject(whole)
  expect(ranges).toEqual([
    {},
    { range: `bytes=${CUT}-`, 'if-range': ETAG },
    { range: `bytes=${CUT + 5_000}-`, 'if-range': ETAG },
  ])
  expect(await readFile(partPath)).toEqual(BYTES)
})

test('goes on at once after a silence', async () => {
  const { ranges, fetchOnce } = await openServer(file({ stallAfter: CUT }), file())
  expect(await fetchOnce()).toMatchObject(whole)
  expect(ranges[1]).toEqual({ range: `bytes=${CUT}-`, 'if-range': ETAG })
})

test('gives up for a while after a few cuts, keeps what it has, and goes on in the next attempt', async () => {
  const cuts = Array.from({ length: 5 }, () => file({ cutAfter: 10_000 }))
  const { ranges, partPath, fetchOnce } = await openServer(...cuts, file())
  expect(await fetchOnce()).toMatchObject({ kind: 'problem', next: 'wait' })
  expect(existsSync(partPath)).toBe(true)
  expect(JSON.parse(await readFile(partStatePath(partPath), 'utf8'))).toMatchObject({
    etag: ETAG,
    totalBytes: BYTES.length,
    syncedBytes: 50_000,
  })
  expect(await fetchOnce()).toMatchObject(whole)
  expect(ranges.at(-1)).toEqual({ range: 'bytes=50000-', 'if-range': ETAG })
})

test.each<[string, Partial<RangedFile>]>([
  ['a weak tag', { etag: 'W/"one"' }],
  ['no tag', { etag: '' }],
])('begins again after a cut where there is %s, and leaves nothing behind', async (_, more) => {
  const { ranges, partPath, fetchOnce } = await openServer(file({ ...more, cutAfter: CUT }), file(more))
  expect(await fetchOnce()).toMatchObject({ kind: 'problem', next: 'wait' })
  expect([existsSync(partPath), existsSync(partStatePath(partPath))]).toEqual([false, false])
  expect(await fetchOnce()).toMatchObject(whole)
  expect(ranges).toEqual([{}, {}])
})

const OTHER = noiseImage(2, 310_000)
const other = rangedFile({ bytes: OTHER, etag: '"two"' })
const otherWhole = { kind: 'file', sizeBytes: OTHER.length, sha256: sha256(OTHER) }

test('takes another content from its beginning', async () => {
  const { fetchOnce } = await openServer(file({ cutAfter: CUT }), other)
  expect(await fetchOnce()).toMatchObject(otherWhole)
})

test.each([
  ['of the same address', '/files/x'],
  ['of another address', '/files/y'],
])('has no state on disk for other bytes than those of which it speaks: %s', async (_, path) => {
  const untagged = rangedFile({ bytes: OTHER, stallAfter: 200_000 })
  const { partPath, fetchOnce, service } = await openServer(
    file({ cutAfter: CUT }),
    respond(503, ''),
    untagged,
  )
  await fetchOnce()
  expect(existsSync(partStatePath(partPath))).toBe(true)
  const closing = new AbortController()
  const running = fetchOnce(path, { signal: closing.signal })
  await until(() => service.ledger.length === 3 && !existsSync(partStatePath(partPath)))
  closing.abort(new Error('closing'))
  await expect(running).rejects.toThrow('closing')
})

test('takes the whole where the server ignores the range', async () => {
  const { partPath, fetchOnce } = await openServer(file({ cutAfter: CUT }), {
    name: 'no ranges',
    give: ({ response }) => void response.writeHead(200, { etag: ETAG }).end(BYTES),
  })
  expect(await fetchOnce()).toMatchObject(whole)
  expect(await readFile(partPath)).toEqual(BYTES)
})

const from = (start: number, total = BYTES.length) => `bytes ${start}-${total - 1}/${total}`
test.each<[string, Record<string, string | undefined>]>([
  ['a range that begins elsewhere', { 'content-range': from(CUT + 7) }],
  ['another length of the whole', { 'content-range': from(CUT, BYTES.length + 1) }],
  ['a range that ends before the end', { 'content-range': `bytes ${CUT}-${CUT + 9}/${BYTES.length}` }],
  ['no word on which range it is', { 'content-range': 'bytes */*' }],
  ['another tag', { 'content-range': from(CUT), etag: '"two"' }],
  ['no tag', { 'content-range': from(CUT), etag: '' }],
  ['packed bytes', { 'content-range': from(CUT), 'content-encoding': 'gzip' }],
])('begins again where the rest comes with %s', async (_, headers) => {
  const { ranges, fetchOnce } = await openServer(
    file({ cutAfter: CUT }),
    {
      name: '206',
      give: ({ response }) =>
        void response.writeHead(206, { etag: ETAG, ...headers }).end(Buffer.alloc(BYTES.length - CUT, 7)),
    },
    file(),
  )
  expect(await fetchOnce()).toMatchObject(whole)
  expect(ranges[2]).toEqual({})
})

test('begins again where the server knows no such range any more', async () => {
  const { fetchOnce } = await openServer(file({ cutAfter: CUT }), respond(416, ''), other)
  expect(await fetchOnce()).toMatchObject(otherWhole)
})

test('gives up for a while on a file that is another one each time', async () => {
  const changing = Array.from({ length: 12 }, (_, number) => file({ etag: `"${number}"`, cutAfter: CUT }))
  const { fetchOnce } = await openServer(...changing)
  expect(await fetchOnce()).toMatchObject({ kind: 'problem', next: 'wait' })
})

test('goes on at a freshly signed address where the tag is made from the content, and only there', async () => {
  const tagged = await openServer(
    file({ etag: CONTENT_TAG, cutAfter: CUT }),
    respond(403, ''),
    file({ etag: CONTENT_TAG }),
  )
  expect(await tagged.fetchOnce('/files/x?sign=1')).toMatchObject({ kind: 'problem', next: 'reread' })
  expect(await tagged.fetchOnce('/files/x?sign=2')).toMatchObject(whole)
  expect(tagged.ranges[2]).toEqual({ range: `bytes=${CUT}-`, 'if-range': CONTENT_TAG })
  const counted = await openServer(file({ cutAfter: CUT }), respond(403, ''), other)
  await counted.fetchOnce('/files/x?id=1')
  expect(await counted.fetchOnce('/files/x?id=2')).toMatchObject(otherWhole)
  expect(counted.ranges[2]).toEqual({})
})

test('goes on after Atelier was closed in the middle and opened again', async () => {
  const { ranges, fetchOnce } = await openServer(file({ stallAfter: CUT }), file())
  const received = countReceivedBytes()
  onTestFinished(() => received.stop())
  const dataDir = await makeTempDir()
  const partPath = (await openMediaFolder(dataDir)).partPath('task-0')
  const closing = new AbortController()
  const running = fetchOnce('/files/x', { partPath, signal: closing.signal })
  await until(() => received.of('/files/x') === CUT)
  closing.abort(new Error('closing'))
  await expect(running).rejects.toThrow('closing')
  const again = await openMediaFolder(dataDir)
  expect(await fetchOnce('/files/x', { partPath: again.partPath('task-0') })).toMatchObject(whole)
  expect(ranges[1]?.['if-range']).toBe(ETAG)
  await again.publish(partPath, whole.sha256, 'png')
  expect([existsSync(partPath), existsSync(partStatePath(partPath))]).toEqual([false, false])
})

test('asks for nothing where everything had arrived before Atelier was closed', async () => {
  const { ranges, partPath, fetchOnce } = await openServer(file({ cutAfter: CUT }), respond(503, ''))
  await fetchOnce()
  await writeFile(partPath, BYTES)
  const state = JSON.parse(await readFile(partStatePath(partPath), 'utf8')) as object
  await writeFile(partStatePath(partPath), JSON.stringify({ ...state, syncedBytes: BYTES.length }))
  expect(await fetchOnce()).toMatchObject(whole)
  expect(ranges).toHaveLength(2)
})

test.each<[string, (partPath: string) => Promise<void>]>([
  ['shorter than its state says', (partPath) => truncate(partPath, 10)],
  ['without a state that can be read', (partPath) => writeFile(partStatePath(partPath), '{"format":1,')],
  ['with a state of another kind', (partPath) => writeFile(partStatePath(partPath), '{"format":2}')],
])('begins again with a part that is %s', async (_, damage) => {
  const { ranges, partPath, fetchOnce } = await openServer(file({ cutAfter: CUT }), respond(503, ''), file())
  await fetchOnce()
  await damage(partPath)
  expect(await fetchOnce()).toMatchObject(whole)
  expect(ranges[2]).toEqual({})
})

test('leaves nothing behind for what nobody will ask for again', async () => {
  const { partPath, fetchOnce } = await openServer(file({ cutAfter: CUT }), respond(503, ''))
  await fetchOnce('/files/x', { mayResume: false })
  expect([existsSync(partPath), existsSync(partStatePath(partPath))]).toEqual([false, false])
})

test('clears what earlier runs left, but what can be continued, for a week', async () => {
  const { partPath, fetchOnce } = await openServer(file({ cutAfter: CUT }), respond(503, ''))
  await fetchOnce()
  const folder = join(partPath, '..')
  await writeFile(join(folder, 'orphan.part'), 'x')
  await writeFile(join(folder, 'orphan.part.json'), '{}')
  const now = Date.now()
  await clearLeftoverParts(folder, now)
  expect([existsSync(partPath), existsSync(partStatePath(partPath))]).toEqual([true, true])
  expect([existsSync(join(folder, 'orphan.part')), existsSync(join(folder, 'orphan.part.json'))]).toEqual([
    false,
    false,
  ])
  await utimes(partPath, now / 1_000 - 8 * 86_400, now / 1_000 - 8 * 86_400)
  await clearLeftoverParts(folder, now)
  expect([existsSync(partPath), existsSync(partStatePath(partPath))]).toEqual([false, false])
})
