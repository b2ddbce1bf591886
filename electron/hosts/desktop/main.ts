/**
 * Entry of the desktop: what must happen before Electron is ready, the single instance, and the way out.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { app, dialog } from 'electron'
import { chooseDataDir, prepareDataDir } from '#adapters/node/data-dir.ts'
import { openApp } from '#core/app.ts'
import { LOCAL_SERVICE_ENTRY, PAGE_DIR, PRELOAD_FILE, SAMPLES_DIR } from '#hosts/build-paths.ts'
import { lockNavigation } from './navigation.ts'
import { registerScheme } from './protocol.ts'
import { spawnUtilityService } from './spawn-utility-service.ts'
import { startDesktopHost, type DesktopHost } from './start-desktop-host.ts'
import { focusWindow } from './window.ts'

registerScheme()
app.enableSandbox()
app.on('web-contents-created', (_event, contents) => lockNavigation(contents))

const words = readArguments(process.argv.slice(1))
const dataDir = chooseDataDir(words.dataDir, process.env)
const folder = await prepareDataDir(dataDir)
if (folder.ok) {
  // Chromium's own files lie with the rest. The single instance is one per such folder.
  const userData = join(dataDir, 'electron')
  mkdirSync(userData, { recursive: true, mode: 0o700 })
  app.setPath('userData', userData)
  // Not awaited: Electron becomes ready only when this module has been evaluated to its end.
  if (app.requestSingleInstanceLock()) void run()
  else app.quit()
} else {
  refuse(folder.error.message)
}

async function run(): Promise<void> {
  await app.whenReady()
  try {
    const host = await startDesktopHost({
      dataDir,
      pageDir: PAGE_DIR,
      preload: PRELOAD_FILE,
      devTools: !app.isPackaged,
      openApp,
      ...(words.samples && { samplesDir: SAMPLES_DIR }),
      spawnService: (serviceDir) => spawnUtilityService(LOCAL_SERVICE_ENTRY, serviceDir),
    })
    if (!host.ok) return refuse(host.error.message)
    app.on('second-instance', () => focusWindow(host.data.window))
    app.on('window-all-closed', () => app.quit())
    app.once('will-quit', (event) => {
      event.preventDefault()
      void end(host.data)
    })
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error))
  }
}

async function end(host: DesktopHost): Promise<void> {
  await host.close().catch(() => undefined)
  app.exit(0)
}

function refuse(sentence: string): void {
  dialog.showErrorBox('Atelier could not start', sentence)
  app.exit(1)
}

/** Chromium's own switches stand among them, and are not ours to refuse. */
function readArguments(argv: readonly string[]): { readonly dataDir?: string; readonly samples: boolean } {
  const { values } = parseArgs({
    args: [...argv],
    strict: false,
    allowNegative: true,
    options: { 'data-dir': { type: 'string' }, samples: { type: 'boolean', default: true } },
  })
  const dataDir = values['data-dir']
  return { samples: values.samples !== false, ...(typeof dataDir === 'string' && { dataDir }) }
}
