/** What a download may cost and bring, who gets a key, and where a proxy may lead it. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDownloader } from '#core/results/download/download.ts'
import { DOWNLOAD_LIMITS } from '#core/results/download/limits.ts'
import { type FaultyResponse, redirect } from '#test/stand-ins/faulty-responses.ts'
import { noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { fetchFrom, serve } from '#test/stand-ins/downloads.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { assetHeaders } from '#core/service/client.ts'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'
import type { ServiceAddress, ServiceApi } from '#core/service/service-api.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { guardedLookup, refusedAddress } from '#core/network/safe-address.ts'
import { SELF_SIGNED, startConnectProxy } from '#test/stand-ins/connect-proxy.ts'

const BYTES = noiseImage(1, 200_000)

test('follows a few redirects and no more', async () => {
  const { result, service } = await fetchFrom({
    name: 'redirects without end',
    give: ({ request, response }) => void response.writeHead(302, { location: request.url ?? '' }).end(),
  })
  expect(result).toMatchObject({ kind: 'problem', next: 'reread' })
  expect(service.ledger).toHaveLength(6)
})

test('tolerates a kilobyte per second', () => {
  expect(DOWNLOAD_LIMITS.slowestBytesPerSecond).toBeLessThanOrEqual(1_024)
})

test.each([
  ['gzip', gzipSync(BYTES)],
  ['x-gzip', gzipSync(BYTES)],
  ['deflate', deflateSync(BYTES)],
  ['br', brotliCompressSync(BYTES)],
  ['zstd', zstdCompressSync(BYTES)],
])('decodes a body that came as %s unasked, and hashes its content', async (encoding, packed) => {
  const { result, partPath } = await fetchFrom(serve(packed, { 'content-encoding': encoding, etag: '"one"' }))
  expect(result).toMatchObject({ kind: 'file', sizeBytes: BYTES.length, sha256: sha256(BYTES) })
  expect(await readFile(partPath)).toEqual(BYTES)
})

test.each([
  ['gzip', gzipSync(BYTES).subarray(0, 1_000), 'wait'],
  ['gzip', BYTES, 'wait'],
  ['compress', BYTES, 'reread'],
])(
  'keeps nothing of a body that claims to be %s and is cut, damaged or unknown',
  async (encoding, body, next) => {
    const { result, partPath } = await fetchFrom(serve(body, { 'content-encoding': encoding }))
    expect(result).toMatchObject({ kind: 'problem', next })
    expect(existsSync(partPath)).toBe(false)
  },
)

const broken = BYTES.subarray(0, 150_000)
test.each<[string, readonly FaultyResponse[], string]>([
  ['its server states another length the second time', [serve(broken), serve(BYTES)], 'reread'],
  ['only the connection marked its end', [endedByConnection(broken)], 'reread'],
])('keeps no truncated file where %s', async (_, responses, next) => {
  const script = [...responses]
  const { result } = await fetchFrom({
    name: 'one after the other',
    give: (at) => (script.length > 1 ? script.shift() : script[0])?.give(at),
  })
  expect(result).toMatchObject({ kind: 'problem', next })
})

test('keeps a file that seems truncated where its server states its length twice', async () => {
  const { result } = await fetchFrom(serve(broken))
  expect(result).toMatchObject({
    kind: 'file',
    sizeBytes: broken.length,
    warning: { id: 'results.seemsTruncated' },
  })
})

test('keeps the beginning of a file with a strong tag where only the connection marked its end', async () => {
  const { result, partPath } = await fetchFrom(endedByConnection(broken, { etag: '"one"' }))
  expect(result).toMatchObject({ kind: 'problem', next: 'wait' })
  expect(await readFile(partPath)).toEqual(broken)
})

function endedByConnection(bytes: Uint8Array, headers: Record<string, string> = {}): FaultyResponse {
  return {
    name: 'until the connection ends',
    give: ({ response }) => {
      response.useChunkedEncodingByDefault = false
      response.shouldKeepAlive = false
      response.writeHead(200, headers).end(bytes)
    },
  }
}

test('does not take a connection that a firewall refuses for a disk error', async () => {
  const refused = Object.assign(new Error('connect EACCES'), { code: 'EACCES', syscall: 'connect' })
  const downloader = createDownloader({
    guard: () => ({ refused: () => null, lookup: () => (_, __, callback) => callback(refused, []) }),
  })
  const { signal } = new AbortController()
  const partPath = join(await makeTempDir(), 'x.part')
  const source = { kind: 'url', url: 'http://name.example/x' } as const
  expect(await downloader.fetch(source, { partPath, allowLocal: true, signal })).toMatchObject({
    next: 'wait',
    failure: { code: 'service_unavailable' },
  })
  await downloader.close()
})

/** A key for result files: only with the address it is for, and never over a redirect to another origin. */
const api: ServiceApi = {
  ...generationService,
  assetHeaders: (_url, _address, apiKey) => ({ authorization: `Bearer ${apiKey}` }),
}

async function fetchAs(address: ServiceAddress, url: string) {
  const downloader = createDownloader()
  const file = await downloader.fetch(
    { kind: 'url', url },
    {
      partPath: join(await makeTempDir(), 'part'),
      allowLocal: true,
      signal: new AbortController().signal,
      credentials: (at) => assetHeaders(address, at),
    },
  )
  await downloader.close()
  return file
}

