/** A small application on the stand-in, for tests of what Electron would do. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../../../electron/scripts/testing/chromium.ts'
import type { ConfigInput } from './config.ts'
import { startDesktop, type Desktop } from './desktop.ts'

export interface SmallApp {
  readonly desktop: Desktop
  readonly folder: string
  /** Runs an expression in the page's own world of the first window. */
  inPage(expression: string): Promise<unknown>
  /** Starts the same application again, beside this one. */
  again(args: readonly string[]): Desktop
  /** Ends everything and removes the folder. */
  close(): Promise<void>
}

export interface SmallAppFiles {
  /** An ES module; `electron` is imported already, under its members' names. */
  readonly main: string
  /** A CommonJS file. */
  readonly preload?: string
  readonly config?: Omit<ConfigInput, 'chromium'>
}

const IMPORTS = `import electron, { app, BrowserWindow, dialog, ipcMain, protocol, safeStorage, session } from 'electron'\n`

/** Chromium's program, or null where there is none: then nothing here can run. */
export function chromiumProgram(): string | null {
  return process.env['ATELIER_CHROMIUM'] ?? findChromium(process.platform, process.env)
}

/** The application's process runs; `desktop.loaded()` waits for its page. */
export async function startSmallApp({ main, preload = '', config }: SmallAppFiles): Promise<SmallApp> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'atelier-small-app-')))
  await writeFile(join(folder, 'package.json'), '{"name":"small","version":"1.2.3","type":"module"}')
  await writeFile(join(folder, 'main.js'), IMPORTS + main)
  await writeFile(join(folder, 'preload.cjs'), preload)
  const start = (args: readonly string[] = []): Desktop =>
    startDesktop({
      main: join(folder, 'main.js'),
      args,
      config: { chromium: chromiumProgram() ?? '', ...config },
      env: { XDG_CONFIG_HOME: folder },
      tempDir: folder,
    })
  const desktop = start()
  return {
    desktop,
    folder,
    again: start,
    inPage: (expression) =>
      desktop.evaluate(
        ({ BrowserWindow }, text) =>
          BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(text) as Promise<unknown>,
        expression,
      ),
    async close() {
      await desktop.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
