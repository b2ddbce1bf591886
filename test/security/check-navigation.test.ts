/** Checks 7, 8, 9 and 10: where the page may go, what it may open and what it may ask for. */
import { beforeEach, describe, expect, test, vi, onTestFinished } from 'vitest'
import { session as electronSession, type WebContents } from 'electron'
import { limitPermissions, lockNavigation, openExternal } from '#hosts/desktop/window/navigation.ts'
import { createWindow } from '#hosts/desktop/window/window.ts'
import { BrowserWindow, resetElectron, session, standIn } from '#test/stand-ins/electron.ts'
import { createMemorySettings, coreOptions } from '#test/stand-ins/core-options.ts'
import { createDesktopShell } from '#adapters/electron/shell.ts'
import { findNodes, type Node, parseSource, readSources, wordOf } from './sources.ts'
import { join } from 'node:path'
import sharp from 'sharp'
import { openApp } from '#core/open-app.ts'
import type { Shell } from '#core/ports/shell.ts'
import { createManualClock } from '#test/stand-ins/manual-clock.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

/** No web contents leaves the page, is redirected, opens a window or embeds another page. */
describe('07 navigation denied', () => {
  function lockedContents() {
    const { window } = createWindow({
      settings: createMemorySettings(),
      preload: '/p.cjs',
      devTools: false,
      clock: createManualClock(),
    })
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
})

/** One place hands addresses to the system: https alone, and to known hosts. */
describe('08 one place opens addresses outside', () => {
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

  const isHandingOver = (node: Node): boolean =>
    node.type === 'MemberExpression' && wordOf(node['property']) === 'openExternal'

  test('has one place that does', () => {
    expect(findNodes(readSources(), isHandingOver)).toEqual([
      'electron/hosts/desktop/window/navigation.ts: void shell.openExternal(url.href).catch(() => undefined)',
    ])
  })

  test.each(["shell.openExternal('https://a.example')", "shell['openExternal'](url)"])('sees %s', (text) => {
    expect(findNodes([parseSource('a.ts', text)], isHandingOver)).toHaveLength(1)
  })
})

/** Every permission is denied, asked for or checked, to the page as to anybody else; but the page may fill the screen. */
describe('10 permissions denied', () => {
  const PERMISSIONS = [
    ...'clipboard-sanitized-write clipboard-read media display-capture mediaKeySystem geolocation'.split(' '),
    ...'notifications midi midiSysex pointerLock keyboardLock automatic-fullscreen idle-detection'.split(' '),
    ...'speaker-selection storage-access top-level-storage-access window-management fileSystem hid'.split(
      ' ',
    ),
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
    expect(session.defaultSession.permissionCheck?.(null, 'fullscreen', '', { isMainFrame: true })).toBe(
      false,
    )
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
    const { copyText, copyImage } = createDesktopShell(() => null, say)
    await copyText?.('a red fox')
    await copyImage?.(new Uint8Array([1, 2]))
    expect(standIn.copied).toEqual(['a red fox', { 'image/png': expect.any(Blob) }])
  })
})

/** What the system is asked to open, show or drag is named by an asset's id; paths come from the library alone. */
describe('09 paths are opened by asset id', () => {
  /** The core with a shell that keeps what it is asked to hand to the system, and one image in its library. */
  async function openWithShell() {
    const handed: string[] = []
    const shell: Shell = {
      reveal: async (path) => void handed.push(path),
      dragOut: async (paths) => void handed.push(...paths),
      copyImage: async (png) => void handed.push(`an image of ${(await sharp(png).metadata()).width} pixels`),
    }
    const dataDir = await makeTempDir()
    const opened = await openApp(
      coreOptions(dataDir, {
        shell,
        host: 'desktop',
        capabilities: ['reveal', 'dragOut'],
        clock: createManualClock(),
        random: () => 0.5,
      }),
    )
    if (!opened.ok) throw new Error(opened.error.id)
    const app = opened.data
    onTestFinished(() => app.close())
    const taken = await app.importFile({
      name: '../../evil.exe',
      body: new Blob([new Uint8Array(await makeImage(1))]).stream(),
    })
    if (!taken.ok) throw new Error(taken.error.message)
    const found = await app.call('library.query', {})
    const { items } = Object(found.ok ? found.data : {}) as {
      items: readonly { id: string; sha256: string }[]
    }
    return { app, dataDir, handed, asset: items[0] ?? { id: '', sha256: '' } }
  }

  test('hands on the file of an asset, under its generated name', async () => {
    const { app, dataDir, handed, asset } = await openWithShell()
    expect(await app.call('library.reveal', { id: asset.id })).toMatchObject({ ok: true })
    expect(await app.call('library.dragOut', { ids: [asset.id] })).toMatchObject({ ok: true })
    const path = join(dataDir, 'media', asset.sha256.slice(0, 2), `${asset.sha256}.png`)
    expect(await app.call('library.copyImage', { id: asset.id })).toMatchObject({ ok: true })
    expect(handed).toEqual([path, path, 'an image of 16 pixels'])
  })

  test('hands on nothing for what is no id', async () => {
    const { app, dataDir, handed, asset } = await openWithShell()
    const strangers = [
      '/etc/passwd',
      join(dataDir, 'library.db'),
      '..',
      'file:///etc/passwd',
      'C:\\Windows\\x.exe',
    ]
    const bent = [
      `${asset.id}\0`,
      `${asset.id}/../x`,
      ` ${asset.id}`,
      `media/${asset.id}`,
      asset.sha256,
      '__proto__',
      '',
    ]
    for (const id of [...strangers, ...bent]) {
      expect(await app.call('library.reveal', { id })).toMatchObject({ ok: false })
      expect(await app.call('library.dragOut', { ids: [id] })).toMatchObject({ ok: false })
      expect(await app.call('library.copyImage', { id })).toMatchObject({ ok: false })
    }
    expect(await app.call('library.reveal', { id: asset.id, path: '/etc/passwd' })).toMatchObject({
      ok: false,
    })
    expect(await app.call('library.reveal', { path: '/etc/passwd' })).toMatchObject({ ok: false })
    expect(handed).toEqual([])
  })

  /** `openPath` starts whatever belongs to a file, programs included: it is used nowhere. */
  const HANDS_OVER = /^(?:openPath|showItemInFolder|startDrag|setRepresentedFilename|addRecentDocument)$/u

  const isHandingOver = (node: Node): boolean =>
    node.type === 'MemberExpression' && HANDS_OVER.test(wordOf(node['property']))

  test('has one place for each way to hand a file over', () => {
    const places = findNodes(readSources(), isHandingOver).map((line) => line.split(': ')[0])
    expect(new Set(places)).toEqual(
      new Set([
        'electron/adapters/electron/shell.ts',
        'electron/hosts/desktop/shell/icons.ts',
        // What the system or its own dialog named, back to the system's list of what was opened last.
        'electron/hosts/desktop/shell/jump-list.ts',
      ]),
    )
    expect(places).toHaveLength(3)
  })

  test.each(['shell.openPath(path)', "shell['openPath'](path)"])('sees %s', (text) => {
    expect(findNodes([parseSource('a.ts', text)], isHandingOver)).toHaveLength(1)
  })
})
