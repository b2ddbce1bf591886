/**
 * Runs the saving of finished tasks: a few at once, waiting and repeating as save.ts says, on one timer.
 *
 * A disk without room holds every task here and is told to the user once, until one is saved again.
 */
import type { Failure, Result } from '#contract/errors.ts'
import type { Notices } from '../notices.ts'
import type { ServiceAddress } from '../service/client.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { DISK_WAIT_MS, saveTask, type SaveDeps } from './save.ts'
import type { TaskRecord } from './task-row.ts'

const MOST_AT_ONCE = 3
const NO_ADDRESS_WAIT_MS = 5_000
const UNFORESEEN_WAIT_MS = 30_000
export const DISK_NOTICE = 'disk'

export interface SaverDeps extends SaveDeps {
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
  const waiting = new Map<string, number>()
  const saving = new Map<string, { abort: AbortController; done: Promise<void> }>()
  let held: Failure | null = null
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
      else if (saving.size < MOST_AT_ONCE) start(id)
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
        if (disk) tellDisk(disk)
        else
          deps.log(
            `Saving ${id} failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
          )
        waiting.set(id, clock.monotonicMs() + (disk ? DISK_WAIT_MS : UNFORESEEN_WAIT_MS))
      })
      .finally(() => {
        saving.delete(id)
        run()
      })
    saving.set(id, { abort, done })
  }

  const attempt = async (id: string, signal: AbortSignal): Promise<void> => {
    const task = store.find(id)
    if (task?.state !== 'saving') return
    const address = await deps.address(task.profileId)
    if (!address.ok) {
      waiting.set(id, clock.monotonicMs() + NO_ADDRESS_WAIT_MS)
      return
    }
    const outcome = await saveTask(deps, task, address.data, signal)
    if (outcome.kind === 'again') waiting.set(id, clock.monotonicMs() + outcome.waitMs)
    tellDisk(outcome.kind === 'again' ? outcome.disk : null)
  }

  const tellDisk = (failure: Failure | null): void => {
    if (failure?.message === held?.message) return
    held = failure
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
    },
    wake: () => {
      for (const id of waiting.keys()) waiting.set(id, 0)
      run()
    },
    get diskFailure() {
      return held
    },
    get waiting() {
      return waiting.size + saving.size
    },
    close: async () => {
      closed = true
      disarm?.()
      for (const { abort } of saving.values()) abort.abort()
      await Promise.all([...saving.values()].map(({ done }) => done))
    },
  }
}
