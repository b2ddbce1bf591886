/** Check 7: no web contents leaves the page, is redirected, opens a window or embeds another page. */
import { beforeEach, expect, test, vi } from 'vitest'
import type { WebContents } from 'electron'
import { lockNavigation } from '#hosts/desktop/window/navigation.ts'
import { createWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { createMemorySettings } from '#test/stand-ins/core-options.ts'

beforeEach(resetElectron)

function lockedContents() {
  const window = createWindow({ settings: createMemorySettings(), preload: '/p.cjs', devTools: false })
  const contents: WebContents = window.webContents
  lockNavigation(contents)
  const stand = BrowserWindow.last?.webContents
  if (!stand) throw new Error('no window')
  return stand
}

function isDenied(name: string, details: object): boolean {
  const preventDefault = vi.fn<() => void>()
  lockedContents().emit(name, { preventDefault, ...details })
  return preventDefault.mock.calls.length === 1
}

const ADDRESSES = [
  'https://evil.example/',
  'https://github.com/',
  'http://127.0.0.1:8080/',
  'file:///etc/passwd',
  'data:text/html,x',
  'javascript:alert(1)',
  'about:blank',
  '',
  'atelier://evil/',
  'atelier://app.evil/',
  'atelier://user@app/',
  'atelier://app:1/',
  'atelier://app/media/a1',
  'atelier://app/inputs/i1',
]

test.each(['will-navigate', 'will-frame-navigate'])('denies leaving the page (%s)', (name) => {
  const allowed = ADDRESSES.filter((url) => !isDenied(name, { url, isMainFrame: true }))
  expect(allowed).toEqual([])
})

test('lets the page load itself again, but in no frame', () => {
  expect(isDenied('will-navigate', { url: 'atelier://app/', isMainFrame: true })).toBe(false)
  expect(isDenied('will-navigate', { url: 'atelier://app/#/queue', isMainFrame: true })).toBe(false)
  expect(isDenied('will-frame-navigate', { url: 'atelier://app/', isMainFrame: false })).toBe(true)
})

test('denies every redirect and every embedded page', () => {
  expect(isDenied('will-redirect', { url: 'atelier://app/', isMainFrame: true })).toBe(true)
  expect(isDenied('will-attach-webview', {})).toBe(true)
})

test('opens no window, and in the browser only what is known', () => {
  const { openHandler } = lockedContents()
  const open = (url: string) => openHandler?.({ url })
  for (const url of [...ADDRESSES, 'https://github.com/a?b']) expect(open(url)).toEqual({ action: 'deny' })
  expect(standIn.opened).toEqual(['https://github.com/', 'https://github.com/a?b'])
})
