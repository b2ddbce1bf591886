/** The desktop with its real core where something is wrong: a run that crashed, a safe start, a disk or a preload that refuses. */
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import type { AppInfo, Notice } from '#contract/app.ts'
import type { App } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import { startDesktopHost } from '#hosts/desktop/start-desktop-host.ts'
import { BrowserWindow, nativeTheme, resetElectron, standIn } from '#test/stand-ins/electron.ts'
import { tryReadOnly } from '#test/stand-ins/small-disks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { say } from '#test/stand-ins/say.ts'
import { slow } from '#test/stand-ins/scale.ts'

beforeEach(resetElectron)

async function setUp() {
  const dataDir = await makeTempDir()
  await writeFile(join(dataDir, 'settings.json'), '{"appearance":{"theme":"light"}}')
  const pageDir = join(dataDir, 'page')
  await mkdir(pageDir)
  await writeFile(join(pageDir, 'index.html'), '<title>Atelier</title>')
  return dataDir
}

async function start(dataDir: string, change: { readonly safeMode?: boolean } = {}) {
  const sentences: string[] = []
  let app: App | null = null
  let end = (_reason: string): void => undefined
  const crashes = openCrashNotes(dataDir, Date.now, '1.2.3')
  const host = await startDesktopHost({
    dataDir,
    pageDir: join(dataDir, 'page'),
    preload: '/preload.cjs',
    devTools: false,
    crashes,
    say,
    giveUp: (why) => void sentences.push(say(why)),
    openApp: async (options) => {
      const opened = await openApp(options)
      if (opened.ok) app = opened.data
      return opened
    },
    spawnService: () => ({
      onLine: () => undefined,
      onExit: (listener) => void (end = listener),
      stop: () => end('exit code 0'),
    }),
    ...change,
  })
  if (!host.ok) throw new Error(host.error.id)
  let isClosed = false
  const close = async () => {
    if (!isClosed) await host.data.close()
    isClosed = true
  }
  onTestFinished(close)
  const ask = async <Data>(route: string, input: object = {}): Promise<Data> => {
    const response = await app?.call(route, input)
    if (!response?.ok) throw new Error(`${route}: ${response?.error.message ?? 'no app'}`)
    return response.data as Data
  }
  const notices = async () => (await ask<{ items: readonly Notice[] }>('notices.list')).items
  return { ask, notices, close, crashes, sentences }
}

const settingsIn = async (dataDir: string) =>
  JSON.parse(await readFile(join(dataDir, 'settings.json'), 'utf8')) as Record<string, unknown>

test('keeps a mark while it runs, and tells of a run that ended without taking it back', async () => {
  const dataDir = await setUp()
  const mark = join(dataDir, 'logs', 'running.txt')
  const first = await start(dataDir)
  expect([existsSync(mark), await first.notices()]).toEqual([true, []])
  await first.close()
  expect(existsSync(mark)).toBe(false)
  await writeFile(mark, '')
  const second = await start(dataDir)
  expect(await second.notices()).toMatchObject([{ code: 'crashed' }])
  await second.close()
  expect(existsSync(mark)).toBe(false)
})

test('starts safely: with defaults, and a file that keeps what it has', async () => {
  const dataDir = await setUp()
  const { ask, notices, close } = await start(dataDir, { safeMode: true })
  expect(nativeTheme.themeSource).toBe('system')
  expect([await ask<AppInfo>('app.info'), await notices()]).toMatchObject([
    { safeMode: true, secretProtection: 'os' },
    [{ code: 'safe_mode' }],
  ])
  await ask('settings.set', { appearance: { theme: 'dark' } })
  BrowserWindow.last?.emit('close', { preventDefault: () => undefined })
  await close()
  const kept = await settingsIn(dataDir)
  expect([kept['appearance'], Object.keys(kept).filter((key) => key.startsWith('window'))]).toEqual([
    { theme: 'light' },
    [],
  ])
})

test('asks on a computer without a keychain before the first key is kept', async () => {
  const dataDir = await setUp()
  standIn.encryption.backend = 'basic_text'
  const { ask } = await start(dataDir)
  const info = () => ask<AppInfo>('app.info')
  expect(await info()).toMatchObject({ secretProtection: 'undecided', canChooseKeyStorage: true })
  const profile = { name: 'x', baseUrl: 'https://api.example.com', apiKey: 'Canary0123456789' }
  await ask('profiles.create', profile)
  expect([
    standIn.dialogs.length,
    (await info()).secretProtection,
    existsSync(join(dataDir, 'secrets.json')),
  ]).toEqual([1, 'session', false])
  standIn.presses = [1]
  expect(await ask('app.chooseKeyStorage')).toEqual({ secretProtection: 'readable' })
  expect([existsSync(join(dataDir, 'secrets.json')), (await settingsIn(dataDir))['keyStorage']]).toEqual([
    true,
    'readable',
  ])
})

test('closes its window on a disk that refuses the place of it', async ({ skip }) => {
  const dataDir = await setUp()
  await start(dataDir)
  const release = tryReadOnly(dataDir)
  if (!release) return skip('mounting is not permitted')
  expect(() => BrowserWindow.last?.emit('close', { preventDefault: () => undefined })).not.toThrow()
  release()
})

test('says a sentence in place of a white window when its preload does not load', async () => {
  const dataDir = await setUp()
  const { sentences, crashes } = await start(dataDir)
  BrowserWindow.last?.webContents.emit('preload-error', {}, '/preload.cjs', new Error('Unexpected token'))
  expect(sentences).toEqual([expect.stringContaining('Install Atelier again')])
  expect(crashes.notice()).toMatchObject({ code: 'crashed' })
})

slow('shows a report without a key, whatever the log of this run says', async () => {
  const dataDir = await setUp()
  const { ask } = await start(dataDir)
  const key = 'Canary0123456789'
  await ask('profiles.create', { name: 'x', baseUrl: 'https://api.example.com', apiKey: key })
  await ask('app.reportFault', { message: `Cannot send ${key}` })
  const { text } = await ask<{ text: string }>('app.supportBundle')
  expect(text).toContain('The page failed: Cannot send [removed]')
  expect([text.includes('== atelier.log'), text.includes(key)]).toEqual([true, false])
  expect(await readFile(join(dataDir, 'logs', 'atelier.log'), 'utf8')).not.toContain(key)
})
