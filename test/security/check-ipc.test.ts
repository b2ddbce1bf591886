/** Checks 3, 4 and 18: what lies between the page and the program. */
import { beforeEach, describe, expect, test } from 'vitest'
import { resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { registerScheme, servePage } from '#hosts/desktop/protocol.ts'
import { importsOf, parseSource, readSources, type Source } from './sources.ts'
import { connectFakeApp } from '../hosts/desktop/window/ipc-setup.ts'
import { say } from '#test/stand-ins/say.ts'

beforeEach(resetElectron)

/** `ipcMain` is touched in one file, `ipcRenderer` in the preload alone, and Electron is never taken as a whole. */
describe('03 one IPC wrapper', () => {
  const PLACES: Readonly<Record<string, string>> = {
    ipcMain: 'electron/hosts/desktop/window/ipc.ts',
    ipcRenderer: 'electron/hosts/desktop/preload.ts',
    contextBridge: 'electron/hosts/desktop/preload.ts',
    webUtils: 'electron/hosts/desktop/preload.ts',
  }
  /** Other roads between the processes; none of them checks who speaks. */
  const BANNED = ['MessageChannelMain', 'webFrameMain']

  function problems(sources: readonly Source[]): string[] {
    return sources.flatMap((source) => {
      const names = ['electron', 'electron/main', 'electron/renderer', 'electron/common'].flatMap((module) =>
        importsOf(source, module),
      )
      return names
        .filter(
          (name) => name === '*' || BANNED.includes(name) || (PLACES[name] ?? source.path) !== source.path,
        )
        .map((name) => `${source.path} takes ${name}`)
    })
  }

  test('the wrapper and the preload are the only ends of the line', () => {
    const sources = readSources()
    expect(problems(sources)).toEqual([])
    for (const [name, path] of Object.entries(PLACES)) {
      const place = sources.find((source) => source.path === path)
      expect(place && importsOf(place, 'electron')).toContain(name)
    }
  })

  test.each([
    "import { ipcMain } from 'electron'",
    "import { ipcMain as line } from 'electron/main'",
    "import { ipcRenderer } from 'electron'",
    "import * as electron from 'electron'",
    "import electron from 'electron'",
    "export { ipcMain } from 'electron'",
    "const { ipcMain } = require('electron')",
    "const { ipcMain } = await import('electron')",
    "import { MessageChannelMain } from 'electron'",
  ])('refuses %s anywhere else', (text) => {
    expect(problems([parseSource('electron/hosts/desktop/shell/menu.ts', text)])).toHaveLength(1)
  })

  test('lets types pass', () => {
    const text =
      "import { type IpcMain, dialog } from 'electron'; import type { IpcRenderer } from 'electron'"
    expect(problems([parseSource('electron/hosts/desktop/shell/menu.ts', text)])).toEqual([])
  })
})

/** A call counts only from the main frame of the window while it shows the page's own origin. */
describe('04 sender of every call', () => {
  const frame = { origin: 'atelier://app', url: 'atelier://app/', parent: null }

  test.each<readonly [string, (own: { sender: { mainFrame: typeof frame } }) => object]>([
    ['a frame that is gone', ({ sender }) => ({ sender, senderFrame: null })],
    ['another frame of the same origin', ({ sender }) => ({ sender, senderFrame: { ...frame } })],
    [
      'another web contents',
      ({ sender }) => ({ sender: { mainFrame: frame }, senderFrame: sender.mainFrame }),
    ],
  ])('refuses %s', async (_, from) => {
    const { app, call, own } = connectFakeApp()
    expect(await call(from(own), 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(app.calls).toEqual([])
  })

  test.each([
    ['null', 'atelier://app/'],
    ['', ''],
    ['atelier://app', ''],
    ['atelier://app', 'about:blank'],
    ['null', 'about:blank'],
    ['atelier://app', 'data:text/html,x'],
    ['atelier://evil', 'atelier://evil/'],
    ['atelier://app', 'atelier://evil/'],
    ['atelier://app.evil', 'atelier://app.evil/'],
    ['https://app', 'https://app/'],
    ['file://', 'file:///app/index.html'],
    ['http://127.0.0.1:5173', 'http://127.0.0.1:5173/'],
    ['atelier://APP', 'atelier://app:1/'],
  ])('refuses the main frame while it shows %s at %s', async (origin, url) => {
    const { app, call, own, stand } = connectFakeApp()
    Object.assign(stand.webContents.mainFrame, { origin, url })
    expect(await call(own, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
    expect(app.calls).toEqual([])
  })

  test('takes no file by its path from anywhere else either', async () => {
    const { handFile, files, own, stand } = connectFakeApp()
    expect(await handFile({ ...own, senderFrame: null }, '/inputs', '/a.png', {})).toMatchObject({
      error: { code: 'forbidden' },
    })
    Object.assign(stand.webContents.mainFrame, { origin: 'null', url: 'data:text/html,x' })
    expect(await handFile(own, '/inputs', '/a.png', {})).toMatchObject({ error: { code: 'forbidden' } })
    expect(files).toEqual([])
  })

  test('refuses once the window is gone', async () => {
    const { call, own, stand } = connectFakeApp()
    stand.destroyed = true
    expect(await call(own, 'app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })
  })
})

/** The scheme of the page is standard, secure and streaming, never bypasses the policy, and serves one host. */
describe('18 custom scheme', () => {
  test('registers a standard, secure, streaming scheme that bypasses nothing', () => {
    registerScheme()
    expect(standIn.schemes).toEqual([
      {
        scheme: 'atelier',
        privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
      },
    ])
  })

  test('answers its own host alone, and no failure with its detail', async () => {
    const asked: string[] = []
    const stop = servePage(async (request) => {
      asked.push(new URL(request.url).pathname)
      if (request.url.endsWith('/broken')) throw new Error('secret detail')
      return new Response('page')
    }, say)
    const get = async (url: string) => standIn.protocolHandlers.get('atelier')?.(new Request(url))
    expect(await (await get('atelier://app/'))?.text()).toBe('page')
    const refused = await Promise.all(
      ['atelier://evil/', 'atelier://app.evil/', 'atelier://app:1/'].map((url) => get(url)),
    )
    expect(refused.map((response) => response?.status)).toEqual([404, 404, 404])
    const broken = await get('atelier://app/broken')
    expect([broken?.status, (await broken?.text())?.includes('secret')]).toEqual([500, false])
    expect(asked).toEqual(['/', '/broken'])
    stop()
    expect(standIn.protocolHandlers.size).toBe(0)
  })
})
