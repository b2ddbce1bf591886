/**
 * What is told while another program is in front: how tasks ended, one notification for all within a moment, and that agents wait.
 *
 * By platform (electron.d.ts, `NotificationConstructorOptions`): grouping (`groupId`) is for macOS and Windows, the group's
 * title for Windows alone. A thumbnail is shown on all three; what it looks like is the system's business.
 */
import { Notification, type BrowserWindow } from 'electron'
import type { App } from '#core/app.ts'
import type { Command, NotificationHealth } from '#contract/app.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { TASK_OUTCOMES, type TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import type { Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { WaitingQuote } from '#contract/agents.ts'
import { followQuotes } from './follow-quotes.ts'
import { readThumbnail } from './icons.ts'

const GATHER_MS = 1_500
const GROUP = 'tasks'
const MAX_BODY = 120
const MAX_REASON = 300
/** Tasks whose state is remembered; the oldest are forgotten. */
const MAX_KNOWN = 5_000
/** A notification that the system dropped without a word is not held for ever. */
const MAX_SHOWN = 50

/** Whether the program lies where it stays: not in the folder of a portable program, which is emptied, nor in a checkout's Electron. */
export function isInstalled(isPackaged: boolean, environment: NodeJS.ProcessEnv = process.env): boolean {
  return isPackaged && !isPortable(environment)
}

/** Windows alone has such programs; electron-builder's stub names itself. */
function isPortable(environment: NodeJS.ProcessEnv): boolean {
  return ['PORTABLE_EXECUTABLE_FILE', 'PORTABLE_EXECUTABLE_DIR'].some((name) => environment[name])
}

/**
 * Whether this program may show notifications at all. Asking Windows whether it can, or showing one, writes a shortcut to the
 * program into the Start menu (Electron's windows_toast_activator.cc, `EnsureShortcut`, from `NotificationPresenter::Create`).
 */
export function mayNotify(
  isPackaged: boolean,
  environment: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return !isPortable(environment) && (isPackaged || platform !== 'win32')
}

/** What came of the last notification. */
export function createNotificationHealth(may: boolean) {
  let reason: string | null = null
  return {
    current(): NotificationHealth {
      if (!may) return { state: 'off' }
      return reason === null ? { state: 'fine' } : { state: 'failed', reason }
    },
    /** Watch it before it is shown: the system says at once what is wrong (electron.d.ts, `Notification`, event `failed`). */
    watch(notification: Notification): void {
      notification.on('failed', (_event, error) => void (reason = error.slice(0, MAX_REASON)))
      notification.on('show', () => void (reason = null))
    },
  }
}

export type NotificationWatch = Pick<ReturnType<typeof createNotificationHealth>, 'watch'>

interface NotificationDeps {
  readonly app: Pick<App, 'call' | 'subscribe' | 'media'>
  readonly window: BrowserWindow
  readonly clock: Pick<Clock, 'after' | 'now'>
  readonly say: Say
  /** The user wants them, and this program may show them. */
  readonly isWanted: () => boolean
  readonly health: NotificationWatch
  readonly onPress: (command: Command) => void
}

