/**
 * Watches one folder: looks through it now and then, and at once where the system tells of a change; what has come is taken in when it
 * is whole.
 *
 * The look through the whole folder is the truth, events only make it quick. Nothing is ever changed in the folder.
 */
import { stat } from 'node:fs/promises'
import type { WatchedState } from '#contract/watched.ts'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../../ports/clock.ts'
import { diskFailure } from '../../../store/disk-errors.ts'
import type { Taken } from '../archives/take-files.ts'
import type { ArchiveFile } from '../archives/walk-archive.ts'
import { type Arrival, createArrivals, isSame } from './arrivals.ts'
import { judge } from './judge-arrival.ts'
import { createFolderEvents } from './folder-events.ts'
import type { TakeArrived } from './take-arrived.ts'
import { isArriving, lookAt, walkWatched, watchedFile } from './walk-watched.ts'

/** Programs change a file many times while they write it. */
const AFTER_EVENT_MS = 500
const POLL_MS = 60_000
const AWAY_MS = 15_000
/** While an import is under way, which may take in the same files. */
const BUSY_MS = 2_000
const FULL_MS = 30_000
/** A folder that takes long to look through is looked through less often: at most this share of the time. */
const POLL_SHARE = 1 / 20
/** Paths that events have named; with more, the whole folder is looked through. */
const MAX_NAMED = 1_000
/** Files that are not taken in, and need not be looked into again. */
const MAX_LEFT = 20_000
const AT_ONCE = 8

export interface WatchDeps {
  readonly clock: Clock
  readonly arrived: TakeArrived
  readonly log: (line: string) => void
  /** Whether an import is under way. */
  readonly isBusy: () => boolean
  readonly onChange: () => void
}

interface WatchWish {
  readonly path: string
  readonly mode: 'copy' | 'in-place'
}

interface Watch {
  readonly deps: WatchDeps
  readonly root: string
  readonly inPlace: boolean
  readonly signal: AbortSignal
  readonly arrivals: ReturnType<typeof createArrivals>
  readonly events: ReturnType<typeof createFolderEvents>
  readonly left: LRUCache<string, ArchiveFile>
  /** What events have named; null: the whole folder. */
  due: Set<string> | null
  /** Which folder it is: another disk may be at the same place later. */
  identity: string
  nextPollMs: number
  pollTookMs: number
  /** Not every file that came had room to wait. */
  hasMore: boolean
  state: WatchedState
  added: number
}

export type FolderWatch = ReturnType<typeof watchFolder>

export function watchFolder(deps: WatchDeps, { path: root, mode }: WatchWish) {
  const { clock, log } = deps
  const closing = new AbortController()
  let cancel: (() => void) | null = null
  let wakeAtMs = Infinity
  let isLooking = false
  let looking = Promise.resolve()
  const wakeIn = (waitMs: number): void => {
    const atMs = clock.monotonicMs() + waitMs
    if (closing.signal.aborted || atMs >= wakeAtMs) return
    cancel?.()
    wakeAtMs = atMs
    cancel = clock.after(waitMs, () => {
      wakeAtMs = Infinity
      if (!isLooking) looking = run()
    })
  }
  const watch: Watch = {
    deps,
    root,
    inPlace: mode === 'in-place',
    signal: closing.signal,
    arrivals: createArrivals(clock),
    events: createFolderEvents(root, (path) => {
      if (path === null || (watch.due?.size ?? 0) >= MAX_NAMED) watch.due = null
      else watch.due?.add(path)
      wakeIn(AFTER_EVENT_MS)
    }),
    left: new LRUCache({ max: MAX_LEFT }),
    due: null,
    identity: '',
    nextPollMs: 0,
    pollTookMs: 0,
    hasMore: false,
    state: 'watching',
    added: 0,
  }
  const run = async (): Promise<void> => {
    isLooking = true
    const waitMs = await look(watch).catch((error: unknown) => {
      if (!closing.signal.aborted) log(`A watched folder could not be looked through: ${String(error)}`)
      return POLL_MS
    })
    isLooking = false
    wakeIn(Math.min(waitMs, eventWaitMs(watch)))
    deps.onChange()
  }
  wakeIn(0)
  return {
    current: () => ({ state: watch.state, added: watch.added, ...watch.arrivals.counts() }),
    /** What is being taken in stops. */
    close: async (): Promise<void> => {
      closing.abort()
      cancel?.()
      await looking
      watch.events.close()
    },
  }
}

/** Until what events have named is looked at, in ms. */
function eventWaitMs({ due, pollTookMs }: Watch): number {
  if (due === null) return Math.max(AFTER_EVENT_MS, pollTookMs / POLL_SHARE)
  return due.size === 0 ? Infinity : AFTER_EVENT_MS
}

