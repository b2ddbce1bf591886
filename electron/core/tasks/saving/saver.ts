/**
 * Runs the saving of finished tasks: many at once, waiting and repeating as save.ts says, on one timer. How many files arrive
 * at once is the downloader's business.
 *
 * A disk without room is told to the user once, until nothing waits for it any more.
 */
import type { Failure, Result } from '#contract/errors.ts'
import type { Notices } from '../../notices.ts'
import { createDownloader, type DownloaderOptions } from '../../results/download/download.ts'
import type { ServiceAddress } from '../../service/apis/generation-service/client.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import { probeDisk } from '../../store/disk-probe.ts'
import { DISK_WAIT_MS, saveTask, type SaveDeps } from './save-task.ts'
import type { TaskRecord } from '../task-row.ts'
import { createTurns } from '../turns.ts'

/** Enough that the tasks of a host that stalls do not hold up those of another. */
const MOST_AT_ONCE = 100
const MOST_READING = 3
const NO_ADDRESS_WAIT_MS = 5_000
const UNFORESEEN_WAIT_MS = 30_000
export const DISK_NOTICE = 'disk'

export interface SaverDeps extends Omit<SaveDeps, 'downloader' | 'reading' | 'onDisk'> {
  readonly downloads?: DownloaderOptions
  readonly notices: Notices
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly onChange: () => void
  readonly log: (line: string) => void
}

export interface Saver {
  add(task: TaskRecord): void
  drop(id: string): void
  /** Tries everything that waits now. */
  wake(): void
  /** What the disk says, while it holds things up. */
  readonly diskFailure: Failure | null
  readonly waiting: number
  close(): Promise<void>
}

export function createSaver(deps: SaverDeps): Saver {
  const { clock, store, notices } = deps
  const downloader = createDownloader(deps.downloads)
  const waiting = new Map<string, number>()
  const saving = new Map<string, { abort: AbortController; done: Promise<void> }>()
  /** Tasks that the disk holds up, with the room that each of them lacks. */
  const held = new Map<string, number>()
  let told: Failure | null = null
  let disarm: (() => void) | null = null
  let closed = false

  const run = (): void => {
    if (closed) return
    disarm?.()
    disarm = null
    const now = clock.monotonicMs()
    let next = Infinity
    for (const [id, dueAt] of waiting) {
      if (dueAt > now) next = Math.min(next, dueAt)
      // One that is being dropped still has its part file in hands.
      else if (saving.size < MOST_AT_ONCE && !saving.has(id)) start(id)
    }
    if (next < Infinity) disarm = clock.after(next - now, run)
  }

  const start = (id: string): void => {
    waiting.delete(id)
    const abort = new AbortController()
    const done = attempt(id, abort.signal)
      .catch((error: unknown) => {
        if (abort.signal.aborted) return
        const disk = diskFailure(error)
        if (disk) hold(id, disk)
        else {
          release(id)
          deps.log(
            `Saving ${id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          )
        }
        waiting.set(id, clock.monotonicMs() + (disk ? DISK_WAIT_MS : UNFORESEEN_WAIT_MS))
      })
      .finally(() => {
        saving.delete(id)
        run()
      })
    saving.set(id, { abort, done })
  }

  const saveDeps: SaveDeps = {
    ...deps,
    downloader,
    reading: createTurns(MOST_READING),
    onDisk: (taskId, failure) => {
      const isDropped = saving.get(taskId)?.abort.signal.aborted ?? true
      if (!isDropped) hold(taskId, failure)
    },
  }
  const attempt = async (id: string, signal: AbortSignal): Promise<void> => {
    const task = store.find(id)
    if (task?.state !== 'saving') return release(id)
    const refused = await stillRefused(id)
    if (refused) {
      hold(id, refused, held.get(id))
      waiting.set(id, clock.monotonicMs() + DISK_WAIT_MS)
      return
    }
    const address = await deps.address(task.profileId)
    if (!address.ok) {
      waiting.set(id, clock.monotonicMs() + NO_ADDRESS_WAIT_MS)
      return
    }
    const outcome = await saveTask(saveDeps, task, address.data, signal)
    if (outcome.kind === 'again') waiting.set(id, clock.monotonicMs() + outcome.waitMs)
    if (outcome.kind === 'again' && outcome.disk) hold(id, outcome.disk, outcome.neededBytes)
    else release(id)
  }

  /** Whether the disk would refuse again what it refused before: asking it costs no request and no download. */
  const stillRefused = async (id: string): Promise<Failure | null> => {
    const neededBytes = held.get(id)
    if (neededBytes === undefined) return null
    return probeDisk(deps.library.media.partPath(`${id}-probe`), neededBytes)
  }

  const hold = (id: string, failure: Failure, neededBytes = 0): void => {
    held.set(id, neededBytes)
    tellDisk(failure)
  }
  const release = (id: string): void => {
    if (held.delete(id) && held.size === 0) tellDisk(null)
  }
  const tellDisk = (failure: Failure | null): void => {
    if (failure?.message === told?.message) return
    told = failure
    if (failure) notices.raise({ id: DISK_NOTICE, code: failure.code, message: failure.message })
    else notices.clear(DISK_NOTICE)
    deps.onChange()
  }

  return {
    add: (task) => {
      waiting.set(task.id, 0)
      run()
    },
    drop: (id) => {
      waiting.delete(id)
      saving.get(id)?.abort.abort()
      release(id)
    },
    wake: () => {
      for (const id of waiting.keys()) waiting.set(id, 0)
      run()
    },
    get diskFailure() {
      return told
    },
    get waiting() {
      return waiting.size + saving.size
    },
    close: async () => {
      closed = true
      disarm?.()
      for (const { abort } of saving.values()) abort.abort()
      await Promise.all([...saving.values()].map(({ done }) => done))
      await downloader.close()
    },
  }
}
