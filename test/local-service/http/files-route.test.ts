import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readByteRange } from '#local-service/http/files-route.ts'
import { download, makeImage, startService, textRequest } from '../support/service.ts'

describe('a file address', () => {
  let service: Awaited<ReturnType<typeof startService>>
  let url = ''
  let bytes: Buffer
  beforeAll(async () => {
    service = await startService()
    url = (await makeImage(service, textRequest())).images[0]?.url ?? ''
    bytes = await download(url)
  })
  afterAll(() => service.stop())

  it('serves the whole file without a key, with everything a downloader checks', async () => {
    const response = await fetch(url)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(bytes.length),
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      etag: `"${sha256}"`,
    })
    await response.body?.cancel()
  })

  it('answers HEAD with the same headers and no body', async () => {
    const response = await fetch(url, { method: 'HEAD' })
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([
      200,
      String(bytes.length),
      '',
    ])
  })

  it('serves a range with 206', async () => {
    const response = await fetch(url, { headers: { Range: 'bytes=10-19' } })
    expect([response.status, response.headers.get('content-range')]).toEqual([
      206,
      `bytes 10-19/${bytes.length}`,
    ])
    expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes.subarray(10, 20))
  })

  it('answers 416 for a range outside the file', async () => {
    const response = await fetch(url, { headers: { Range: `bytes=${bytes.length}-` } })
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    expect(await response.json()).toMatchObject({ code: 416 })
  })

  it('sends the whole file when If-Range names another version', async () => {
    const response = await fetch(url, { headers: { Range: 'bytes=10-19', 'If-Range': '"another"' } })
    expect([response.status, (await response.arrayBuffer()).byteLength]).toEqual([200, bytes.length])
  })

  it('answers 304 when the client has it already', async () => {
    const etag = (await fetch(url, { method: 'HEAD' })).headers.get('etag') ?? ''
    expect((await fetch(url, { headers: { 'If-None-Match': etag } })).status).toBe(304)
  })

  it.each(['/files/tmp/guess/image.png', '/files/..%2fservice.db', '/files/'])(
    'answers 404 for %s',
    async (path) => {
      expect((await fetch(service.baseUrl + path)).status).toBe(404)
    },
  )
})

it.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=50-1000', { start: 50, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-5', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-1', null],
  [undefined, null],
])('reads %s in a file of 100 bytes', (header, range) => {
  expect(readByteRange(header, 100)).toEqual(range)
})
