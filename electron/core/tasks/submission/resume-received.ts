/**
 * What becomes at a start of tasks whose request was under way when Atelier ended.
 *
 * Where the response carried the result and is whole on disk, it is read now, as it would have been then. Of every other task nobody
 * can know whether it was accepted, so the user decides.
 */
import { saidOf } from '../../messages/said-of.ts'
import { followedBy, message } from '#contract/messages/message.ts'
import { failure, type Failure, type Result } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Watchdog } from '../../reading/watchdog.ts'
import type { KeptResponses } from '../../results/responses/response-folder.ts'
import { readKeptSubmission } from '../../service/client.ts'
import type { ServiceAddress, ServiceApi } from '../../service/service-api.ts'
import { createKeyCleaner } from '../../service/transport/key-cleaner.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'
import { recordInterrupted, recordOutcome, type RecordDeps } from './submit-task.ts'
import { bodyOf, taskToSend } from './task-to-send.ts'

export interface ResumeDeps extends RecordDeps {
  readonly store: Pick<TaskStore, 'find' | 'change' | 'withState'>
  readonly responses: KeptResponses
  readonly watchdog: Pick<Watchdog, 'reading'>
  /** How the service of a profile speaks; null where there is no such profile any more. */
  readonly apiOf: (profileId: string) => ServiceApi | null
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly log: (line: string) => void
}

/** `onResumed` hears of each task that goes on. */
export function createResumption(deps: ResumeDeps, onResumed: (task: TaskRecord) => void) {
  /** Those whose key is away. */
  const held = new Map<string, TaskRecord>()
  let done = Promise.resolve()
  /** One after the other: each may hold hundreds of megabytes. */
  const resume = (tasks: readonly TaskRecord[]): void => {
    for (const task of tasks) done = done.then(() => resumeOne(deps, task, held, onResumed))
  }
  return {
    /**
     * Tasks without a response are `unknown` when this returns; the others are being read. `skipped` are tasks whose reading the last
     * run did not survive: their response stays, and is not read again by itself.
     */
    begin: (skipped: readonly string[]): void => {
      const sending = deps.store.withState('sending')
      const hasResponse = ({ id }: TaskRecord) => deps.responses.has(id) && !skipped.includes(id)
      for (const task of sending.filter((one) => !hasResponse(one))) recordInterrupted(deps, task)
      resume(sending.filter(hasResponse))
    },
    /** The key of a profile may be there now. */
    release: (profileId: string): void => {
      const own = [...held.values()].filter((task) => task.profileId === profileId)
      for (const { id } of own) held.delete(id)
      resume(own)
    },
    /** Resolves when nothing is being read. */
    settled: (): Promise<void> => done,
  }
}

async function resumeOne(
  deps: ResumeDeps,
  task: TaskRecord,
  held: Map<string, TaskRecord>,
  onResumed: (task: TaskRecord) => void,
): Promise<void> {
  try {
    const address = await deps.address(task.profileId)
    if (!address.ok && address.error.code === 'unauthorized') {
      held.set(task.id, task)
      return void deps.store.change(task.id, { error: keptUntilKey(address.error) })
    }
    const read = await deps.watchdog.reading(task.id, () => deps.responses.read(task.id))
    // As of a response that has just come: some services repeat the key in what they say.
    const cleaner = createKeyCleaner(address.ok ? address.data.apiKey : undefined)
    onResumed(record(deps, task, read === undefined ? read : await cleaner.json(read)))
  } catch (error) {
    // The task is found as it is at the next start.
    deps.log(`The response of ${task.id} could not be read: ${String(error)}`)
  }
}

/** A response may repeat the key, which only the key itself can find in it. */
function keptUntilKey(noKey: Failure): Failure {
  const said = followedBy(message('tasks.waitsForKey'), saidOf(noKey))
  return failure(noKey.code, said, { charged: 'maybe' })
}

function record(deps: ResumeDeps, task: TaskRecord, json: Json | undefined): TaskRecord {
  const api = deps.apiOf(task.profileId)
  if (!api || json === undefined) return recordInterrupted(deps, task)
  const sent = taskToSend(task.id, bodyOf(task.request), task.sentAt ?? task.createdAt)
  return recordOutcome(deps, task, readKeptSubmission(api, sent, json)).task
}
