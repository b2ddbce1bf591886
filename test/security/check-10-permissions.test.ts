/** Check 10: every permission is denied, asked for or checked, to the page as to anybody else; but the page may fill the screen. */
import { beforeEach, expect, test, vi } from 'vitest'
import { session as electronSession } from 'electron'
import { createDesktopShell } from '#adapters/electron/shell.ts'
import { limitPermissions } from '#hosts/desktop/window/navigation.ts'
import { resetElectron, session, standIn } from '#test/stand-ins/electron.ts'
import { readSources } from './sources.ts'

beforeEach(resetElectron)

const PERMISSIONS = [
  ...'clipboard-sanitized-write clipboard-read media display-capture mediaKeySystem geolocation'.split(' '),
  ...'notifications midi midiSysex pointerLock keyboardLock automatic-fullscreen idle-detection'.split(' '),
  ...'speaker-selection storage-access top-level-storage-access window-management fileSystem hid'.split(' '),
  ...'serial usb openExternal unknown'.split(' '),
]

/** What the handlers say to a request and to a check. */
function answersTo(permission: string, requestingUrl: string, isMainFrame = true) {
  limitPermissions(electronSession.defaultSession)
  const { permissionRequest, permissionCheck } = session.defaultSession
  const answer = vi.fn<(granted: boolean) => void>()
  const details = { requestingUrl, isMainFrame }
  permissionRequest?.(null, permission, answer, details)
  return [answer.mock.calls, permissionCheck?.(null, permission, requestingUrl, details)]
}

const DENIED = [[[false]], false]

test.each(PERMISSIONS)('denies %s to everybody', (permission) => {
  for (const requestingUrl of ['atelier://app/', 'https://evil.example/', '']) {
    expect(answersTo(permission, requestingUrl)).toEqual(DENIED)
    const { devicePermission } = session.defaultSession
    expect(devicePermission?.({ deviceType: permission, origin: requestingUrl })).toBe(false)
  }
})

test('lets the page itself fill the screen, and nobody else', () => {
  expect(answersTo('fullscreen', 'atelier://app/')).toEqual([[[true]], true])
  expect(answersTo('fullscreen', 'atelier://app/', false)).toEqual(DENIED)
  for (const address of [
    'https://evil.example/',
    'atelier://other/',
    'atelier://user@app/',
    'about:blank',
    '',
  ])
    expect(answersTo('fullscreen', address)).toEqual(DENIED)
  limitPermissions(electronSession.defaultSession)
  expect(session.defaultSession.permissionCheck?.(null, 'fullscreen', '', { isMainFrame: true })).toBe(false)
})

test('the handlers are there before the window is', () => {
  const host = readSources().find(({ path }) => path === 'electron/hosts/desktop/start-desktop-host.ts')
  const [denied, opened] = [
    host?.text.indexOf('limitPermissions(session') ?? -1,
    host?.text.indexOf('createWindow({') ?? -1,
  ]
  expect(denied > 0 && denied < opened).toBe(true)
})

test('copying goes through the host instead', async () => {
  const { copyText, copyImage } = createDesktopShell(() => null)
  await copyText?.('a red fox')
  await copyImage?.(new Uint8Array([1, 2]))
  expect(standIn.copied).toEqual(['a red fox', { 'image/png': expect.any(Blob) }])
})
