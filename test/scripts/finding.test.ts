import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { findChromium } from '../../electron/scripts/testing/chromium.ts'
import { runtimePath } from '../../electron/scripts/desktop-runtime.ts'
import { hashSources } from '../../electron/scripts/build/sources.ts'
import { readyUrl } from '../../electron/scripts/start.ts'

/** A folder with these files, each of them a program. */
function folderWith(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'atelier-finding-'))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    chmodSync(join(root, path), 0o755)
  }
  return root
}

test("finds Electron's runtime beside its package or where the environment says", () => {
  const complete = folderWith({ 'path.txt': 'electron', 'dist/electron': '' })
  const unfetched = folderWith({ 'package.json': '{}' })
  const elsewhere = folderWith({ electron: '', 'electron.exe': '' })
  expect(runtimePath(complete, {})).toBe(join(complete, 'dist', 'electron'))
  expect(runtimePath(unfetched, {})).toBeNull()
  expect(runtimePath(folderWith({ 'path.txt': 'electron' }), {})).toBeNull()
  expect(runtimePath(complete, { ELECTRON_OVERRIDE_DIST_PATH: elsewhere })).toBe(join(elsewhere, 'electron'))
  expect(runtimePath(complete, { ELECTRON_OVERRIDE_DIST_PATH: unfetched })).toBeNull()
})

test('finds Chromium where each system keeps its programs', () => {
  const linux = folderWith({ 'a/google-chrome': '', 'b/chromium': '' })
  const path = `${join(linux, 'a')}:${join(linux, 'b')}`
  expect(findChromium('linux', { PATH: path })).toBe(join(linux, 'b', 'chromium'))
  expect(findChromium('linux', { PATH: join(linux, 'c') })).toBeNull()
  const windows = folderWith({ 'Google/Chrome/Application/chrome.exe': '' })
  expect(findChromium('win32', { PROGRAMFILES: windows })).toBe(
    join(windows, 'Google/Chrome/Application/chrome.exe'),
  )
})

test('sources differ by content and name, not by anything else', () => {
  const hash = (files: Readonly<Record<string, string>>) =>
    hashSources(folderWith(files), ['source', 'one.json'])
  const first = hash({ 'source/a.ts': 'a', 'source/deep/b.ts': 'b', 'one.json': '{}' })
  expect(hash({ 'one.json': '{}', 'source/deep/b.ts': 'b', 'source/a.ts': 'a', 'other.ts': 'c' })).toBe(first)
  expect(hash({ 'source/a.ts': 'ab', 'source/deep/b.ts': '', 'one.json': '{}' })).not.toBe(first)
  expect(hash({ 'source/a.ts': 'a', 'source/deep/c.ts': 'b', 'one.json': '{}' })).not.toBe(first)
})

test("reads the address from the host's ready line and from nothing else", () => {
  const url = 'http://127.0.0.1:4000/?token=a'
  expect(readyUrl(JSON.stringify({ ready: true, url, pid: 1 }))).toBe(url)
  expect(['', 'ready', 'null', '{"ready":false,"url":"a"}', '{"ready":true}'].map(readyUrl)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})
