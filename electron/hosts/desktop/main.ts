/** Entry of the desktop: what must happen before Electron is ready, the single instance, and the way out. */
import { join } from 'node:path'
import { app, dialog, session } from 'electron'
import { openCrashNotes, type CrashNotes } from '#adapters/node/crash-notes.ts'
import { chooseDataDir, prepareDataDir } from '#adapters/node/data-dir.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { openApp } from '#core/open-app.ts'
import { message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import { LOCAL_SERVICE_ENTRY, PAGE_DIR, PRELOAD_FILE, SAMPLES_DIR, VERSION } from '#hosts/build-paths.ts'
import { openBeforeAgents } from '#hosts/agents/close-for-user.ts'
import { outliveReaders } from '#adapters/node/terminal.ts'
import { openVoices, voiceOf } from '#hosts/voices.ts'
import { agentsCommand } from './agents-command.ts'
import { APP_ID, DESKTOP_READY_LINE, readDesktopArguments } from './arguments.ts'
import { chooseKeychain } from './choose-keychain.ts'
import { endHost } from './end-host.ts'
import { watchFatalErrors } from './fatal-errors.ts'
import { lockNavigation, withoutCertificate } from './window/navigation.ts'
import { collectOpenings, handOver } from './links/openings.ts'
import { registerScheme } from './protocol.ts'
import { quietSpelling } from './window/spelling.ts'
import { spawnUtilityService } from './spawn-utility-service.ts'
import { startDesktopHost } from './start-desktop-host.ts'

// Windows groups windows and notifications by it; the installer's shortcut has the same (electron-builder.yml, `appId`).
app.setAppUserModelId(APP_ID)
registerScheme()
// Beside `--no-sandbox`, which containers need, Chromium would not start at all.
if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
app.on('web-contents-created', (_event, contents) => lockNavigation(contents))
app.on('select-client-certificate', withoutCertificate)
outliveReaders()
const openings = collectOpenings(process.argv.slice(1))

const voices = await openVoices()
const say = voiceOf(voices, app.getPreferredSystemLanguages())
await voices.find(app.getPreferredSystemLanguages())
const args = readDesktopArguments(process.argv.slice(1))
const dataDir = chooseDataDir(args.dataDir, process.env)
let hasRefused = false
if (args.print === 'agents') {
  const command = (await agentsCommand(dataDir)).join(' ')
  process.stderr.write(`${say(message('desktop.otherProgram', { command }))}\n`, () => app.exit(1))
} else if (args.print) {
  const text = args.print === 'help' ? say(message('desktop.usage')) : VERSION
  process.stdout.write(`${text}\n`, (error) => app.exit(error ? 1 : 0))
} else if (args.problem !== undefined) {
  refuse(args.problem)
} else {
  await start()
}

async function start(): Promise<void> {
  // Chromium's own files lie with the rest. The single instance is one per such folder.
  const userData = join(dataDir, 'electron')
  const folder = await prepareDataDir(dataDir)
  const ready = folder.ok ? await prepareDataDir(userData) : folder
  if (!ready.ok) return refuse(ready.error)
  app.setPath('userData', userData)
  await chooseKeychain({ commandLine: app.commandLine, environment: process.env })
  if (args.safe) app.disableHardwareAcceleration()
  // Not awaited: Electron becomes ready only when this module has been evaluated to its end.
  if (app.requestSingleInstanceLock(handOver(process.argv.slice(1))))
    void run(openCrashNotes(dataDir, Date.now, VERSION))
  else app.quit()
}

async function run(crashes: CrashNotes): Promise<void> {
  const giveUp = (why: Message) => refuse(why, 'desktop.hasToEnd')
  watchFatalErrors({ keep: crashes.keep, giveUp })
  await app.whenReady()
  quietSpelling(session.defaultSession)
  try {
    const starting = startDesktopHost({
      dataDir,
      pageDir: PAGE_DIR,
      preload: PRELOAD_FILE,
      devTools: !app.isPackaged,
      openApp: openBeforeAgents(openApp),
      openings,
      crashes,
      say,
      voices,
      giveUp,
      safeMode: args.safe,
      background: args.background,
      ...(args.samples && { samplesDir: SAMPLES_DIR }),
      spawnService: (serviceDir) => spawnUtilityService(LOCAL_SERVICE_ENTRY, serviceDir),
    })
    // From here on, because the window may be closed before the page is there.
    app.on('window-all-closed', () => app.quit())
    app.once('will-quit', (event) => {
      event.preventDefault()
      void endHost(starting, (code) => app.exit(code), createSystemClock())
    })
    const host = await starting
    if (!host.ok) return refuse(host.error)
    if (!app.isPackaged) process.stdout.write(`${DESKTOP_READY_LINE}\n`)
  } catch (error) {
    crashes.keep('Atelier did not start.', error)
    const reason = error instanceof Error ? error.message : String(error)
    refuse(message('hosts.startFailed', { reason }))
  }
}

function refuse(why: Message, title: PlainMessageId = 'desktop.couldNotStart'): void {
  if (hasRefused) return
  hasRefused = true
  void showRefusal(say(message(title)), say(why))
}

/** Never awaited by this module: Electron is ready only when that has been evaluated. Before, Linux would show no dialog. */
async function showRefusal(title: string, text: string): Promise<void> {
  await app.whenReady()
  dialog.showErrorBox(title, text)
  app.exit(1)
}
