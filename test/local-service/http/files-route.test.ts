import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
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

const PATHS = [
  '/ai/models',
  '/api/v1/task/x',
  '/api/v1/openapi.json',
  '/files/tmp/x/y.png',
  '/studio/',
  '/studio/events',
]

describe('a request for another host', () => {
  let service: Awaited<ReturnType<typeof startService>>
  beforeAll(async () => {
    service = await startService()
  })
  afterAll(() => service.stop())

  async function statusOf(path: string, hosts: readonly string[], method = 'GET'): Promise<number> {
    const { port } = new URL(service.baseUrl)
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const lines = [`${method} ${path} HTTP/1.1`, ...hosts.map((host) => `Host: ${host}`), 'Connection: close']
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    socket.destroy()
    return Number(/^HTTP\/1\.1 (\d{3})/u.exec(chunk.toString())?.[1])
  }

  it.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example:1234',
    '0.0.0.0',
    '192.168.1.7',
  ])('is refused with 421, whatever the path: %s', async (host) => {
    for (const path of PATHS) expect([path, await statusOf(path, [host])]).toEqual([path, 421])
    expect(await statusOf('/api/v1/generate', [host], 'OPTIONS')).toBe(421)
  })

  it.each(['127.0.0.1', 'localhost', '127.0.0.1:9', 'LOCALHOST:9', '[::1]:9'])(
    'is answered for %s',
    async (host) => {
      expect(await statusOf('/ai/models', [host])).toBe(200)
    },
  )

  it('is refused without a host, and with two', async () => {
    expect(await statusOf('/ai/models', [])).toBe(400)
    expect(await statusOf('/ai/models', ['127.0.0.1', 'evil.example'])).toBeGreaterThanOrEqual(400)
  })

  it('cannot come by another address of this computer', async () => {
    const socket = connect(Number(new URL(service.baseUrl).port), '127.0.0.2')
    await expect(once(socket, 'connect')).rejects.toThrow(/ECONNREFUSED|EADDRNOTAVAIL|ETIMEDOUT/u)
  })
})
