/** Checks 21, 23, 25 and 26: what of a result may reach the disk, by its name, its bytes and its cost. */
import { followedBy, message } from '#contract/messages/message.ts'
import { notKept, type NotKept } from '#core/results/download/problem.ts'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { download, type DownloadOptions } from '#core/results/download/download.ts'
import { quarantine } from '#core/results/download/quarantine.ts'
import { clearLeftoverParts } from '#core/media/part-state.ts'
import { sniff } from '#core/media/sniff.ts'
import { bytes, noiseImage, pixelBomb, sha256 } from '#test/stand-ins/hostile-content.ts'
import { makeDirOnOtherDisk } from '#test/stand-ins/other-disk.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import type { FaultyResponse } from '#test/stand-ins/faulty-responses.ts'
import { fetchFrom, serve } from '#test/stand-ins/downloads.ts'
import { openTestLibrary } from '../core/library/fixtures.ts'
import { createNameClaims, safeStem } from '#core/library/exchange/file-names.ts'
import { openMediaFolder } from '#core/library/assets/media-folder.ts'

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

  test.each<[string, string, string, NotKept | 'web_page']>([
    ['a Windows program', 'MZ\u0090 and so on', 'never', 'windowsProgram'],
    ['a script', '#!/bin/sh\nrm -rf /', 'never', 'script'],
    ['an archive', 'PK\u0003\u0004 and so on', 'never', 'application/zip'],
    ['a web page', '<!doctype html><script>alert(1)</script>', 'reread', 'web_page'],
  ])('sets %s aside, unopened, with the reason beside it', async (_, text, next, what) => {
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
    const said =
      what === 'web_page'
        ? message('results.webPage')
        : followedBy(notKept(what), message('results.quarantined'))
    expect(result).toMatchObject({ next, failure: { code: 'unsafe_content', charged: 'yes', ...said } })
    const path = join(folder, `${sha256(bytes)}.bin`)
    expect(await readFile(path)).toEqual(bytes)
    expect((await stat(path)).mode & 0o111).toBe(0)
    expect(JSON.parse(await readFile(path.replace('.bin', '.json'), 'utf8'))).toMatchObject({
      sha256: sha256(bytes),
      sizeBytes: bytes.length,
      what,
      taskId: 'task-1',
      sourceUrl: 'https://a.example/x',
    })
    expect(existsSync(partPath)).toBe(false)
  })
})

/** What was paid for and is refused is on disk whatever becomes of the quarantine, and the reason says where. */
describe('23 a quarantine that takes nothing', () => {
  const PROGRAM = Buffer.from('MZ\u0090 and so on', 'latin1')
  const setAsideIn = async (folder: string) => {
    const setAside: DownloadOptions['setAside'] = (file) =>
      quarantine(folder, file, { taskId: 'task-1', at: 5 })
    const { result, partPath } = await fetchFrom(serve(PROGRAM), {}, { setAside })
    return { result, folder: dirname(partPath) }
  }

  test('on another disk is copied to', async (context) => {
    const disk = await makeDirOnOtherDisk()
    if (disk === null) return context.skip('no other disk here')
    const folder = join(await makeTempDir(), 'quarantine')
    await symlink(disk, folder)
    const { result, folder: parts } = await setAsideIn(folder)
    expect(result).toMatchObject({ next: 'never', failure: { also: [message('results.quarantined')] } })
    expect(await readFile(join(disk, `${sha256(PROGRAM)}.bin`))).toEqual(PROGRAM)
    expect((await readdir(disk)).toSorted()).toEqual(
      ['bin', 'json'].map((end) => `${sha256(PROGRAM)}.${end}`),
    )
    expect(await readdir(parts)).toEqual([])
  })

  test('leaves the file where it arrived, and a start does not clean it away', async () => {
    const folder = join(await makeTempDir(), 'quarantine')
    await writeFile(folder, 'a file in place of the folder')
    const { result, folder: parts } = await setAsideIn(folder)
    const name = `${sha256(PROGRAM)}.refused`
    const where = message('results.notQuarantined', { place: `media/${basename(parts)}/${name}` })
    expect(result).toMatchObject({ next: 'never', failure: { also: [where] } })
    await clearLeftoverParts(parts, Date.now())
    expect(await readdir(parts)).toEqual([name])
    expect(await readFile(join(parts, name))).toEqual(PROGRAM)
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
    expect(result.ok ? '' : result.error.message).toMatch(/14,000 × 14,000/)
  })
})

