/**
 * Everything around the window: menu, tray, icon, notifications, links and files, sleep, spelling, proxy and the way out.
 *
 * Owns who is told of what. Each of them is a module of its own and ends when the shell does.
 */
import { basename, dirname } from 'node:path'
import { app as electronApp, dialog, powerMonitor, session, type BrowserWindow } from 'electron'
import type { Command } from '#contract/app.ts'
import type { Settings } from '#contract/settings.ts'
import { message } from '#contract/messages/message.ts'
import type { App } from '#core/app.ts'
import { messageIn, type Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { Voices } from '#hosts/voices.ts'
import type { Commands } from '../links/commands.ts'
import { parseDeepLink } from '../links/deep-links.ts'
import { readRecipeFile, RECIPE_EXTENSIONS, type Opening, type Openings } from '../links/openings.ts'
import type { ProgramUpdates } from '../updates/program-updates.ts'
import { checkSpelling, installContextMenu } from '../window/spelling.ts'
import { chromiumProxy } from '../system-proxy.ts'
import { focusWindow } from '../window/window.ts'
import { drawAttention } from './attention.ts'
import { showQueueOnIcon, holdOffSleep } from './dock.ts'
import { followSettings, setStartAtLogin } from './follow-settings.ts'
import { rememberDocument, setJumpList } from './jump-list.ts'
import { installMenu } from './menu.ts'
import {
  type createNotificationHealth,
  isInstalled,
  notifyOfOutcomes,
  notifyOfQuotes,
} from './notifications.ts'
import { createKeepOn } from './keep-on.ts'
import { watchQueue } from './queue-watch.ts'
import { explainQuit } from './quit.ts'
import { showTray } from './tray.ts'

export interface WindowShellDeps {
  readonly app: App
  readonly window: BrowserWindow
  readonly commands: Commands
  /** What the system asked to open; none where nobody can ask. */
  readonly openings?: Openings | undefined
  readonly notifications: ReturnType<typeof createNotificationHealth>
  readonly clock: Clock
  readonly updates: Pick<ProgramUpdates, 'current' | 'prepare' | 'postpone'>
  readonly devTools: boolean
  readonly say: Say
  readonly voices?: Voices | undefined
  readonly log: (line: string) => void
}

/** Builds it up; the returned function takes it down. */
export async function openWindowShell(deps: WindowShellDeps): Promise<() => void> {
  const { app, window, commands, notifications, clock, say, log } = deps
  const settings = await followSettings(app, (now, before) => applySettings(now, before, log))
  const queue = watchQueue(app)
  const goTo = (command: Command): void => {
    focusWindow(window)
    commands.send(command)
  }
  const open = async (opening: Opening): Promise<void> => {
    const command = await commandFor(opening, deps)
    if (command) goTo(command)
  }
  let recipes: string | undefined
  const openRecipe = async (): Promise<void> => {
    const path = await chooseRecipe(window, say, recipes)
    if (path === null) return
    recipes = dirname(path)
    await open({ kind: 'file', path })
  }
  const showMenus = (): void => installMenus(deps, goTo, () => void openRecipe())
  showMenus()
  installContextMenu(window, say)
  const isWanted = () => settings.current().desktop.notifications && notifications.current().state !== 'off'
  const notified = { app, window, say, isWanted, health: notifications, onPress: goTo }
  const stops = [
    followLanguage(deps.voices, showMenus, queue.repeat),
    showQueueOnIcon(window, queue, say),
    showTray(queue, {
      say,
      onOpen: () => focusWindow(window),
      onApprovals: () => goTo({ kind: 'openQuotes' }),
      onPause: (isPaused) => void app.call(isPaused ? 'queue.pause' : 'queue.resume', {}),
      onQuit: () => electronApp.quit(),
    }),
    holdOffSleep(queue),
    notifyOfOutcomes({ ...notified, clock }),
    notifyOfQuotes(notified),
    drawAttention(app, window),
    explainQuit({
      keepOn: createKeepOn({
        window,
        queue,
        say,
        isWanted: () => settings.current().desktop.keepOn,
        isNew: () => settings.current().desktop.explainKeepOn,
        onTold: () => void app.call('settings.set', { desktop: { explainKeepOn: false } }),
      }),
      window,
      queue,
      say,
      now: () => clock.monotonicMs(),
      isUpdating: () => deps.updates.current().state === 'installing',
      prepareUpdate: deps.updates.prepare,
      onStay: deps.updates.postpone,
      isExplained: () => settings.current().desktop.explainQuit,
      onUnderstood: () => void app.call('settings.set', { desktop: { explainQuit: false } }),
    }),
  ]
  const onActivate = () => focusWindow(window)
  electronApp.on('activate', onActivate)
  const onResume = () => app.wake()
  powerMonitor.on('resume', onResume)
  deps.openings?.follow(
    (opening) => void open(opening),
    () => focusWindow(window),
  )
  return () => {
    electronApp.off('activate', onActivate)
    powerMonitor.off('resume', onResume)
    for (const stop of stops.toReversed()) stop()
    queue.close()
    settings.close()
  }
}

function installMenus(
  { say, devTools }: WindowShellDeps,
  goTo: (command: Command) => void,
  onOpenRecipe: () => void,
): void {
  installMenu({ say, devTools, run: (command) => goTo({ kind: 'run', command }), onOpenRecipe })
  setJumpList({ say, run: goTo, isInstalled: isInstalled(electronApp.isPackaged) })
}

/** Says everything once more in the language that the user has chosen. */
function followLanguage(voices: Voices | undefined, ...sayAnew: readonly (() => void)[]): () => void {
  const stop = voices?.onChange(async () => {
    await voices.find(electronApp.getPreferredSystemLanguages())
    for (const say of sayAnew) say()
  })
  return () => stop?.()
}

function applySettings(
  { desktop, network }: Settings,
  before: Settings | null,
  log: WindowShellDeps['log'],
): void {
  const isNew = <Part>(part: Part, earlier: Part | undefined) =>
    JSON.stringify(part) !== JSON.stringify(earlier)
  if (isNew(desktop.spellLanguages, before?.desktop.spellLanguages)) {
    checkSpelling(session.defaultSession, desktop.spellLanguages)
  }
  if (isNew(network.proxy, before?.network.proxy)) {
    session.defaultSession
      .setProxy(chromiumProxy(network.proxy))
      .catch((error: unknown) => log(`The proxy was not taken: ${String(error)}`))
  }
  if (before && desktop.startAtLogin !== before.desktop.startAtLogin) setStartAtLogin(desktop.startAtLogin)
}

/** The file that the user chooses; null where the dialog is closed. Electron would begin in the downloads each time. */
async function chooseRecipe(
  window: BrowserWindow,
  say: Say,
  folder: string | undefined,
): Promise<string | null> {
  if (window.isDestroyed()) return null
  const { canceled, filePaths } = await dialog.showOpenDialog(window, {
    properties: ['openFile'],
    ...(folder !== undefined && { defaultPath: folder }),
    filters: [{ name: say(message('desktop.recipeFiles')), extensions: RECIPE_EXTENSIONS }],
  })
  return canceled ? null : (filePaths[0] ?? null)
}

/** What a link or a file asks the page to show; null where it cannot be read. Says so to the user, who is waiting for it. */
async function commandFor(
  opening: Opening,
  { app, window, say, log }: WindowShellDeps,
): Promise<Command | null> {
  if (opening.kind === 'link') {
    const command = parseDeepLink(opening.link)
    if (!command) log('A link was not opened: it is not one that Atelier reads.')
    return command
  }
  const bytes = await readRecipeFile(opening.path)
  const recipe = bytes && (await app.readRecipe(bytes))
  if (recipe?.ok) {
    rememberDocument(opening.path)
    return { kind: 'restoreRecipe', recipe: recipe.data }
  }
  if (!window.isDestroyed()) {
    focusWindow(window)
    void dialog.showMessageBox(window, {
      type: 'info',
      message: say(message('desktop.noRecipe', { file: basename(opening.path) })),
      detail: say(recipe ? messageIn(recipe.error) : message('desktop.fileUnreadable')),
      buttons: [say(message('desktop.ok'))],
    })
  }
  return null
}
