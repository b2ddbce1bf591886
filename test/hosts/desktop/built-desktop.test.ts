/** The built desktop and its built preload: what only the whole program shows. */
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { MAX_WHOLE_BYTES } from '#test/stand-ins/electron-runtime/config.ts'
import { until } from '#test/stand-ins/until.ts'
import { openStdioClient } from '#test/stand-ins/agents-clients.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { missing, startBuilt, suffix, type Built } from './built.ts'

async function start(...args: Parameters<typeof startBuilt>): Promise<Built> {
  const built = await startBuilt(...args)
  onTestFinished(() => built.desktop.stop())
  return built
}

test.skipIf(missing)(
  `gives its page the bridge alone, allows it nothing that asks, and keeps it where it is${suffix}`,
  async () => {
    const { desktop, inPage, call } = await start()
    expect(
      await inPage(`[Object.entries(atelier).map(([name, value]) => [name, typeof value]), Object.isFrozen(atelier),
        typeof require, typeof process, typeof atelier.on(() => undefined)]`),
    ).toEqual([
      [
        ['call', 'function'],
        ['file', 'function'],
        ['on', 'function'],
      ],
      true,
      'undefined',
      'undefined',
      'function',
    ])
    expect(await call('app.info', {})).toMatchObject({ ok: true, data: { host: 'desktop' } })
    expect(await desktop.journal('session fetches a dictionary')).toEqual([])
    expect(await inPage(`atelier.call('app.info', { f: () => 1 }).catch(({ message }) => message)`)).toBe(
      'An object could not be cloned.',
    )
    const permissions = ['clipboard-write', 'clipboard-read', 'camera', 'geolocation', 'notifications']
    const states = await inPage(`Promise.all(${JSON.stringify(permissions)}.map((name) =>
      navigator.permissions.query({ name }).then(({ state }) => state)))`)
    expect(states).toEqual(permissions.map(() => 'denied'))

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

slow.skipIf(missing)(
  `keeps a key encrypted, comes forward when started again, answers no page but its own, and ends in order${suffix}`,
  async () => {
    const { desktop, dataDir, start: startAgain, inPage, call } = await start()
    const profile = { name: 'Mine', baseUrl: 'http://127.0.0.1:9', apiKey: 'canary-key-123' }
    expect(await call('profiles.create', profile)).toMatchObject({ ok: true })
    const secrets = await readFile(join(dataDir, 'secrets.json'), 'utf8')
    const kept = Object.values(JSON.parse(secrets) as Record<string, string>)
    expect(kept).toHaveLength(1)
    expect(kept.map((text) => Buffer.from(text, 'base64').toString()).join()).not.toContain('canary-key-123')
    // A keychain that is lost deletes nothing.
    await desktop.evaluate((_electron, _argument, { keychain }) => void (keychain.key = 'another'))
    expect(await call('profiles.list', {})).toMatchObject({ ok: true })
    expect(await readFile(join(dataDir, 'secrets.json'), 'utf8')).toBe(secrets)

    await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
    expect(await startAgain().exited).toBe(0)
    await until(() =>
      desktop.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return window?.isFocused() && !window.isMinimized()
      }),
    )
    const log = (): Promise<string> => readFile(join(dataDir, 'logs', 'atelier.log'), 'utf8')
    expect((await log()).match(/The desktop is ready\./gu)).toHaveLength(1)

    await desktop.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.loadURL('data:text/html,<title>foreign</title>'),
    )
    expect(await inPage(`document.title`)).toBe('foreign')
    expect(await call('app.info', {})).toMatchObject({ ok: false, error: { code: 'forbidden' } })

    await desktop.stop('SIGTERM')
    expect(await desktop.exited).toBe(0)
    expect(await log()).toContain('The desktop ended.')
  },
)

slow.skipIf(missing)(
  `the session of electron-updater takes the user's proxy before it asks for anything${suffix}`,
  async () => {
    const { desktop, call } = await start(['--no-local-service'], {})
    const proxy = { mode: 'custom', address: 'http://127.0.0.1:9' }
    await call('settings.set', { network: { proxy } })
    // Nothing listens where updates would lie: the check ends there.
    expect(await call('app.checkForUpdates', {})).toMatchObject({ ok: true, data: { state: 'failed' } })
    const fixed = { mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9' }
    expect((await desktop.journal('session.setProxy')).map(({ details }) => details)).toEqual([
      { mode: 'system' },
      fixed,
      { ...fixed, partition: 'electron-updater' },
    ])
  },
)

/** Puts an image that cannot be compressed where the user chooses inputs. Resolves with its bytes. */
const CHOOSE_NOISE = `(async () => {
  const canvas = new OffscreenCanvas(1400, 1400)
  const context = canvas.getContext('2d')
  const image = context.createImageData(1400, 1400)
  for (let at = 0; at < image.data.length; at += 65536) crypto.getRandomValues(image.data.subarray(at, at + 65536))
  for (let at = 3; at < image.data.length; at += 4) image.data[at] = 255
  context.putImageData(image, 0, 0)
  const chosen = new DataTransfer()
  chosen.items.add(new File([await canvas.convertToBlob()], 'noise.png', { type: 'image/png' }))
  const input = document.querySelector('input[type=file]')
  input.files = chosen.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  return chosen.files[0].size
})()`

slow.skipIf(missing)(
  `takes a file that is larger than what the main process holds whole${suffix}`,
  async () => {
    const { dataDir, inPage } = await start()
    await until(() => inPage(`document.querySelector('input[type=file]') !== null`))
    const sizeBytes = Number(await inPage(CHOOSE_NOISE))
    expect(sizeBytes).toBeGreaterThan(MAX_WHOLE_BYTES)
    // A part file may go while it is looked at.
    const sizeOf = (file: string) =>
      stat(join(dataDir, 'inputs', file)).then(
        ({ size }) => size,
        () => null,
      )
    const sizes = async (): Promise<readonly (number | null)[]> =>
      Promise.all((await readdir(join(dataDir, 'inputs'), { recursive: true }).catch(() => [])).map(sizeOf))
    await until(async () => (await sizes()).includes(sizeBytes))
  },
)

const PROGRAM = join(import.meta.dirname, '../../../.build/mcp/atelier.cjs')

slow.skipIf(missing)(
  `started for an agent it serves it and shows no window until the user opens it${suffix}`,
  async () => {
    const { desktop, dataDir, start: startAgain } = await start(['--background'])
    const noise: Error[] = []
    const program = [process.execPath, PROGRAM, '--mcp', '--data-dir', dataDir]
    const client = await openStdioClient('earlier', program, undefined, (error) => noise.push(error))
    onTestFinished(() => client.close())
    expect(await client.call('list_models', {})).toMatchObject({ isError: false })
    expect(await startAgain(['--background']).exited).toBe(0)
    expect(await desktop.journal('window.show')).toEqual([])
    expect(await startAgain().exited).toBe(0)
    await until(async () => (await desktop.journal('window.show')).length > 0)
    await client.close()
    expect(noise).toEqual([])
    // It is the user's program: it stays.
    expect(await desktop.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1)
  },
)