/** A download has a largest size, a slowest speed and a largest growth when it is unpacked. */
describe('26 download caps', () => {
  const BYTES = noiseImage(1, 200_000)

  /** Sends a piece again and again, one every `everyMs`, until nobody listens. */
  function endless(first: Uint8Array, chunk: Uint8Array, everyMs = 0): FaultyResponse {
    return {
      name: 'endless',
      give: ({ response }) => {
        response.writeHead(200).write(first)
        const timer = setInterval(() => response.write(chunk), everyMs)
        response.on('close', () => clearInterval(timer))
      },
    }
  }

  test.each([
    ['whose length is told', serve(BYTES)],
    ['that does not end', endless(BYTES.subarray(0, 1_000), Buffer.alloc(20_000))],
  ])('keeps no file beyond the largest size, %s', async (_, response) => {
    const { result, partPath } = await fetchFrom(response, { largestBytes: 100_000 })
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

  test('takes a file of no known kind up to the largest size: it was paid for', async () => {
    const file = bytes([0, 1, 2, 3], 'x'.repeat(60_000))
    const kept: number[] = []
    await fetchFrom(
      serve(file),
      { largestRefusedBytes: 50_000 },
      {
        setAside: async ({ sizeBytes }) => {
          kept.push(sizeBytes)
          return message('results.quarantined')
        },
      },
    )
    expect(kept).toEqual([file.length])
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

/** Names on disk are generated, or made harmless: climbing, devices, trailing dots, turned direction, length, NUL. */
describe('21 names on disk generated', () => {
  const NASTY: readonly (readonly [what: string, text: string, stem: string])[] = [
    ['climbing', '../../etc/passwd', 'etc-passwd'],
    ['climbing on Windows', String.raw`..\..\boot.ini`, 'boot.ini'],
    ['dots alone', '..', 'asset'],
    ['a dot', '.', 'asset'],
    ['nothing', '', 'asset'],
    ['spaces alone', ' \t\u00A0 ', 'asset'],
    ['an absolute path', '/root/fox', 'root-fox'],
    ['a drive', String.raw`C:\fox`, 'C-fox'],
    ['a stream of NTFS', 'fox.txt:hidden', 'fox.txt-hidden'],
    ['a device', 'CON', '_CON'],
    ['a device with an extension', 'con.tar', '_con.tar'],
    ['a device before a space', 'nul .x', '_nul .x'],
    ['a numbered device', 'LPT\u00B9', '_LPT\u00B9'],
    ['the console', 'CONIN$', '_CONIN$'],
    ['no device', 'console', 'console'],
    ['a trailing dot', 'fox.', 'fox'],
    ['trailing dots and spaces', 'fox. . ', 'fox'],
    ['a hidden file', '.bashrc', 'bashrc'],
    ['what looks like an option', '-rf fox', 'rf fox'],
    ['what looks like a home', '~fox', 'fox'],
    ['a turned direction', 'fox\u202Egnp.exe', 'foxgnp.exe'],
    ['isolates and marks', 'f\u2066o\u2069x\u200E\u200F\u061C', 'fox'],
    ['a NUL', 'fox\0.png', 'fox.png'],
    ['controls', 'f\u0001o\u001B[31mx\u007F\u0085', 'fo[31mx'],
    ['lines', 'a fox\r\nin\u2028snow', 'a fox in snow'],
    ['what systems reserve', 'a<b>c:d"e/f|g?h*i', 'a-b-c-d-e-f-g-h-i'],
    ['half a character', 'fox\uD83E', 'fox'],
    ['a noncharacter', 'fox\uFFFE\uFFFF', 'fox'],
    ['an unseen beginning', '\uFEFF\u200Bfox', 'fox'],
    ['parts that compose', 'cafe\u0301', 'caf\u00E9'],
    ['joined emoji', '\u{1F469}\u200D\u{1F680} fox', '\u{1F469}\u200D\u{1F680} fox'],
    ['another script', '雪の中の狐', '雪の中の狐'],
    ['a shell', '$(rm -rf ~); `id` & fox', '$(rm -rf ~); `id` & fox'],
  ]

  test.each(NASTY)('makes a name that is safe everywhere out of %s', (_what, text, stem) => {
    expect(safeStem(text)).toBe(stem)
  })

  test('every name can be made as a file, alone in its folder', async () => {
    const dir = join(await makeTempDir(), 'inside')
    await mkdir(dir)
    const claims = createNameClaims()
    const names = NASTY.map(([, text]) => `${claims.claim(safeStem(text))}.png`)
    for (const name of names) await writeFile(join(dir, name), name)
    expect((await readdir(dir)).toSorted()).toEqual(names.toSorted())
  })

  test('cuts a long text between characters, far below what any system allows', () => {
    expect(safeStem('x'.repeat(300))).toBe('x'.repeat(110))
    expect(safeStem('狐'.repeat(300))).toBe('狐'.repeat(36))
    const family = '\u{1F468}\u200D\u{1F469}\u200D\u{1F466}'
    expect(safeStem(family.repeat(50))).toBe(family.repeat(6))
    expect(safeStem(`${'x'.repeat(109)}. fox`)).toBe('x'.repeat(109))
  })

  test('a file of the library is named by its hash, whatever its name was', async () => {
    const media = await openMediaFolder(await makeTempDir())
    for (const [, text] of NASTY) {
      expect(() => media.path(text, 'png')).toThrow('Not a SHA-256.')
      expect(dirname(media.partPath(text))).toBe(join(media.root, '.incoming'))
      expect(media.partPath(text)).toMatch(/[\\/][\w-]*\.part$/u)
    }
  })
})
