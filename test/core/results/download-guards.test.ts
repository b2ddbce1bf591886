/** What a download may cost and what it may bring: caps on bytes, time and packing, and what is set aside. */
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createDownloader, type DownloadOptions } from '#core/results/download.ts'
import { DOWNLOAD_LIMITS, type DownloadLimits } from '#core/results/download-limits.ts'
import { quarantine } from '#core/results/quarantine.ts'
import type { Answer } from '#test/stand-ins/faulty-answers.ts'
import { noisePicture, sha256 } from '#test/stand-ins/hostile-content.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const BYTES = noisePicture(1, 200_000)

async function fetchFrom(
  answer: Answer,
  limits: Partial<DownloadLimits> = {},
  more: Partial<DownloadOptions> = {},
) {
  const service = await openFaultyService()
  service.always('file', answer)
  const partPath = join(await makeTempDir(), 'x.part')
  const downloader = createDownloader({ limits })
  try {
    const { signal } = new AbortController()
    const url = `${service.baseUrl}/files/x`
    const result = await downloader.fetch(
      { kind: 'url', url },
      { partPath, allowLocal: true, signal, ...more },
    )
    return { result, partPath, service }
  } finally {
    await downloader.close()
  }
}

function serve(bytes: Uint8Array, headers: Record<string, string> = {}): Answer {
  return { name: '200', give: ({ response }) => void response.writeHead(200, headers).end(bytes) }
}

/** Sends a piece again and again, one every `everyMs`, until nobody listens. */
function endless(first: Uint8Array, piece: Uint8Array, everyMs = 0): Answer {
  return {
    name: 'endless',
    give: ({ response }) => {
      response.writeHead(200).write(first)
      const timer = setInterval(() => response.write(piece), everyMs)
      response.on('close', () => clearInterval(timer))
    },
  }
}

test.each([
  ['whose length is told', serve(BYTES)],
  ['that does not end', endless(BYTES.subarray(0, 1_000), Buffer.alloc(20_000))],
])('keeps no file beyond the largest size, %s', async (_, answer) => {
  const { result, partPath } = await fetchFrom(answer, { largestBytes: 100_000 })
  expect(result).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unsafe_content' } })
  expect(existsSync(partPath)).toBe(false)
})

test('does not begin to fetch a file that is told to be too large', async () => {
  const { result } = await fetchFrom(
    {
      name: 'head alone',
      give: ({ response }) => response.writeHead(200, { 'content-length': 200_000 }).flushHeaders(),
    },
    { largestBytes: 100_000, silenceMs: 5_000 },
  )
  expect(result).toMatchObject({ kind: 'problem', next: 'never' })
})

test('follows a few redirects and no more', async () => {
  const { result, service } = await fetchFrom({
    name: 'redirects without end',
    give: ({ request, response }) => void response.writeHead(302, { location: request.url ?? '' }).end(),
  })
  expect(result).toMatchObject({ kind: 'problem', next: 'reread' })
  expect(service.ledger).toHaveLength(6)
})

test('gives up on a page that does not end long before the largest size', async () => {
  const page = endless(Buffer.from('<html>'), Buffer.alloc(20_000, 'x'))
  const { result } = await fetchFrom(page, { largestRefusedBytes: 50_000 })
  expect(result).toMatchObject({ kind: 'problem', next: 'never' })
})

test('ends a download that drips, and lets one live that is slow and moves', async () => {
  const drip = endless(BYTES.subarray(0, 10), Buffer.alloc(1), 10)
  const dripped = await fetchFrom(drip, { graceMs: 150, slowestBytesPerSecond: 10_000, mostResumes: 0 })
  expect(dripped.result).toMatchObject({ kind: 'problem', next: 'wait' })
  let sent = 0
  const slow: Answer = {
    name: 'slow',
    give: ({ response }) => {
      response.writeHead(200, { 'content-length': BYTES.length })
      const timer = setInterval(() => {
        response.write(BYTES.subarray(sent, (sent += 8_000)))
        if (sent < BYTES.length) return
        clearInterval(timer)
        response.end()
      }, 10)
    },
  }
  const lived = await fetchFrom(slow, { graceMs: 150, slowestBytesPerSecond: 10_000 })
  expect(lived.result).toMatchObject({ kind: 'file', sha256: sha256(BYTES) })
})