/** Returns when to look again, in ms from now. @throws Error when Atelier closes. */
async function look(watch: Watch): Promise<number> {
  const { arrivals, deps, events, root } = watch
  const info = await stat(root).catch(() => null)
  if (info?.isDirectory() !== true) return leave(watch)
  const identity = `${info.dev} ${info.ino}`
  if (identity !== watch.identity) events.close()
  if (identity !== watch.identity || deps.clock.monotonicMs() >= watch.nextPollMs) watch.due = null
  watch.identity = identity
  if (!(await see(watch))) return leave(watch)
  if (watch.state === 'away') watch.state = 'watching'
  const whole = await wholeOf(watch)
  if (whole.length > 0) {
    const postponedMs = await takeIn(watch, whole)
    if (postponedMs > 0) return postponedMs
    if (watch.hasMore) watch.nextPollMs = 0
  }
  const pollMs = Math.max(0, watch.nextPollMs - deps.clock.monotonicMs())
  return Math.min(pollMs, arrivals.nextMs() ?? pollMs)
}

/** The folder is away: all of it is looked through when it is back. */
function leave(watch: Watch): number {
  watch.events.close()
  watch.identity = ''
  watch.state = 'away'
  return AWAY_MS
}

/** False where the folder went away meanwhile. @throws Error when Atelier closes. */
async function see(watch: Watch): Promise<boolean> {
  const { due, root, signal } = watch
  watch.due = new Set()
  if (due === null) return seeAll(watch)
  for (const path of due) {
    signal.throwIfAborted()
    const found = await lookAt(root, path)
    if (found === 'folder') await seeBelow(watch, path)
    else if (found !== null) await seeFile(watch, found)
  }
  return true
}

async function seeAll(watch: Watch): Promise<boolean> {
  const { deps, events, root, signal } = watch
  const beganMs = deps.clock.monotonicMs()
  watch.hasMore = false
  try {
    events.keepOnly(await seeBelow(watch, root))
  } catch (error) {
    signal.throwIfAborted()
    deps.log(`A watched folder could not be read: ${String(error)}`)
    return false
  }
  const nowMs = deps.clock.monotonicMs()
  watch.pollTookMs = nowMs - beganMs
  watch.nextPollMs = nowMs + Math.max(POLL_MS, watch.pollTookMs / POLL_SHARE)
  return true
}

/** Returns the folders that there are. */
async function seeBelow(watch: Watch, folder: string): Promise<ReadonlySet<string>> {
  const { events, root, signal } = watch
  const folders = new Set<string>()
  const follow = (path: string): void => {
    folders.add(path)
    events.follow(path)
  }
  for await (const file of walkWatched(root, folder, follow)) {
    signal.throwIfAborted()
    await seeFile(watch, file)
  }
  return folders
}

async function seeFile(watch: Watch, file: ArchiveFile): Promise<void> {
  const { arrivals, deps, inPlace, left } = watch
  if (file.skipReason !== null) return
  const before = left.get(file.path)
  if ((before && isSame(before, file)) || (await deps.arrived.wasTaken(file, inPlace))) return
  if (!arrivals.see(file)) watch.hasMore = true
}

/** Those that have been the same for long enough and end as they must. */
async function wholeOf(watch: Watch): Promise<readonly Arrival[]> {
  const { arrivals, left, root, signal } = watch
  const whole: Arrival[] = []
  for (const arrival of arrivals.due()) {
    signal.throwIfAborted()
    const now = await watchedFile(root, arrival.file.path)
    if (now === null) arrivals.forget(arrival.file)
    else if (!isSame(now, arrival.file)) arrivals.see(now)
    else if (await isArriving(now)) arrivals.postpone(arrival)
    else {
      const verdict = await judge(arrival, arrivals.hasRested(arrival))
      if (verdict === 'whole') whole.push(arrival)
      if (verdict === 'later') arrivals.rest(arrival)
      if (verdict === 'unfinished') arrivals.postpone(arrival)
      if (verdict === 'noMedia') {
        arrivals.forget(now)
        left.set(now.path, now)
      }
    }
  }
  return whole
}

/** Returns how long it is put off, in ms: while an import is under way, or the library's disk is full. @throws Error when Atelier closes. */
async function takeIn(watch: Watch, whole: readonly Arrival[]): Promise<number> {
  const { deps, inPlace, root, signal } = watch
  if (deps.isBusy()) return BUSY_MS
  watch.state = 'taking'
  deps.onChange()
  const taking = await deps.arrived.open(root, inPlace, signal)
  try {
    for (let from = 0; from < whole.length; from += AT_ONCE) {
      signal.throwIfAborted()
      const some = whole.slice(from, from + AT_ONCE)
      await settle(watch, some, await taking.take(some.map(({ file }) => file)))
      deps.onChange()
    }
    watch.state = 'watching'
    return 0
  } catch (error) {
    const isFull = diskFailure(error)?.code === 'disk_full'
    watch.state = isFull ? 'full' : 'watching'
    if (!isFull) throw error
    return FULL_MS
  } finally {
    taking.finish()
  }
}

async function settle(watch: Watch, some: readonly Arrival[], taken: readonly Taken[]): Promise<void> {
  const { arrivals, deps, inPlace, left } = watch
  for (const [at, arrival] of some.entries()) {
    const one = taken[at]
    if (one?.kind === 'skipped' && one.reason === 'unreadable') {
      arrivals.postpone(arrival)
      continue
    }
    arrivals.forget(arrival.file)
    if (one?.kind === 'added') watch.added++
    // The file that it stands for may go away: what is known is asked for each time.
    else if (!(await deps.arrived.wasTaken(arrival.file, inPlace))) left.set(arrival.file.path, arrival.file)
  }
}
