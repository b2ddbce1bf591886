/** The built desktop as an installed one on the stand-in for Electron: how it looks for updates. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDesktop } from '#test/stand-ins/electron-runtime/desktop.ts'
import { chromiumProgram } from '#test/stand-ins/electron-runtime/small-app.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const MAIN = join(import.meta.dirname, '../../../.build/desktop/main.js')
const chromium = chromiumProgram()
const missing = chromium === null ? 'no Chromium' : existsSync(MAIN) ? null : 'the desktop is not built'
const suffix = missing === null ? '' : ` (skipped: ${missing})`

test.skipIf(missing)(
  `the session of electron-updater takes the user's proxy before it asks for anything${suffix}`,
  async () => {
    const folder = await makeTempDir()
    const appImage = join(folder, 'Atelier.AppImage')
    await writeFile(appImage, '')
    await writeFile(join(folder, 'app-update.yml'), 'provider: generic\nurl: http://127.0.0.1:9/\n')
    const desktop = startDesktop({
      main: MAIN,
      args: ['--data-dir', join(folder, 'data'), '--no-samples', '--no-local-service'],
      env: { APPIMAGE: appImage, APPDIR: dirname(process.execPath) },
      config: { chromium: chromium ?? '', packaged: true, resources: folder },
      tempDir: folder,
    })
    onTestFinished(() => desktop.stop())
    await desktop.loaded()
    const call = (route: string, input: unknown): Promise<unknown> =>
      desktop.evaluate(
        ({ BrowserWindow }, text) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as Promise<unknown>,
        `atelier.call('${route}', ${JSON.stringify(input)})`,
      )
    const proxy = { mode: 'custom', address: 'http://127.0.0.1:9' }
    await call('settings.set', { network: { proxy } })
    // Nothing listens where updates would lie: the look ends there.
    expect(await call('app.checkForUpdates', {})).toMatchObject({ ok: true, data: { state: 'failed' } })
    const fixed = { mode: 'fixed_servers', proxyRules: 'http://127.0.0.1:9' }
    expect((await desktop.journal('session.setProxy')).map(({ details }) => details)).toEqual([
      { mode: 'system' },
      fixed,
      { ...fixed, partition: 'electron-updater' },
    ])
  },
)
