import { beforeEach, expect, test, vi } from 'vitest'
import { session as electronSession, type WebContents } from 'electron'
import { openExternal } from '#hosts/desktop/external-links.ts'
import { denyPermissions, lockNavigation } from '#hosts/desktop/navigation.ts'
import { createWindow } from '#hosts/desktop/window.ts'
import { BrowserWindow, resetElectron, session, standIn } from '#test/stand-ins/electron.ts'
import { createMemorySettings } from '#test/stand-ins/memory-ports.ts'

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

test.each([
  'http://github.com/',
  'https://github.com.evil.example/',
  'https://evil.example/github.com',
  'https://user@github.com/',
  'https://github.com:8443/',
  'https://github.com@evil.example/',
  'file://github.com/x',
  'ms-settings:x',
  'not an address',
])('hands %s to nobody', (address) => {
  openExternal(address)
  expect(standIn.opened).toEqual([])
})

const PERMISSIONS = [
  'media',
  'geolocation',
  'notifications',
  'fullscreen',
  'clipboard-read',
  'usb',
  'openExternal',
  'unknown',
]

test('denies every permission but copying, and that to the page alone', () => {
  denyPermissions(electronSession.defaultSession)
  const { permissionRequest, permissionCheck, devicePermission } = session.defaultSession
  const ask = (permission: string, requestingUrl: string) => {
    const answer = vi.fn<(granted: boolean) => void>()
    permissionRequest?.(null, permission, answer, { requestingUrl })
    return answer.mock.calls[0]?.[0]
  }
  for (const permission of PERMISSIONS) {
    expect([
      permission,
      ask(permission, 'atelier://app/'),
      permissionCheck?.(null, permission, 'atelier://app/'),
    ]).toEqual([permission, false, false])
  }
  const copy = 'clipboard-sanitized-write'
  expect([ask(copy, 'atelier://app/'), permissionCheck?.(null, copy, 'atelier://app/')]).toEqual([true, true])
  expect([
    ask(copy, 'https://evil.example/'),
    permissionCheck?.(null, copy, 'https://evil.example/'),
  ]).toEqual([false, false])
  expect(devicePermission?.({})).toBe(false)
})