test('lets whatever moves at a kilobyte a second live', () => {
  expect(DOWNLOAD_LIMITS.slowestBytesPerSecond).toBeLessThanOrEqual(1_024)
})

test.each([
  ['gzip', gzipSync(BYTES)],
  ['x-gzip', gzipSync(BYTES)],
  ['deflate', deflateSync(BYTES)],
  ['br', brotliCompressSync(BYTES)],
  ['zstd', zstdCompressSync(BYTES)],
])('unpacks a body that came as %s unasked, and hashes what was in it', async (encoding, packed) => {
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

test('keeps nothing of a body that is packed so that it grows without measure', async () => {
  const picture = noisePicture(1, 1_000)
  const bomb = gzipSync(Buffer.concat([picture, Buffer.alloc(30_000_000)]))
  const { result, partPath } = await fetchFrom(serve(bomb, { 'content-encoding': 'gzip' }), {
    freeDecodedBytes: 1_000_000,
  })
  expect(result).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unsafe_content' } })
  expect(existsSync(partPath)).toBe(false)
})

test.each([
  ['a Windows program', 'MZ\u0090 and so on', 'never', 'quarantine'],
  ['a script', '#!/bin/sh\nrm -rf /', 'never', 'quarantine'],
  ['an archive', 'PK\u0003\u0004 and so on', 'never', 'quarantine'],
  ['a web page', '<!doctype html><script>alert(1)</script>', 'reread', 'expired'],
])('sets %s aside, unopened, with the reason beside it', async (_, text, next, word) => {
  const bytes = Buffer.from(text, 'latin1')
  const folder = join(await makeTempDir(), 'quarantine')
  const { result, partPath } = await fetchFrom(
    serve(bytes, { 'content-type': 'image/png' }),
    {},
    {
      setAside: (file) =>
        quarantine(folder, file, { taskId: 'task-1', at: 5, sourceUrl: 'https://a.example/x' }),
    },
  )
  const message = expect.stringContaining(word) as string
  expect(result).toMatchObject({ next, failure: { code: 'unsafe_content', charged: 'yes', message } })
  const path = join(folder, `${sha256(bytes)}.bin`)
  expect(await readFile(path)).toEqual(bytes)
  expect((await stat(path)).mode & 0o111).toBe(0)
  expect(JSON.parse(await readFile(path.replace('.bin', '.json'), 'utf8'))).toMatchObject({
    sha256: sha256(bytes),
    sizeBytes: bytes.length,
    taskId: 'task-1',
    sourceUrl: 'https://a.example/x',
  })
  expect(existsSync(partPath)).toBe(false)
})

const broken = BYTES.subarray(0, 150_000)
test.each<[string, readonly Answer[], string]>([
  ['its server says another length at the second time', [serve(broken), serve(BYTES)], 'reread'],
  ['nothing told its end but the connection', [untold(broken)], 'reread'],
])('does not keep a file that breaks off where %s', async (_, answers, next) => {
  const script = [...answers]
  const { result } = await fetchFrom({
    name: 'one after the other',
    give: (at) => (script.length > 1 ? script.shift() : script[0])?.give(at),
  })
  expect(result).toMatchObject({ kind: 'problem', next })
})

test('keeps a file that seems to break off where its server says twice that this is all of it', async () => {
  const { result } = await fetchFrom(serve(broken))
  expect(result).toMatchObject({
    kind: 'file',
    sizeBytes: broken.length,
    doubt: expect.stringContaining('break off'),
  })
})

test('keeps the beginning of a file with a strong tag where nothing told its end but the connection', async () => {
  const { result, partPath } = await fetchFrom(untold(broken, { etag: '"one"' }))
  expect(result).toMatchObject({ kind: 'problem', next: 'wait' })
  expect(await readFile(partPath)).toEqual(broken)
})

function untold(bytes: Uint8Array, headers: Record<string, string> = {}): Answer {
  return {
    name: 'until the connection ends',
    give: ({ response }) => {
      response.useChunkedEncodingByDefault = false
      response.shouldKeepAlive = false
      response.writeHead(200, headers).end(bytes)
    },
  }
}

test('takes a connection that a firewall refuses for no refusing disk', async () => {
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
