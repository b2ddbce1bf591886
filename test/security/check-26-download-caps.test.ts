/** Check 26: a download has a largest size, a slowest speed and a largest growth when it is unpacked. */
import { existsSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { noiseImage, sha256 } from '#test/stand-ins/hostile-content.ts'
import { fetchFrom, serve } from '#test/stand-ins/downloads.ts'

const BYTES = noiseImage(1, 200_000)

/** Sends a piece again and again, one every `everyMs`, until nobody listens. */
function endless(first: Uint8Array, piece: Uint8Array, everyMs = 0): FaultyResponse {
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
  const slow: FaultyResponse = {
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
  const lived = await fetchFrom(slow, { graceMs: 1_000, slowestBytesPerSecond: 10_000 })
  expect(lived.result).toMatchObject({ kind: 'file', sha256: sha256(BYTES) })
})

test('keeps nothing of a body that is packed so that it grows without measure', async () => {
  const image = noiseImage(1, 1_000)
  const bomb = gzipSync(Buffer.concat([image, Buffer.alloc(30_000_000)]))
  const { result, partPath } = await fetchFrom(serve(bomb, { 'content-encoding': 'gzip' }), {
    freeDecodedBytes: 1_000_000,
  })
  expect(result).toMatchObject({ kind: 'problem', next: 'never', failure: { code: 'unsafe_content' } })
  expect(existsSync(partPath)).toBe(false)
})
