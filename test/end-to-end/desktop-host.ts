/**
 * Starts the built desktop with its window as the test's page: on the stand-in for Electron, or on Electron itself.
 *
 * Calls go through the bridge that the preload put into the page, as the page's own do.
 */
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Dialog, SaveDialogOptions } from 'electron'
import { _electron, chromium, type BrowserContextOptions, type Page } from '@playwright/test'
import { startDesktop } from '../stand-ins/electron-runtime/desktop.ts'
import { until } from '../stand-ins/until.ts'
import { electronRuntime } from './window-page.ts'
import type { Host, HostOptions } from './host.ts'

export interface DesktopHost extends Host {
  readonly page: Page
}

export interface DesktopHostOptions extends HostOptions {
  /** Holds what the run leaves on disk, and goes with the test. */
  readonly folder: string
  readonly colorScheme: 'light' | 'dark'
  readonly viewport: NonNullable<BrowserContextOptions['viewport']>
}

interface Bridge {
  readonly atelier: { call(route: string, input: unknown): Promise<unknown> }
}

const MAIN = join(import.meta.dirname, '../../.build/desktop/main.js')

/** Rejects with what the application wrote when it ends before its page is there. */
export async function startOnStandIn(options: DesktopHostOptions): Promise<DesktopHost> {
  const desktop = startDesktop({
    main: MAIN,
    args: wordsOf(options),
    config: { chromium: process.env['ATELIER_CHROMIUM'] ?? 'chromium', theme: options.colorScheme },
    tempDir: options.folder,
  })
  try {
    await desktop.loaded()
    const browser = await chromium.connectOverCDP(await desktop.endpoint())
    const page = await until(() => browser.contexts()[0]?.pages()[0], { what: "the window's page" })
    return await hostOf(page, options, {
      agreeToSave: (folder) => desktop.evaluate(agreeToSave, folder),
      stop: async (signal) => {
        await browser.close().catch(() => undefined)
        await desktop.stop(signal)
      },
    })
  } catch (error) {
    await desktop.stop('SIGKILL')
    throw error
  }
}

/** Only where `electronRuntime` names a program. */
export async function startOnElectron(options: DesktopHostOptions): Promise<DesktopHost> {
  const runtime = electronRuntime()
  if (!runtime.ok) throw new Error(runtime.reason)
  const application = await _electron.launch({
    executablePath: runtime.path,
    args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), MAIN, ...wordsOf(options)],
    cwd: dirname(MAIN),
  })
  const page = await application.firstWindow()
  return hostOf(page, options, {
    agreeToSave: (folder) => application.evaluate(agreeToSave, folder),
    stop: async (signal) => {
      if (signal === 'SIGKILL') application.process().kill('SIGKILL')
      else await application.evaluate(letItQuit)
      await application.close()
    },
  })
}

/** Whoever ends it answers the question about running tasks, if it comes, with its first button: Quit. */
function letItQuit({ dialog }: { readonly dialog: Dialog }): void {
  dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
}

/** The user agrees to every name, and saves in `folder`. */
function agreeToSave({ dialog }: { readonly dialog: Dialog }, folder: string): void {
  dialog.showSaveDialog = async (...words: readonly unknown[]) => {
    const { defaultPath = '' } = words.at(-1) as SaveDialogOptions
    return { canceled: false, filePath: `${folder}/${defaultPath.split(/[\\/]/).at(-1)}` }
  }
}

interface Process {
  agreeToSave(folder: string): Promise<void>
  stop(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

function wordsOf({ dataDir, localService }: HostOptions): readonly string[] {
  return ['--data-dir', dataDir, '--no-samples', ...(localService ? [] : ['--no-local-service'])]
}

async function hostOf(
  page: Page,
  { colorScheme, viewport, folder }: DesktopHostOptions,
  { agreeToSave, stop }: Process,
): Promise<DesktopHost> {
  await page.emulateMedia({ colorScheme })
  await page.setViewportSize(viewport)
  const address = await page.evaluate(() => new URL('/', location.href).href)
  return {
    page,
    ready: { origin: new URL(address).origin },
    launchUrl: async () => address,
    stop: (signal = 'SIGTERM') => stop(signal),
    call: async (route, input) =>
      (await page.evaluate(
        ([name, value]) => (globalThis as unknown as Bridge).atelier.call(String(name), value),
        [route, input],
      )) as Awaited<ReturnType<Host['call']>>,
    saved: async (_page, press) => {
      const place = await mkdtemp(join(folder, 'saved-'))
      await agreeToSave(place)
      await press()
      const name = await until(async () => (await readdir(place)).find((entry) => !entry.endsWith('.part')), {
        what: 'the file',
      })
      return { name, bytes: await readFile(join(place, name)) }
    },
    post: (path, headers, bytes) =>
      page.evaluate(
        async ([where, named, base64]) => {
          const body = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
          const response = await fetch(where, { method: 'POST', headers: named, body })
          return (await response.json()) as unknown
        },
        [path, headers, Buffer.from(bytes).toString('base64')] as const,
      ),
  }
}
