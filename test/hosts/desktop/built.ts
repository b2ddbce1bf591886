/** The built desktop on the stand-in for Electron, for the tests of what only the whole program shows. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { findChromium } from '../../../electron/scripts/testing/chromium.ts'
import type { ConfigInput } from '#test/stand-ins/electron-runtime/config.ts'
import { startDesktop, type Desktop } from '#test/stand-ins/electron-runtime/desktop.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const MAIN = join(import.meta.dirname, '../../../.build/desktop/main.js')
export const chromium = process.env['ATELIER_CHROMIUM'] ?? findChromium(process.platform, process.env)

/** Why nothing of this can run, or null. */
export const missing =
  chromium === null ? 'no Chromium' : existsSync(MAIN) ? null : 'the desktop is not built'
/** For the end of a title: where a report finds the reason of a skipped test. */
export const suffix = missing === null ? '' : ` (skipped: ${missing})`

export interface Built {
  readonly desktop: Desktop
  readonly folder: string
  readonly dataDir: string
  /** Starts the same application again, beside this one. */
  start(words?: readonly string[]): Desktop
  inPage(expression: string): Promise<unknown>
  call(route: string, input: unknown): Promise<unknown>
}

/** As an installed AppImage whose updates lie where nothing listens. `main` is the program, where it is not the one of the build. */
export interface Installed {
  readonly main?: string
}

/** Resolves when its page is loaded. The caller stops it. `installed` makes it a packaged program, `system` is what is around it. */
export async function startBuilt(
  words: readonly string[] = [],
  installed?: Installed,
  system: Omit<ConfigInput, 'chromium'> = {},
): Promise<Built> {
  const folder = await makeTempDir()
  const dataDir = join(folder, 'data')
  const appImage = join(folder, 'Atelier.AppImage')
  if (installed !== undefined) {
    await writeFile(appImage, '')
    await writeFile(join(folder, 'app-update.yml'), 'provider: generic\nurl: http://127.0.0.1:9/\n')
  }
  const start = (more: readonly string[] = []): Desktop =>
    startDesktop({
      main: installed?.main ?? MAIN,
      args: ['--data-dir', dataDir, '--no-samples', ...more],
      env: installed === undefined ? {} : { APPIMAGE: appImage, APPDIR: dirname(process.execPath) },
      config: {
        ...system,
        chromium: chromium ?? '',
        ...(installed === undefined ? {} : { packaged: true, resources: folder }),
      },
      tempDir: folder,
    })
  const desktop = start(words)
  await desktop.loaded()
  const inPage = (expression: string): Promise<unknown> =>
    desktop.evaluate(
      ({ BrowserWindow }, text) =>
        BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as Promise<unknown>,
      expression,
    )
  const call = (route: string, input: unknown): Promise<unknown> =>
    inPage(`atelier.call('${route}', ${JSON.stringify(input)})`)
  return { desktop, folder, dataDir, start, inPage, call }
}
