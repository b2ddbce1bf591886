/** Check 23: the bytes of a file say what it is; what is not what it should be is set aside, unopened. */
import { existsSync } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { download } from '#core/results/download/download.ts'
import { quarantine } from '#core/results/download/quarantine.ts'
import { sniff } from '#core/results/sniff.ts'
import { sha256, bytes } from '#test/stand-ins/hostile-content.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

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
