/**
 * Updates of the installed program: looked for by themselves where the user lets them, fetched and installed only when asked.
 *
 * Owns the states and what a failure is called. What a release is, its checksums, its signature and who is in a staged
 * rollout are electron-updater's business.
 */
import type { UpdatesOffReason, UpdateState } from '#contract/app.ts'
import { followedBy, message, type Message, type PlainMessageId } from '#contract/messages/message.ts'
import { render, type Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { Updates } from '#core/ports/shell.ts'

/** What is used of electron-updater. */
export interface Updater {
  /** Null where it finds that it cannot work. In a staged rollout a version is available to those whose turn it is. */
  checkForUpdates(): Promise<Found | null>
  /** Resolves once the file is complete, its checksum is right and, on Windows, so is its signature. */
  downloadUpdate(): Promise<unknown>
  /** Has the system take over what was fetched, where it does that while the program runs. It may install it from then on. */
  prepare(): Promise<void>
  /** Starts what replaces the program and then ends it; where it cannot, it throws or tells `onError`. */
  quitAndInstall(): void
  /** How much is fetched, 0 to 1. */
  onProgress(listener: (fraction: number) => void): void
  onError(listener: (error: Error) => void): void
}

interface Found {
  readonly isUpdateAvailable: boolean
  readonly updateInfo: { readonly version: string }
}

export interface DesktopUpdatesOptions {
  /** Why there are none; null where there are. */
  readonly off: UpdatesOffReason | null
  readonly load: () => Promise<Updater>
  /** Whether to look for a version without being asked. */
  readonly isAutomatic: () => boolean
  /** Ends the program in the usual way. */
  readonly quit: () => void
  readonly clock: Clock
  readonly say: Say
  readonly log: (line: string) => void
}

export interface DesktopUpdates extends Updates {
  /** The version that the user asked to have installed; null when they did not. */
  asked(): string | null
  /** The user stays after all: what was fetched waits to be installed, as before. */
  postpone(): void
  /** While the program runs: what takes time and may fail. Whether the program may end now; where not, the state says why. */
  prepare(): Promise<boolean>
  /** Starts the installation. Calls `onFailure` where it cannot be started; otherwise the program is ended. */
  replace(onFailure: () => void): void
  close(): void
}

/** The start has other things to do first. */
const FIRST_CHECK_MS = 30_000
const EVERY_MS = 24 * 60 * 60_000
/** To unpack a program and check its signature takes seconds. */
const MAX_PREPARATION_MS = 5 * 60_000

export function createDesktopUpdates(options: DesktopUpdatesOptions): DesktopUpdates {
  const { clock, log, off } = options
  const listeners = new Set<(state: UpdateState) => void>()
  let state: UpdateState =
    off === null ? { state: 'current', checkedAt: null } : { state: 'off', reason: off }
  let updater: Updater | undefined

  const become = (next: UpdateState): UpdateState => {
    state = next
    for (const listener of listeners) listener(state)
    return state
  }
  const load = async (): Promise<Updater> =>
    (updater ??= listenTo(await options.load(), log, (fraction) => {
      if (state.state === 'downloading') become({ ...state, fraction })
    }))
  const failed = (doing: string, error: unknown, otherwise = UNREACHABLE): UpdateState => {
    log(`${doing} failed: ${error instanceof Error ? error.message : String(error)}`)
    return become({ state: 'failed', message: render(failureOf(error, otherwise), options.say) })
  }
  const check = async (): Promise<UpdateState> => {
    if (!['current', 'failed', 'available'].includes(state.state)) return state
    become({ state: 'checking' })
    try {
      const found = await (await load()).checkForUpdates()
      return found?.isUpdateAvailable
        ? become({ state: 'available', version: found.updateInfo.version })
        : become({ state: 'current', checkedAt: clock.now() })
    } catch (error) {
      return failed('Looking for an update', error)
    }
  }
  const checkByItself = (): void => {
    if (options.isAutomatic()) void check()
  }
  const stopChecks = off === null ? everyDay(clock, checkByItself) : null

  return {
    current: () => state,
    check,
    async download() {
      if (state.state !== 'available') return state
      const { version } = state
      become({ state: 'downloading', version, fraction: 0 })
      try {
        await (await load()).downloadUpdate()
        return become({ state: 'ready', version })
      } catch (error) {
        return failed('Fetching the update', error)
      }
    },
    install() {
      if (state.state !== 'ready') return state
      become({ state: 'installing', version: state.version })
      options.quit()
      return state
    },
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async prepare() {
      if (state.state !== 'installing' || !updater) return true
      const error = await failureWithin(clock, MAX_PREPARATION_MS, updater.prepare())
      if (error) failed('Preparing the update', error, 'desktop.update.refused')
      return error === null
    },
    asked: () => (state.state === 'installing' ? state.version : null),
    postpone() {
      if (state.state === 'installing') become({ state: 'ready', version: state.version })
    },
    replace: (onFailure) => startInstallation(updater, log, onFailure),
    close() {
      stopChecks?.()
      listeners.clear()
    },
  }
}

function listenTo(
  updater: Updater,
  log: (line: string) => void,
  onProgress: (fraction: number) => void,
): Updater {
  updater.onProgress((fraction) => onProgress(Math.min(1, Math.max(0, fraction))))
  // Each failure also rejects the call that met it; without a listener it would end the program.
  updater.onError((error) => log(`Update: ${error.message}`))
  return updater
}

/** Runs it soon after the start and then every day, until the returned function is called. */
function everyDay(clock: Clock, run: () => void): () => void {
  let cancel: () => void = () => undefined
  const runLater = (waitMs: number): void => {
    cancel = clock.after(waitMs, () => {
      runLater(EVERY_MS)
      run()
    })
  }
  runLater(FIRST_CHECK_MS)
  return () => cancel()
}

function failureWithin(clock: Clock, limitMs: number, work: Promise<void>): Promise<Error | null> {
  return new Promise((resolve) => {
    const cancel = clock.after(limitMs, () => resolve(new Error('it took too long')))
    work.then(() => resolve(null), resolve).finally(cancel)
  })
}

function startInstallation(
  updater: Updater | undefined,
  log: (line: string) => void,
  onFailure: () => void,
): void {
  if (!updater) return onFailure()
  updater.onError(onFailure)
  try {
    updater.quitAndInstall()
  } catch (error) {
    log(`Installing the update failed: ${String(error)}`)
    onFailure()
  }
}

const UNREACHABLE: PlainMessageId = 'desktop.update.unreachable'
/** electron-updater's codes and the system's. */
const REASONS: readonly (readonly [RegExp, PlainMessageId])[] = [
  [/CHECKSUM|SIGNATURE/u, 'desktop.update.tampered'],
  [/ENOSPC|EDQUOT/u, 'desktop.update.diskFull'],
  [/EACCES|EPERM|EROFS/u, 'desktop.update.folderReadOnly'],
]

function failureOf(error: unknown, otherwise: PlainMessageId): Message {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const reason = REASONS.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise
  return followedBy(message(reason), message('desktop.update.unchanged'))
}