test('asks with the key where the adapter says so, and keeps it from where a redirect leads', async () => {
  const service = await openFaultyService()
  const elsewhere = await openFaultyService()
  const address = { api, baseUrl: service.baseUrl, apiKey: 'key-for-tests' }
  const file = `/files/0-0-1.png`
  expect(await fetchAs(address, `${service.baseUrl}${file}`)).toMatchObject({ kind: 'file' })
  service.script('file', redirect(302, `${elsewhere.baseUrl}${file}`))
  expect(await fetchAs(address, `${service.baseUrl}${file}`)).toMatchObject({ kind: 'file' })
  expect(service.ledger.map(({ key }) => key)).toEqual(['key-for-tests', 'key-for-tests'])
  expect(elsewhere.ledger.map(({ key }) => key)).toEqual([null])
})

test('gives the key to no other origin, not even when a redirect leads back', async () => {
  const service = await openFaultyService()
  const elsewhere = await openFaultyService()
  const address = { api, baseUrl: service.baseUrl, apiKey: 'key-for-tests' }
  const file = `/files/0-0-1.png`
  elsewhere.script('file', redirect(302, `${service.baseUrl}${file}`))
  await fetchAs(address, `${elsewhere.baseUrl}${file}`)
  expect([...service.ledger, ...elsewhere.ledger].map(({ key }) => key)).toEqual([null, null])
})

/** Downloads through a real CONNECT proxy: where a name leads is checked before the proxy is asked. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=',
  'base64',
)

/** Downloads `http://files.example/a.png` while that name leads to `address`, or nowhere. */
async function fetchWhere(address: string | null, ownHost?: string) {
  const server = createServer((_, response) => response.end(PNG))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startConnectProxy((server.address() as AddressInfo).port)
  const downloader = createDownloader({
    findProxy: async () => proxy.address,
    guard: (_, own) => ({
      // The test's server speaks no TLS.
      refused: (url) => refusedAddress(new URL(url.href.replace('http:', 'https:')), false),
      lookup: () =>
        guardedLookup(
          false,
          false,
          (hostname, __, callback) => {
            if (address) callback(null, [{ address, family: 4 }])
            else callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), [])
          },
          own,
        ),
    }),
  })
  onTestFinished(async () => {
    await downloader.close()
    await proxy.close()
    server.close()
  })
  const path = join(await makeTempDir(), 'part')
  const outcome = await downloader.fetch(
    { kind: 'url', url: 'http://files.example/a.png' },
    { partPath: path, allowLocal: false, ownHost, signal: AbortSignal.timeout(60_000), mayResume: false },
  )
  return { outcome, path, asked: proxy.asked, others: proxy.others }
}

test('fetches a file through a tunnel', async () => {
  const { outcome, path, asked, others } = await fetchWhere('93.184.215.14')
  expect(outcome).toMatchObject({ kind: 'file' })
  expect((await readFile(path)).equals(PNG)).toBe(true)
  expect([asked, others]).toEqual([['files.example:80'], []])
})

test.each([
  ['into a private network', '10.0.0.1'],
  ['to this computer', '127.0.0.1'],
  ['to a link-local address', '169.254.169.254'],
])('asks the proxy for nothing where the name leads %s', async (_, address) => {
  const { outcome, asked } = await fetchWhere(address)
  // The name may lead elsewhere later: a hotel's network answers all of them with itself until one has signed in.
  expect(outcome).toMatchObject({ kind: 'problem', next: 'wait', failure: { code: 'unsafe_content' } })
  expect(asked).toEqual([])
})

test("fetches a file of the profile's own host from the private network that its name leads into", async () => {
  expect((await fetchWhere('100.64.0.7', 'files.example')).outcome).toMatchObject({ kind: 'file' })
  const { outcome, asked } = await fetchWhere('169.254.169.254', 'files.example')
  expect([outcome.kind, asked]).toEqual(['problem', []])
  expect((await fetchWhere('10.0.0.1', 'other.example')).asked).toEqual([])
})

/** Downloads from a plain address, through a proxy that leads every name to a server with TLS that nobody vouches for. */
async function fetchPlain(url: string, allowLocal: boolean) {
  const server = createTlsServer(SELF_SIGNED, (_, response) => response.end(PNG))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy = await startConnectProxy((server.address() as AddressInfo).port)
  const downloader = createDownloader({
    findProxy: async () => proxy.address,
    guard: () => ({
      refused: (given) => refusedAddress(given, allowLocal),
      lookup: (plain) =>
        guardedLookup(allowLocal, plain, (_, __, callback) => {
          callback(null, [{ address: '93.184.215.14', family: 4 }])
        }),
    }),
  })
  onTestFinished(async () => {
    await downloader.close()
    await proxy.close()
    server.close()
  })
  const partPath = join(await makeTempDir(), 'part')
  const { signal } = new AbortController()
  const outcome = await downloader.fetch({ kind: 'url', url }, { partPath, allowLocal, signal })
  return { outcome, asked: proxy.asked }
}

describe.each([
  ['a public service', false],
  ['a service on this computer', true],
])('of %s', (_, allowLocal) => {
  test.each([
    ['over TLS, where its host has it or not', 'http://files.example/a.png', 'reread', ['files.example:443']],
    ['nowhere where it names a port', 'http://files.example:8080/a.png', 'never', []],
    ['nowhere where it names a number', 'http://93.184.215.14/a.png', 'never', []],
  ])('asks for a file at a plain address %s', async (__, url, next, asks) => {
    const { outcome, asked } = await fetchPlain(url, allowLocal)
    const failure = { id: 'results.refused.unsafeProtocol' }
    expect(outcome).toMatchObject({ kind: 'problem', next, failure })
    expect(asked).toEqual(asks)
  })
})

test('leaves a name to the proxy that nobody here knows, as where it alone has names of the outside', async () => {
  const { outcome, path, asked } = await fetchWhere(null)
  expect(outcome).toMatchObject({ kind: 'file' })
  expect((await readFile(path)).equals(PNG)).toBe(true)
  expect(asked).toEqual(['files.example:80'])
})
