/** Checks 23, 25 and 26: what the bytes of a result may be and cost. */
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { download } from '#core/results/download/download.ts'
import { quarantine } from '#core/results/download/quarantine.ts'
import { sniff } from '#core/results/sniff.ts'
import { bytes, noiseImage, pixelBomb, sha256 } from '#test/stand-ins/hostile-content.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import type { FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { fetchFrom, serve } from '#test/stand-ins/downloads.ts'
import { openTestLibrary } from '../core/library/fixtures.ts'

/** The bytes of a file say what it is; what is not what it should be is set aside, unopened. */
describe('23 magic bytes decide the type', () => {
  test.each([
    ['<!DOCTYPE html><html>'],
    ['\n  <html lang="en">'],
    ['<head><title>x</title>'],
    ['<script>alert(1)</script>'],
    ['<Error><Code>AccessDenied</Code></Error>'],
    ['<?xml version="1.0"?><Error/>'],
    ['\uFEFF<!doctype html>'],
  ])('takes %j for a web page', async (text) => {
    expect(await sniff(Buffer.from(text, 'utf8'))).toEqual({ kind: 'web_page' })
  })

  test.each([
    ['nothing', bytes('')],
    ['a Windows program', bytes('MZ', [0x90, 0, 3])],
    ['a Linux program', bytes([0x7f], 'ELF', [2, 1, 1])],
    ['a macOS program', bytes([0xcf, 0xfa, 0xed, 0xfe, 7])],
    ['a script', bytes('#!/bin/sh\nrm -rf /')],
    ['an archive', bytes('PK', [3, 4], 'x'.repeat(40))],
    ['a PDF', bytes('%PDF-1.7\n')],
    ['noise', bytes([0, 1, 2, 3, 0xfe, 0xff, 9, 8, 7])],
  ])('refuses %s', async (_, head) => {
    expect(await sniff(head)).toMatchObject({ kind: 'refused', what: expect.any(String) })
  })

  test.each([
    ['a Windows program', 'MZ\u0090 and so on', 'never', 'quarantine'],
    ['a script', '#!/bin/sh\nrm -rf /', 'never', 'quarantine'],
    ['an archive', 'PK\u0003\u0004 and so on', 'never', 'quarantine'],
    ['a web page', '<!doctype html><script>alert(1)</script>', 'reread', 'expired'],
  ])('sets %s aside, unopened, with the reason beside it', async (_, text, next, word) => {
    const bytes = Buffer.from(text, 'latin1')
    const folder = join(await makeTempDir(), 'quarantine')
    const service = await openFaultyService()
    service.always('file', {
      name: '200',
      give: ({ response }) => void response.writeHead(200, { 'content-type': 'image/png' }).end(bytes),
    })
    const partPath = join(folder, '..', 'x.part')
    const result = await download(
      { kind: 'url', url: `${service.baseUrl}/files/x` },
      {
        partPath,
        allowLocal: true,
        signal: new AbortController().signal,
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
})

/** An image is measured before it is decoded, and not decoded where its pixels or frames would fill the memory. */
describe('25 decoding caps', () => {
  test('14,000 x 14,000 pixels are measured, kept, and never decoded', async () => {
    const { library, addBytes } = await openTestLibrary()
    const bomb = pixelBomb(14_000)
    expect(bomb.byteLength).toBeLessThan(700_000)
    const asset = await addBytes(bomb)
    expect(asset).toMatchObject({ width: 14_000, height: 14_000, sizeBytes: bomb.byteLength })
    const record = library.find(asset.id)
    expect(record).toMatchObject({ width: 14_000 })
    expect(record && (await library.thumbnails.ensure(record))).toBeNull()
  })

  test('refuses such an image as an input, and says its size', async () => {
    const app = await openTestApp()
    const result = await app.app.addInput('fox.png', pixelBomb(14_000))
    expect(result.ok ? '' : result.error.message).toMatch(/14000 × 14000/)
  })
})

/** A download has a largest size, a slowest speed and a largest growth when it is unpacked. */
describe('26 download caps', () => {
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
})
