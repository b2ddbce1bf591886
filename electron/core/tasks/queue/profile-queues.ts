/** The queues of all profiles, each made when its first task comes. */
import type { Result } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import type { Connection } from '#contract/profiles.ts'
import type { Progress } from '#contract/services.ts'
import type { Context } from '../../context/context.ts'
import type { Watchdog } from '../../reading/watchdog.ts'
import type { ServiceAddress } from '../../service/service-api.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import type { DurationStore } from '../durations/duration-store.ts'
import type { Limits } from '../limits/limits.ts'
import { pollTask } from '../polling/poll-task.ts'
import { effectOfNoAddress, type StepOutcome } from '../step-outcome.ts'
import { submitTask, type SubmissionDeps } from '../submission/submit-task.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'
import { createProfileQueue, type ProfileQueue, type ProfileQueueDeps } from './profile-queue.ts'
import type { UserLimits } from './user-limits.ts'

export interface ProfileQueuesDeps extends Pick<Context, 'clock' | 'random' | 'log'> {
  readonly store: Pick<TaskStore, 'find' | 'change'>
  readonly durations: DurationStore
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly limitsOf: (profileId: string) => Limits
  readonly userLimitsOf: (profileId: string) => UserLimits
  readonly submission: SubmissionDeps
  readonly onFinished: ProfileQueueDeps['onFinished']
  readonly onChange: (profileId: string) => void
  readonly onConnection: (profileId: string, connection: Connection, message: Message) => void
  readonly onProgress: (taskId: string, progress: Progress | undefined) => void
  readonly watchdog: Pick<Watchdog, 'reading'>
}

export type ProfileQueues = ReturnType<typeof createProfileQueues>

export function createProfileQueues(deps: ProfileQueuesDeps) {
  const { clock, store, submission } = deps
  const queues = new Map<string, ProfileQueue>()
  const open = (profileId: string): ProfileQueue =>
    createProfileQueue({
      ...deps,
      profileId,
      limits: deps.limitsOf(profileId),
      user: deps.userLimitsOf(profileId),
      find: store.find,
      submit: (task, signal) =>
        atService(deps, task, (address) => submitTask(submission, task, address, signal)),
      poll: async (task, live, signal) => {
        const poll = (address: ServiceAddress) => pollTask(deps, task, address, live, signal)
        const outcome = await atService(deps, task, poll)
        if (outcome.effect?.kind === 'fine') deps.onProgress(task.id, outcome.progress)
        return outcome
      },
      postpone: (id, waitMs) => {
        const rounded = Math.round(waitMs)
        store.change(id, { notBefore: Math.round(clock.now()) + rounded, waitMs: rounded })
      },
      onChange: () => deps.onChange(profileId),
      onConnection: (connection, message) => deps.onConnection(profileId, connection, message),
    })
  return {
    of: (profileId: string): ProfileQueue => {
      const queue = queues.get(profileId) ?? open(profileId)
      queues.set(profileId, queue)
      return queue
    },
    find: (profileId: string): ProfileQueue | undefined => queues.get(profileId),
    all: (): Iterable<ProfileQueue> => queues.values(),
  }
}

/** Takes one step of a task at its service. An address that cannot be had, and a refusing disk, are outcomes too. */
async function atService(
  { address, store, watchdog }: Pick<ProfileQueuesDeps, 'address' | 'store' | 'watchdog'>,
  task: TaskRecord,
  step: (address: ServiceAddress) => Promise<StepOutcome>,
): Promise<StepOutcome> {
  const found = await address(task.profileId)
  if (!found.ok) return { task, effect: effectOfNoAddress(found.error) }
  try {
    return await step({ ...found.data, whileReading: (read) => watchdog.reading(task.id, read) })
  } catch (error) {
    const failure = diskFailure(error)
    if (!failure) throw error
    // Where a write failed, only the row itself tells how far the step came.
    return { task: store.find(task.id) ?? task, effect: { kind: 'disk', failure } }
  }
}
