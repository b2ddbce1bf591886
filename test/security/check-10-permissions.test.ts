/** Check 10: every permission is denied, asked for or checked, to the page as to anybody else. */
import { beforeEach, expect, test, vi } from 'vitest'
import { session as electronSession } from 'electron'
import { createDesktopShell } from '#adapters/electron/shell.ts'
import { denyPermissions } from '#hosts/desktop/window/navigation.ts'
import { resetElectron, session, standIn } from '#test/stand-ins/electron.ts'
import { readSources } from './sources.ts'

beforeEach(resetElectron)

const PERMISSIONS = [
  ...'clipboard-sanitized-write clipboard-read media display-capture mediaKeySystem geolocation'.split(' '),
  ...'notifications midi midiSysex pointerLock keyboardLock fullscreen idle-detection'.split(' '),
  ...'speaker-selection storage-access top-level-storage-access window-management fileSystem hid'.split(' '),
  ...'serial usb openExternal unknown'.split(' '),
]

test.each(PERMISSIONS)('denies %s to everybody', (permission) => {
  denyPermissions(electronSession.defaultSession)
  const { permissionRequest, permissionCheck, devicePermission } = session.defaultSession
  for (const requestingUrl of ['atelier://app/', 'https://evil.example/', '']) {
    const answer = vi.fn<(granted: boolean) => void>()
    permissionRequest?.(null, permission, answer, { requestingUrl, isMainFrame: true })
    expect(answer.mock.calls).toEqual([[false]])
    expect(permissionCheck?.(null, permission, requestingUrl, {})).toBe(false)
    expect(devicePermission?.({ deviceType: permission, origin: requestingUrl })).toBe(false)
  }
})

test('the handlers are there before the window is', () => {
  const host = readSources().find(({ path }) => path === 'electron/hosts/desktop/start-desktop-host.ts')
  const [denied, opened] = [
    host?.text.indexOf('denyPermissions(session') ?? -1,
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
