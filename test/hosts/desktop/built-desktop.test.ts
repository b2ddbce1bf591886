/** The built desktop and its built preload on the stand-in for Electron: what only the whole program shows. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ConfigInput } from '#test/stand-ins/electron-runtime/config.ts'
import { startDesktop, type Desktop } from '#test/stand-ins/electron-runtime/desktop.ts'
import { chromiumProgram } from '#test/stand-ins/electron-runtime/small-app.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { until } from '#test/stand-ins/until.ts'

const MAIN = join(import.meta.dirname, '../../../.build/desktop/main.js')
const chromium = chromiumProgram()
const missing = chromium === null ? 'no Chromium' : existsSync(MAIN) ? null : 'the desktop is not built'
const suffix = missing === null ? '' : ` (skipped: ${missing})`

interface Started {
  readonly desktop: Desktop
  readonly dataDir: string
  start(args?: readonly string[]): Desktop
  inPage(expression: string): Promise<unknown>
  log(): Promise<string>
}

async function startBuilt(config: Omit<ConfigInput, 'chromium'> = {}): Promise<Started> {
  const folder = await makeTempDir()
  const dataDir = join(folder, 'data')
  const start = (args: readonly string[] = []): Desktop =>
    startDesktop({
      main: MAIN,
      args: ['--data-dir', dataDir, '--no-samples', ...args],
      config: { chromium: chromium ?? '', ...config },
      tempDir: folder,
    })
  const desktop = start()
  onTestFinished(() => desktop.stop())
  await desktop.loaded()
  return {
    desktop,
    dataDir,
    start,
    inPage: (expression) =>
      desktop.evaluate(
        ({ BrowserWindow }, text) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as Promise<unknown>,
        expression,
      ),
    log: () => readFile(join(dataDir, 'logs', 'atelier.log'), 'utf8'),
  }
}

test.skipIf(missing)(`opens its page with the bridge and nothing else of Electron${suffix}`, async () => {
  const { inPage } = await startBuilt()
  expect(
    await inPage(`[Object.entries(atelier).map(([name, value]) => [name, typeof value]), Object.isFrozen(atelier),
      typeof require, typeof process, typeof atelier.on(() => undefined)]`),
  ).toEqual([
    [
      ['call', 'function'],
      ['on', 'function'],
    ],
    true,
    'undefined',
    'undefined',
    'function',
  ])
  expect(await inPage(`atelier.call('app.info', {})`)).toMatchObject({ ok: true, data: { host: 'desktop' } })
  expect(await inPage(`atelier.call('app.info', { f: () => 1 }).catch(({ message }) => message)`)).toBe(
    'An object could not be cloned.',
  )
})

test.skipIf(missing)(`answers no page but its own${suffix}`, async () => {
  const { desktop, inPage } = await startBuilt()
  await desktop.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.loadURL('data:text/html,<title>foreign</title>'),
  )
  expect(await inPage(`document.title`)).toBe('foreign')
  expect(await inPage(`atelier.call('app.info', {})`)).toMatchObject({
    ok: false,
    error: { code: 'forbidden' },
  })
})

test.skipIf(missing)(
  `stays on its page, opens no window, and hands on known addresses only${suffix}`,
  async () => {
    const { desktop, inPage } = await startBuilt()
    await inPage(`void (location.href = 'https://example.com/')`)
    await until(async () => (await desktop.journal('webContents.will-navigate')).length > 0)
    expect(await desktop.journal('webContents.will-navigate')).toEqual([
      { what: 'webContents.will-navigate', details: { url: 'https://example.com/', prevented: true } },
    ])
    await inPage(
      `['https://example.com/', 'http://github.com/', 'https://github.com/'].forEach((url) => open(url))`,
    )
    await until(async () => (await desktop.journal('webContents.windowOpen')).length >= 3)
    expect(await desktop.journal('shell.openExternal')).toEqual([
      { what: 'shell.openExternal', details: 'https://github.com/' },
    ])
    expect(await inPage(`location.pathname`)).toBe('/')
    expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  },
)

test.skipIf(missing)(`allows the page nothing that asks${suffix}`, async () => {
  const { inPage } = await startBuilt()
  const states =
    await inPage(`Promise.all(['clipboard-write', 'clipboard-read', 'camera', 'geolocation', 'notifications']
    .map((name) => navigator.permissions.query({ name }).then(({ state }) => state)))`)
  expect(states).toEqual(['denied', 'denied', 'denied', 'denied', 'denied'])
})

test.skipIf(missing)(
  `comes forward when it is started again, and the second start ends${suffix}`,
  async () => {
    const { desktop, start, log } = await startBuilt()
    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    const second = start()
    expect(await second.exited).toBe(0)
    await until(() =>
      desktop.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return window?.isFocused() && !window.isMinimized()
      }),
    )
    expect((await log()).match(/The desktop is ready\./gu)).toHaveLength(1)
  },
)

test.skipIf(missing)(`ends in order when the session does${suffix}`, async () => {
  const { desktop, log } = await startBuilt()
  await desktop.stop('SIGTERM')
  expect(await desktop.exited).toBe(0)
  expect(await log()).toContain('The desktop ended.')
})

test.skipIf(missing)(
  `keeps a key encrypted, and deletes nothing when the keychain is lost${suffix}`,
  async () => {
    const { desktop, dataDir, inPage } = await startBuilt()
    const made = (await inPage(
      `atelier.call('profiles.create', { name: 'Mine', baseUrl: 'http://127.0.0.1:9', apiKey: 'canary-key-123' })`,
    )) as { ok: boolean }
    expect(made.ok).toBe(true)
    const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8')
    const kept = Object.values(JSON.parse(secrets) as Record<string, string>)
    expect(kept).toHaveLength(1)
    expect(kept.map((text) => Buffer.from(text, 'base64').toString()).join()).not.toContain('canary-key-123')
    await desktop.evaluate((_electron, _argument, { keychain }) => void (keychain.key = 'another'))
    expect(await inPage(`atelier.call('profiles.list', {})`)).toMatchObject({ ok: true })
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)
  },
)
