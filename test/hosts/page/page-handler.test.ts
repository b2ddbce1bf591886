import { readdir, readlink, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPageFiles } from '#hosts/page/page-files.ts'
import { createThumbnailSplitter, MAX_THUMBNAILS, thumbnailsUrl } from '#contract/rules/thumbnails.ts'
import { createPageHandler, type PageHandler } from '#hosts/page/page-handler.ts'
import { BYTES, ETAG, withPage } from './page-fixture.ts'
import { say } from '#test/stand-ins/say.ts'

const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer())

test(
  'serves the page with the strict policy',
  withPage(async ({ handle }) => {
    const response = await handle(new Request('http://127.0.0.1/'))
    expect(await response.text()).toContain('<title>Atelier</title>')
    expect(Object.fromEntries(response.headers)).toEqual({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self' blob:; " +
        "connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      'content-type': 'text/html; charset=utf-8',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
  }),
)

test(
  'lets hashed assets be kept and has others asked for again',
  withPage(async ({ get }) => {
    const script = await get('/assets/index-AbCd1234.js')
    expect([script.headers.get('cache-control'), script.headers.get('content-type')]).toEqual([
      'public, max-age=31536000, immutable',
      'text/javascript; charset=utf-8',
    ])
    const icon = await get('/favicon.svg')
    expect(icon.headers.get('cache-control')).toBe('no-cache')
    expect((await get('/favicon.svg', { 'if-none-match': icon.headers.get('etag') ?? '' })).status).toBe(304)
    expect((await get('/notes.txt')).status).toBe(404)
  }),
)

test(
  'lets the thread that encodes, and nothing else of the page, compile WebAssembly',
  withPage(async ({ get }) => {
    const policyOf = async (path: string) => (await get(path)).headers.get('content-security-policy')
    expect(await policyOf('/assets/render-worker-AbCd1234.js')).toBe(
      "default-src 'none'; script-src 'self' blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'self'",
    )
    for (const path of ['/', '/assets/index-AbCd1234.js', '/favicon.svg'])
      expect(await policyOf(path)).toContain("script-src 'self'; style-src 'self'")
  }),
)

test(
  'says so where the page has not been built',
  withPage(async ({ app }) => {
    const handle = createPageHandler({ app, files: await readPageFiles('/nowhere'), mediaFolders: [], say })
    expect((await handle(new Request('http://127.0.0.1/'))).status).toBe(503)
  }),
)

test(
  'answers HEAD with the same headers and no body, ignoring ranges',
  withPage(async ({ get }) => {
    const response = await get('/media/a1', { range: 'bytes=0-1' }, 'HEAD')
    expect([response.status, response.headers.get('content-length'), response.body]).toEqual([
      200,
      '1000',
      null,
    ])
  }),
)

test.each([
  [{ 'if-none-match': ETAG }, 304],
  [{ 'if-none-match': `"x", W/${ETAG}` }, 304],
  [{ 'if-none-match': '*' }, 304],
  [{ 'if-none-match': '"x"' }, 200],
  [{ 'if-none-match': ETAG, range: 'bytes=0-1' }, 304],
  [{ 'if-range': ETAG, range: 'bytes=0-1' }, 206],
  [{ 'if-range': `W/${ETAG}`, range: 'bytes=0-1' }, 200],
  [{ 'if-range': '"x"', range: 'bytes=0-1' }, 200],
  [{ 'if-range': 'Wed, 21 Oct 2015 07:28:00 GMT', range: 'bytes=0-1' }, 200],
])('holds the condition %o', (headers, status) =>
  withPage(async ({ get }) => {
    const response = await get('/media/a1', headers)
    await response.body?.cancel()
    expect(response.status).toBe(status)
  })(),
)

test(
  'gives a derived file a weak tag and inputs their own address',
  withPage(async ({ get }) => {
    const thumb = await get('/media/a1/thumb')
    await thumb.body?.cancel()
    expect(thumb.headers.get('etag')).toMatch(/^W\/"1000-\d+"$/)
    expect(await bytesOf(await get('/inputs/i1'))).toEqual(BYTES)
    expect((await get('/inputs/i1/thumb')).status).toBe(404)
  }),
)

test(
  'says of a preview that is not made yet that there is nothing, and of an unknown asset that it is not found',
  withPage(async ({ get }) => {
    const peaks = await get('/media/a1/peaks')
    expect([peaks.status, peaks.headers.get('cache-control')]).toEqual([204, 'no-store'])
    expect((await get('/media/nobody/peaks')).status).toBe(404)
  }),
)

async function openFiles(dataDir: string): Promise<readonly string[]> {
  const links = await readdir('/proc/self/fd')
  const targets = await Promise.all(links.map((link) => readlink(`/proc/self/fd/${link}`).catch(() => '')))
  return targets.filter((target) => target.startsWith(dataDir))
}

test.runIf(process.platform === 'linux')(
  'leaves no file open, whether it was read, refused, cancelled or aborted',
  withPage(async ({ dataDir, get, handle }) => {
    await bytesOf(await get('/media/a1'))
    await (await get('/media/a1')).body?.cancel()
    await get('/media/a1', {}, 'HEAD')
    await get('/media/a1', { 'if-none-match': ETAG })
    await get('/media/a1', { range: 'bytes=5000-' })
    const aborter = new AbortController()
    await handle(new Request('http://127.0.0.1/media/a1', { signal: aborter.signal }))
    aborter.abort()
    await expect.poll(() => openFiles(dataDir)).toEqual([])
  }),
)

test(
  'cuts the answer off when the file becomes shorter than announced',
  withPage(async ({ dataDir, get }) => {
    const response = await get('/media/a1')
    await truncate(join(dataDir, 'media', 'ab', 'ab.png'), 0)
    await expect(response.arrayBuffer()).rejects.toThrow('The file could not be read to its end.')
  }),
)

test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('refuses %s on what can only be read', (method) =>
  withPage(async ({ get }) => {
    for (const path of ['/', '/media/a1', '/assets/index-AbCd1234.js']) {
      const response = await get(path, {}, method)
      expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    }
  })(),
)

function upload(handle: PageHandler, body: Uint8Array<ArrayBuffer> | ReadableStream, name: string) {
  const init = { method: 'POST', body, headers: { 'x-file-name': name }, duplex: 'half' }
  return handle(new Request('http://127.0.0.1/inputs', init))
}

test(
  'takes an upload with its name',
  withPage(async ({ app, handle }) => {
    const response = await upload(handle, new Uint8Array([1, 2]), 'ein%20Bild%C3%A4.png')
    expect([response.status, app.uploads]).toEqual([200, [['ein Bildä.png', Buffer.from([1, 2])]]])
    await upload(handle, new Uint8Array([1]), '')
    expect(app.uploads.at(-1)?.[0]).toBe('input')
  }),
)

test(
  'refuses an upload that is empty, badly named or larger than allowed, whatever it announces',
  withPage(async ({ app, handle }) => {
    const endless = new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(500)) })
    const responses = [
      await upload(handle, new Uint8Array(), 'a'),
      await upload(handle, new Uint8Array([1]), '%zz'),
      await upload(handle, new Uint8Array(2_001), 'a'),
      await upload(handle, endless, 'a'),
    ]
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 413, 413])
    expect(app.uploads).toEqual([])
  }),
)

