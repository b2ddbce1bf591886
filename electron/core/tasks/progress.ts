/**
 * How far running tasks are: heard at polls and, where a service tells it by other means, watched while the task runs. Told to
 * the page and kept nowhere.
 */
import type { Result } from '#contract/errors.ts'
import type { Progress } from '#contract/services.ts'
import type { EventBus } from '../calls/events.ts'
import type { Clock } from '../ports/clock.ts'
import type { ServiceAddress, ServiceApi } from '../service/service-api.ts'
import type { TaskRecord } from './task-row.ts'
import { ownIdOf } from './submission/task-to-send.ts'

/** A task is told of no more often than this. */
const MIN_GAP_MS = 200
const MAX_WATCHED = 16

interface Watched {
  lastAt: number
  isTold: boolean
  stop: (() => void) | null
}

export function createProgressWatch({
  events,
  clock,
  address,
  apiOf,
}: {
  readonly events: EventBus
  readonly clock: Clock
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly apiOf: (profileId: string) => ServiceApi | null
}) {
  const watched = new Map<string, Watched>()
  const tell = (taskId: string, entry: Watched, progress: Progress | null): void => {
    entry.isTold = progress !== null
    events.emit('task.progress', { taskId, progress })
  }
  const report = (taskId: string, progress: Progress | undefined): void => {
    const entry = watched.get(taskId)
    const now = clock.monotonicMs()
    if (!entry) return
    if (!progress) return void (entry.isTold && !entry.stop && tell(taskId, entry, null))
    if (now - entry.lastAt < MIN_GAP_MS) return
    entry.lastAt = now
    tell(taskId, entry, progress)
  }
  const end = (taskId: string): void => {
    const entry = watched.get(taskId)
    if (!entry) return
    watched.delete(taskId)
    entry.stop?.()
    if (entry.isTold) tell(taskId, entry, null)
  }
  const begin = async ({ id, profileId, state, remoteId }: FollowedTask): Promise<void> => {
    const entry: Watched = { lastAt: -Infinity, isTold: false, ...watched.get(id), stop: null }
    // An address is resolved with its key: not for a service that is only polled.
    const mayWatch = watched.size < MAX_WATCHED && apiOf(profileId)?.watch !== undefined
    watched.set(id, entry)
    const found = mayWatch ? await address(profileId) : null
    if (!found?.ok || watched.get(id) !== entry) return
    const { api, baseUrl } = found.data
    // While it is sent, a service that answers with the result knows the task by our own id.
    const isInResponse = state === 'sending' && api.capabilities.results !== 'polled'
    const watchedId = isInResponse ? ownIdOf(id) : remoteId
    if (watchedId === undefined) return
    entry.stop = api.watch?.(watchedId, { baseUrl }, (progress) => report(id, progress)) ?? null
  }
  return {
    /** What a poll said: where it says nothing, what was told holds no longer, unless the task is watched by other means. */
    report,
    note: (task: FollowedTask): void => {
      const isFollowed = task.state === 'running' || task.state === 'sending'
      const entry = watched.get(task.id)
      if (!isFollowed) return end(task.id)
      if (entry?.stop || (entry && task.state === 'sending')) return
      void begin(task)
    },
    end,
    close: (): void => {
      for (const id of watched.keys()) end(id)
    },
  }
}

type FollowedTask = Pick<TaskRecord, 'id' | 'profileId' | 'state' | 'remoteId'>
