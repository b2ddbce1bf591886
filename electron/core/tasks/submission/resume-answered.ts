/**
 * What becomes at a start of tasks whose request was under way when Atelier ended.
 *
 * Where the response carried the result and is whole on disk, it is read now, as it would have been then. Of every other task nobody
 * can know whether it was accepted, so the user decides.
 */
import type { Result } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Watchdog } from '../../reading/watchdog.ts'
import type { Answers } from '../../results/answers/answer-folder.ts'
import { readKeptSubmission } from '../../service/client.ts'
import type { ServiceAddress, ServiceApi } from '../../service/service-api.ts'
import { createKeyCleaner } from '../../service/transport/key-cleaner.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'
import { recordInterrupted, recordOutcome, type RecordDeps } from './submit-task.ts'
import { taskToSend } from './task-to-send.ts'

export interface ResumeDeps extends RecordDeps {
  readonly store: Pick<TaskStore, 'find' | 'change' | 'withState'>
  readonly answers: Answers
  readonly watchdog: Pick<Watchdog, 'reading'>
  /** How the service of a profile speaks; null where there is no such profile any more. */
  readonly apiOf: (profileId: string) => ServiceApi | null
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly log: (line: string) => void
}

/**
 * Tasks without an answer are `unknown` when this returns; the promise is for those whose answer is being read. `leftOut` are tasks
 * whose reading the last run did not survive: their answer stays, and is not read again by itself. `onResumed` hears of each task that
 * goes on.
 */
export function resumeAnswered(
  deps: ResumeDeps,
  leftOut: readonly string[],
  onResumed: (task: TaskRecord) => void,
): Promise<void> {
  const sending = deps.store.withState('sending')
  const isAnswered = ({ id }: TaskRecord) => deps.answers.has(id) && !leftOut.includes(id)
  for (const task of sending.filter((one) => !isAnswered(one))) recordInterrupted(deps, task)
  return resumeEach(deps, sending.filter(isAnswered), onResumed)
}

/** One after the other: each may hold hundreds of megabytes. */
async function resumeEach(
  deps: ResumeDeps,
  tasks: readonly TaskRecord[],
  onResumed: (task: TaskRecord) => void,
): Promise<void> {
  for (const task of tasks) {
    try {
      const read = await deps.watchdog.reading(task.id, () => deps.answers.read(task.id))
      onResumed(record(deps, task, read === undefined ? read : await withoutKey(deps, task, read)))
    } catch (error) {
      // The task is found as it is at the next start.
      deps.log(`The answer of ${task.id} could not be read: ${String(error)}`)
    }
  }
}

/** As of a response that has just come: some services repeat the key in what they say. */
async function withoutKey({ address }: ResumeDeps, { profileId }: TaskRecord, json: Json): Promise<Json> {
  const found = await address(profileId)
  return createKeyCleaner(found.ok ? found.data.apiKey : undefined).json(json)
}

function record(deps: ResumeDeps, task: TaskRecord, json: Json | undefined): TaskRecord {
  const api = deps.apiOf(task.profileId)
  if (!api || json === undefined) return recordInterrupted(deps, task)
  const { provider, mediaType, model, scene, prompt, options } = task.request
  const texts = { ...(prompt === undefined ? {} : { prompt }), ...(options ? { options } : {}) }
  const body = { provider, mediaType, model, scene, ...texts }
  const sent = taskToSend(task.id, body, task.sentAt ?? task.createdAt)
  return recordOutcome(deps, task, readKeptSubmission(api, sent, json)).task
}
