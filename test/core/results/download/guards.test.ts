/** What a download may cost and bring: compressed, slow and truncated bodies. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDownloader } from '#core/results/download/download.ts'
import { DOWNLOAD_LIMITS } from '#core/results/download/limits.ts'
import type { FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { fetchFrom, serve } from '#test/stand-ins/downloads.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

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
])('keeps no truncated file where %s', async (_, answers, next) => {
  const script = [...answers]
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
    warning: expect.stringContaining('truncated'),
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
