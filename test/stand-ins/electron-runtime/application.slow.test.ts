/**
 * An application on the stand-in: what it may do when, how it ends, and what the system around it remembers.
 *
 * @slow The stand-in for Electron's runtime: its application.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { until } from '../until.ts'
import { chromiumProgram, startSmallApp, type SmallApp, type SmallAppFiles } from './small-app.ts'

const missing = chromiumProgram() === null

async function start(files: SmallAppFiles): Promise<SmallApp> {
  const app = await startSmallApp(files)
  onTestFinished(() => app.close())
  return app
}

const WINDOW = `app.whenReady().then(() => new BrowserWindow({
  webPreferences: { preload: import.meta.dirname + '/preload.cjs' } }).loadURL('data:text/html,<p>page'))`

test.skipIf(missing)('refuses what comes too early or too late, and what it does not have', async () => {
  const { desktop } = await start({
    main: `
const said = globalThis.said = []
const attempt = (action) => { try { said.push(action() ?? 'done') } catch (error) { said.push(error.message) } }
attempt(() => new BrowserWindow())
attempt(() => session.defaultSession)
attempt(() => safeStorage.getSelectedStorageBackend())
attempt(() => safeStorage.isEncryptionAvailable())
attempt(() => electron.net.fetch('https://example.com'))
app.on('ready', () => {
  attempt(() => protocol.registerSchemesAsPrivileged([]))
  attempt(() => app.enableSandbox())
  attempt(() => new BrowserWindow({ webPreferences: { sandbox: false } }))
  attempt(() => electron.autoUpdater)
  attempt(() => app.getPath('nowhere'))
  attempt(() => app.setPath('userData', 'relative'))
})`,
  })
  const said = await until(() =>
    desktop.evaluate(() => {
      const { said } = globalThis as unknown as { said: string[] }
      return said.length >= 11 && said
    }),
  )
  expect(said).toEqual([
    'Cannot create BrowserWindow before app is ready',
    'Session can only be received when app is ready',
    'unknown',
    false,
    'The stand-in for Electron has no net (Chromium resends requests by itself: use Node).fetch.',
    'protocol.registerSchemesAsPrivileged should be called before app is ready',
    'app.enableSandbox() can only be called before app is ready',
    'The stand-in has only windows with sandbox: true.',
    'The stand-in for Electron has no electron.autoUpdater.',
    "Failed to get 'nowhere' path",
    'Path must be absolute',
  ])
})

test.skipIf(missing).each([
  ['Node', `require('node:fs')`, 'module not found: node:fs'],
  ['a file of its own', `require('./other.cjs')`, 'module not found: ./other.cjs'],
  [
    'an ES module',
    `import { contextBridge } from 'electron'`,
    'Cannot use import statement outside a module',
  ],
])('a preload that needs %s fails, and the application hears of it', async (_, preload, message) => {
  const { desktop } = await start({
    preload,
    main: `app.on('web-contents-created', (_, contents) =>
  contents.on('preload-error', (_event, path, error) => (globalThis.failed = [path.endsWith('preload.cjs'), error.message])))
${WINDOW}`,
  })
  const failed = await until(() =>
    desktop.evaluate(() => (globalThis as unknown as { failed?: unknown[] }).failed ?? null),
  )
  expect(failed).toEqual([true, message])
})

test.skipIf(missing)('quits in the order of Electron, and every step can be prevented', async () => {
  const { desktop } = await start({
    main: `
const said = globalThis.said = []
const prevented = new Set()
const hear = (emitter, name) => emitter.on(name, (event) => {
  said.push(name)
  if (name !== 'quit' && !prevented.has(name)) { prevented.add(name); event.preventDefault() }
})
for (const name of ['before-quit', 'will-quit']) hear(app, name)
app.on('quit', (_event, code) => process.stderr.write(JSON.stringify([...said, code])))
app.on('window-all-closed', () => said.push('window-all-closed'))
app.on('browser-window-created', (_, window) => hear(window, 'close'))
${WINDOW}`,
  })
  await desktop.loaded()
  for (let presses = 0; presses < 3; presses++) await desktop.evaluate(({ app }) => app.quit())
  void desktop.evaluate(({ app }) => app.quit()).catch(() => undefined)
  expect(await desktop.exited).toBe(0)
  expect(JSON.parse(desktop.errors())).toEqual([
    'before-quit',
    'before-quit',
    'close',
    'before-quit',
    'close',
    'will-quit',
    'before-quit',
    'will-quit',
    0,
  ])
})

test.skipIf(missing)('hands the arguments of a second start to the first, which lets it go', async () => {
  const app = await start({
    main: `
globalThis.heard = null
app.on('second-instance', (_, argv, folder) => (globalThis.heard = [argv.slice(2), folder === process.cwd()]))
if (app.requestSingleInstanceLock()) { ${WINDOW} } else app.quit()`,
  })
  await app.desktop.loaded()
  const second = app.again(['--flag', 'small://task/1'])
  expect(await second.exited).toBe(0)
  const heard = await until(() =>
    app.desktop.evaluate(() => (globalThis as unknown as { heard: unknown[] | null }).heard),
  )
  expect(heard).toEqual([['--flag', 'small://task/1'], true])
})

test.skipIf(missing)('keeps secrets as the keychain lets it', async () => {
  const { desktop } = await start({ main: WINDOW })
  await desktop.loaded()
  const seen = await desktop.evaluate(async ({ safeStorage }, _, { keychain }) => {
    const attempt = (action: Promise<unknown>) => action.catch((error: Error) => error.message)
    const kept = safeStorage.encryptString('key')
    const read = await safeStorage.decryptStringAsync(kept)
    keychain.formerKey = keychain.key
    keychain.key = 'rotated'
    const rotated = await safeStorage.decryptStringAsync(kept)
    keychain.formerKey = null
    const lost = await attempt(safeStorage.decryptStringAsync(kept))
    keychain.backend = 'basic_text'
    const refused = [safeStorage.isEncryptionAvailable(), await safeStorage.isAsyncEncryptionAvailable()]
    safeStorage.setUsePlainTextEncryption(true)
    return [read, rotated, lost, refused, safeStorage.isEncryptionAvailable()]
  })
  expect(seen).toEqual([
    { result: 'key', shouldReEncrypt: false },
    { result: 'key', shouldReEncrypt: true },
    'Error while decrypting the ciphertext provided to safeStorage.decryptString.',
    [false, false],
    true,
  ])
})

test.skipIf(missing)('leaves no Chromium behind when it is killed', async () => {
  const { desktop } = await start({ main: WINDOW })
  await desktop.loaded()
  const endpoint = await desktop.endpoint()
  expect((await fetch(`${endpoint}/json/version`)).ok).toBe(true)
  await desktop.stop('SIGKILL')
  const isGone = () =>
    fetch(`${endpoint}/json/version`).then(
      () => false,
      () => true,
    )
  expect(await until(isGone)).toBe(true)
})

test.skipIf(missing)('runs a utility process that has a parent and is not one of Node', async () => {
  const { desktop, folder } = await start({ main: WINDOW })
  await desktop.loaded()
  const entry = join(folder, 'child.js')
  await writeFile(
    entry,
    `process.parentPort.on('message', ({ data }) =>
      process.parentPort.postMessage([data.ping + 1, process.argv.slice(2), typeof process.send]))`,
  )
  const answer = await desktop.evaluate(async ({ utilityProcess }, path) => {
    const child = utilityProcess.fork(path, ['--word'])
    // A process is no window: it has no origin.
    // eslint-disable-next-line unicorn/require-post-message-target-origin
    child.postMessage({ ping: 1 })
    const heard = await new Promise((resolve) => child.once('message', resolve))
    const ended = new Promise((resolve) => child.once('exit', resolve))
    return [heard, child.kill(), await ended]
  }, entry)
  expect(answer).toEqual([[2, ['--word'], 'undefined'], true, 15])
})