/** Follows the tasks; the returned function ends it and takes back what is shown. */
export function notifyOfOutcomes({
  app,
  window,
  clock,
  say,
  isWanted,
  health,
  onPress,
}: NotificationDeps): () => void {
  const known = new Map<string, TaskState>()
  /** Held, because one that is collected as garbage does not answer a press (electron.d.ts, `Notification`). */
  const shown = new Set<Notification>()
  const startedAt = clock.now()
  let gathered: readonly Task[] = []
  let disarm: (() => void) | null = null
  let isClosed = false

  function isNews(task: Task): boolean {
    const before = known.get(task.id)
    known.delete(task.id)
    known.set(task.id, task.state)
    const [oldest] = known.keys()
    if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest)
    return before === undefined ? task.updatedAt >= startedAt : before !== task.state
  }

  async function show(): Promise<void> {
    disarm = null
    const tasks = gathered
    gathered = []
    // The user has come back meanwhile, and sees it.
    if (!isWanted() || !isAway(window)) return
    const image = await thumbnailOf(tasks)
    if (isClosed) return
    const notification = new Notification({
      title: say(titleOf(tasks, say)),
      body: bodyOf(tasks),
      groupId: GROUP,
      groupTitle: 'Atelier',
      ...(image ? { icon: image } : {}),
    })
    health.watch(notification)
    notification.on('click', () => onPress(commandOf(tasks)))
    notification.on('close', () => void shown.delete(notification))
    shown.add(notification)
    const [oldest] = shown
    if (shown.size > MAX_SHOWN && oldest) shown.delete(oldest)
    notification.show()
  }

  async function thumbnailOf(tasks: readonly Task[]) {
    const assetId = tasks.findLast((task) => task.assetIds.length > 0)?.assetIds[0]
    const thumb = assetId === undefined ? null : await app.media.thumb(assetId).catch(() => null)
    return thumb && (await readThumbnail(thumb.path))
  }

  const stop = app.subscribe((event) => {
    if (event.name !== 'task.changed' || !isNews(event.data.task)) return
    if (TASK_OUTCOMES[event.data.task.state] === undefined || !isWanted()) return
    gathered = [...gathered, event.data.task]
    disarm ??= clock.after(GATHER_MS, () => void show())
  })
  return () => {
    isClosed = true
    stop()
    disarm?.()
    for (const notification of shown) notification.close()
  }
}

/** Whether the user is elsewhere, and can be told there. Asked last: the system is changed by the question (`mayNotify`). */
function isAway(window: BrowserWindow): boolean {
  return !window.isDestroyed() && !window.isFocused() && Notification.isSupported()
}

function titleOf(tasks: readonly Task[], say: Say): Message {
  const outcomes = (['needsYou', 'done', 'failed'] as const).flatMap((outcome) => {
    const count = tasks.filter(({ state }) => TASK_OUTCOMES[state] === outcome).length
    return count === 0 ? [] : [say(message(`desktop.notification.${outcome}`, { count }))]
  })
  return message('desktop.notification.outcomes', { outcomes })
}

/** The prompt of a single task: what it was, in the user's own words. */
function bodyOf(tasks: readonly Task[]): string {
  const [only, ...others] = tasks
  const body = only && others.length === 0 ? (only.request.prompt ?? '').replace(/\s+/g, ' ').trim() : ''
  return body.length > MAX_BODY ? `${body.slice(0, MAX_BODY - 1)}…` : body
}

/** Where a press leads: to the one that is meant, or to the place where all of them are. */
function commandOf(tasks: readonly Task[]): Command {
  const [only, ...others] = tasks
  if (only && others.length === 0) {
    const [assetId] = only.assetIds
    return only.state === 'saved' && assetId !== undefined
      ? { kind: 'openAsset', id: assetId }
      : { kind: 'openTask', id: only.id }
  }
  const areDone = tasks.every(({ state }) => state === 'saved')
  return { kind: 'run', command: areDone ? 'place:gallery' : 'place:queue' }
}

/**
 * Tells that an agent waits for the user's word while another program is in front: one notification for all that wait, taken
 * back when none does. Nothing of what the agent wrote stands in it. The returned function ends it and takes back what is shown.
 */
export function notifyOfQuotes(deps: Omit<NotificationDeps, 'clock'>): () => void {
  const { app, window, say, isWanted, health, onPress } = deps
  let shown: Notification | null = null
  const takeBack = (): void => {
    shown?.close()
    shown = null
  }
  const show = (asked: readonly WaitingQuote[]): void => {
    takeBack()
    // The user is here, and sees the dialog.
    if (!isWanted() || !isAway(window)) return
    const notification = new Notification({
      title: say(waitingTitle(asked)),
      body: say(message('desktop.notification.nothingSent')),
    })
    health.watch(notification)
    notification.on('click', () => onPress({ kind: 'openQuotes' }))
    notification.show()
    shown = notification
  }
  const stop = followQuotes(app, (asked, isNew) => {
    if (isNew) show(asked)
    else if (asked.length === 0) takeBack()
  })
  return () => {
    stop()
    takeBack()
  }
}

/** The agent's name is the user's own word for it. */
function waitingTitle(asked: readonly WaitingQuote[]): Message {
  const [first, ...others] = asked
  return first && others.length === 0
    ? message('desktop.notification.agentWaits', { agent: first.agent.name })
    : message('desktop.notification.quotesWait', { count: asked.length })
}
