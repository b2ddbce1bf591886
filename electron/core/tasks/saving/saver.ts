/**
 * Runs the saving of finished tasks: many at once, waiting and repeating as save-task.ts says, on one timer. How many files
 * arrive at once is the downloader's business.
 */
import { isDeepStrictEqual } from 'node:util'
import pLimit from 'p-limit'
import { type Failure, messageOf, type Result } from '#contract/errors.ts'
import type { Library } from '../../library/library.ts'
import type { ServiceAddress } from '../../service/service-api.ts'
import { diskFailure, probeDisk } from '../../store/disk-errors.ts'
import type { PollBudget } from '../polling/poll-budget.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'
import type { Notices } from '../../notices/notices.ts'
import { DISK_WAIT_MS, saveTask, type SaveDeps } from './save-task.ts'

/** Enough that the tasks of a host that stalls do not hold up those of another. */
const MAX_AT_ONCE = 100
const MAX_READING = 3
const NO_ADDRESS_WAIT_MS = 5_000
const UNFORESEEN_WAIT_MS = 30_000

interface SaverDeps extends Omit<SaveDeps, 'reading' | 'onDisk'> {
  readonly store: Pick<TaskStore, 'find' | 'change' | 'detail'>
  readonly disk: DiskHold
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly log: (line: string) => void
}

export type Saver = ReturnType<typeof createSaver>

interface Waiting {
  /** Monotonic. */
  readonly dueAt: number
  readonly budget: PollBudget
}

export function createSaver(deps: SaverDeps) {
  const { clock, disk } = deps
  const waiting = new Map<string, Waiting>()
  const saving = new Map<string, { abort: AbortController; done: Promise<void> }>()
  const saveDeps: SaveDeps = {
    ...deps,
    reading: pLimit(MAX_READING),
    onDisk: (taskId, failure) => {
      const isDropped = saving.get(taskId)?.abort.signal.aborted ?? true
      if (!isDropped) disk.hold(taskId, failure)
    },
  }
  let disarm: (() => void) | null = null
  let closed = false

  const startDue = (): void => {
    if (closed) return
    disarm?.()
    disarm = null
    const now = clock.monotonicMs()
    let next = Infinity
    for (const [id, { dueAt, budget }] of waiting) {
      if (dueAt > now) next = Math.min(next, dueAt)
      // One that is being dropped still holds its part file.
      else if (saving.size < MAX_AT_ONCE && !saving.has(id)) start(id, budget)
    }
    if (next < Infinity) disarm = clock.after(next - now, startDue)
  }
  const start = (id: string, budget: PollBudget): void => {
    waiting.delete(id)
    const abort = new AbortController()
    const done = attemptOnce(id, budget, abort.signal).finally(() => {
      saving.delete(id)
      startDue()
    })
    saving.set(id, { abort, done })
  }
  const attemptOnce = async (id: string, budget: PollBudget, signal: AbortSignal): Promise<void> => {
    const waitMs = await attempt(deps, saveDeps, id, budget, signal).catch((error: unknown) =>
      signal.aborted ? null : attemptFailed(deps, id, error),
    )
    if (waitMs !== null && !signal.aborted) {
      waiting.set(id, { dueAt: clock.monotonicMs() + waitMs, budget })
    }
  }
  return {
    /** `budget` is what the poll before saving waits for. */
    add: (task: TaskRecord, budget: PollBudget): void => {
      waiting.set(task.id, { dueAt: 0, budget })
      startDue()
    },
    drop: (id: string): void => {
      waiting.delete(id)
      saving.get(id)?.abort.abort()
      disk.release(id)
    },
    /** Tries everything that waits now. */
    wake: (): void => {
      for (const [id, { budget }] of waiting) waiting.set(id, { dueAt: 0, budget })
      startDue()
    },
    get waiting(): number {
      return waiting.size + saving.size
    },
    close: async (): Promise<void> => {
      closed = true
      disarm?.()
      for (const { abort } of saving.values()) abort.abort()
      await Promise.all([...saving.values()].map(({ done }) => done))
      await deps.downloader.close()
    },
  }
}

/** Returns after how long to try again, in milliseconds; null when the task is done. @throws the reason of `signal` */
async function attempt(
  { store, disk, library, address }: Pick<SaverDeps, 'store' | 'disk' | 'library' | 'address'>,
  saveDeps: SaveDeps,
  id: string,
  budget: PollBudget,
  signal: AbortSignal,
): Promise<number | null> {
  const task = store.find(id)
  if (task?.state !== 'saving') {
    disk.release(id)
    return null
  }
  const refused = await stillRefused(disk, library, id)
  if (refused) {
    disk.hold(id, refused, disk.neededBytes(id))
    return DISK_WAIT_MS
  }
  const found = await address(task.profileId)
  if (!found.ok) {
    // Said once, for it is tried again all the time.
    if (task.error?.id !== found.error.id) store.change(id, { error: found.error })
    return NO_ADDRESS_WAIT_MS
  }
  const outcome = await saveTask(saveDeps, task, { address: found.data, budget }, signal)
  if (outcome.kind === 'again' && outcome.disk) disk.hold(id, outcome.disk, outcome.neededBytes)
  else disk.release(id)
  return outcome.kind === 'again' ? outcome.waitMs : null
}

/** Whether the disk would refuse again what it refused before: finding out costs no request and no download. */
async function stillRefused(disk: DiskHold, library: Library, id: string): Promise<Failure | null> {
  const neededBytes = disk.neededBytes(id)
  return neededBytes === undefined ? null : probeDisk(library.media.partPath(`${id}-probe`), neededBytes)
}

/** Returns after how long to try again, in milliseconds. */
function attemptFailed({ disk, log }: Pick<SaverDeps, 'disk' | 'log'>, id: string, error: unknown): number {
  const failure = diskFailure(error)
  if (failure) {
    disk.hold(id, failure)
    return DISK_WAIT_MS
  }
  disk.release(id)
  log(`Saving ${id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return UNFORESEEN_WAIT_MS
}

const NOTICE_ID = 'disk'

export type DiskHold = ReturnType<typeof createDiskHold>

/** What a refusing disk holds up, told to the user once as a notice until nothing waits for it any more. */
export function createDiskHold(notices: Pick<Notices, 'raise' | 'clear'>, onChange: () => void) {
  const held = new Map<string, number>()
  let told: Failure | null = null
  const tell = (failure: Failure | null): void => {
    if (isDeepStrictEqual(failure, told)) return
    told = failure
    if (failure) notices.raise({ id: NOTICE_ID, code: failure.code, message: messageOf(failure) })
    else notices.clear(NOTICE_ID)
    onChange()
  }
  return {
    /** What the disk says, while it holds anything up. */
    get failure(): Failure | null {
      return told
    },
    /** `neededBytes` is the room that the task lacks, as far as it is known. */
    hold: (taskId: string, failure: Failure, neededBytes: number = 0): void => {
      held.set(taskId, neededBytes)
      tell(failure)
    },
    release: (taskId: string): void => {
      if (held.delete(taskId) && held.size === 0) tell(null)
    },
    /** The room that a held task lacks; undefined for a task that is not held. */
    neededBytes: (taskId: string): number | undefined => held.get(taskId),
  }
}