test(
  'takes previews of an asset as raw bytes, within a limit, by opaque id alone',
  withPage(async ({ app, handle }) => {
    const post = (path: string, body: Uint8Array<ArrayBuffer>) =>
      handle(new Request(`http://127.0.0.1${path}`, { method: 'POST', body }))
    for (const kind of ['poster', 'scrub', 'peaks']) {
      expect((await post(`/media/a1/${kind}`, Uint8Array.of(1, 2))).status).toBe(200)
    }
    expect(app.previews).toEqual([
      ['a1', 'poster', Buffer.from([1, 2])],
      ['a1', 'scrub', Buffer.from([1, 2])],
      ['a1', 'peaks', Buffer.from([1, 2])],
    ])
    expect((await post('/media/a1/poster', new Uint8Array(4 * 1024 * 1024 + 1))).status).toBe(413)
    expect((await post('/media/a1/thumb', Uint8Array.of(1))).status).toBe(405)
    expect((await post('/media/..%2Fa1/poster', Uint8Array.of(1))).status).toBe(405)
    expect(app.previews).toHaveLength(3)
  }),
)

test(
  'sends many thumbnails in one response, and nothing for what has none',
  withPage(async ({ app, dataDir, get }) => {
    const svg = join(dataDir, 'media', 'ab', 'ab.png')
    app.files.set('thumb drawn', { path: svg, mimeType: 'image/svg+xml', sizeBytes: 1_000 })
    app.files.set('thumb out', { path: join(dataDir, 'secrets.json'), mimeType: 'image/webp', sizeBytes: 6 })
    const response = await get('/thumbnails/a1,unknown,drawn,out,a1')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
    const images: Buffer[] = []
    const split = createThumbnailSplitter((place, image) => (images[place] = Buffer.from(image)))
    split(await bytesOf(response))
    expect(images).toEqual([BYTES, ...[1, 2, 3].map(() => Buffer.of()), BYTES])
  }),
)

test(
  'takes no more ids of thumbnails than it says',
  withPage(async ({ app, get }) => {
    const ids = Array.from({ length: MAX_THUMBNAILS + 1 }, (_, number) => `b${number}`)
    expect((await get(thumbnailsUrl(ids))).status).toBe(404)
    expect(app.asked).toEqual([])
    const response = await get(thumbnailsUrl(ids.slice(1)))
    expect([response.status, (await bytesOf(response)).length]).toEqual([200, 8 * MAX_THUMBNAILS])
  }),
)
