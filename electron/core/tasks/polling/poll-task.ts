/**
 * Looks at one running task and writes down what was seen.
 *
 * Nothing is concluded from a single bad look: ERROR is confirmed with live refreshes, and a task counts as gone only after
 * the service has said so several times. No number of looks ends a task that the service still knows.
 */
import type { Failure } from '#contract/errors.ts'
import { readTask, type ReadOutcome, type ServiceAddress } from '../../service/apis/generation-service/client.ts'
import type { RemoteTask } from '../../service/apis/generation-service/parse-response.ts'
import type { Clock } from '../../ports/clock.ts'
import { FINE, signalOf, type Signal } from '../queue/signal.ts'
import { NOTHING_SEEN, type TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'

/** Waits before each further look at an ERROR, over about four minutes in all: providers pass through it while they retry. */
const ERROR_WAITS_MS = [5_000, 15_000, 40_000, 60_000, 120_000]
/** Waits before each further look at a 404 or 403: right after acceptance a service may not know its own task yet. */
const MISSING_WAITS_MS = [2_000, 5_000, 15_000]

export interface Look {
  readonly signal: Signal
  /** When to look again, where the usual schedule does not hold. */
  readonly waitMs?: number
  readonly task: TaskRecord
}

/** Asks once, with `live` the provider itself, and records the answer. The record in the answer tells what became of the task. */
export async function lookAt(
  store: TaskStore,
  clock: Clock,
  task: TaskRecord,
  address: ServiceAddress,
  live: boolean,
  signal: AbortSignal,
): Promise<Look> {
  if (task.remoteId === undefined) throw new Error(`Task ${task.id} has no remote id to look at.`)
  // A status that may be passing is asked of the provider itself, not of the service's memory.
  const refresh = live || task.watch.errors > 0 ? '1' : null
  const outcome = await readTask(address, task.remoteId, refresh, clock.now(), signal)
  if (outcome.kind === 'aborted') return { signal: FINE, task }
  const now = store.find(task.id)
  // Stopped by the user while the answer was on its way.
  if (now?.state !== 'running') return { signal: FINE, task: now ?? task }
  return outcome.kind === 'ok' ? recordSeen(store, now, outcome) : recordRefused(store, now, outcome)
}

function recordSeen(
  store: TaskStore,
  task: TaskRecord,
  { value, raw }: Extract<ReadOutcome<RemoteTask>, { kind: 'ok' }>,
): Look {
  const polls = task.polls + 1
  const status = value.status === null ? {} : { remoteStatus: value.status }
  const seen = { polls, ...status, lastAnswer: raw, error: null, watch: NOTHING_SEEN }
  if (value.status === 'SUCCESS') {
    const event = { kind: 'finished', text: 'the service says it is done' }
    return { signal: FINE, task: store.change(task.id, { ...seen, state: 'saving', attempts: 0, event }) }
  }
  if (value.status === 'FAILED') return { signal: FINE, task: failTask(store, task, seen, value) }
  if (value.status === 'ERROR') {
    const waitMs = ERROR_WAITS_MS[task.watch.errors]
    if (waitMs === undefined) return { signal: FINE, task: failTask(store, task, seen, value) }
    const watch = { ...NOTHING_SEEN, errors: task.watch.errors + 1 }
    const event = {
      kind: 'error_seen',
      text: 'the service reports an error; looking again before believing it',
    }
    return { signal: FINE, waitMs, task: store.change(task.id, { ...seen, watch, event }) }
  }
  const event = {
    kind: `status_${value.statusText.toLowerCase()}`,
    text: `the service says ${value.statusText}`,
  }
  return { signal: FINE, task: store.change(task.id, { ...seen, event }) }
}

function recordRefused(
  store: TaskStore,
  task: TaskRecord,
  { failure, raw, waitMs }: Extract<ReadOutcome<RemoteTask>, { kind: 'refused' }>,
): Look {
  const polls = task.polls + 1
  const answer = raw === null ? {} : { lastAnswer: raw }
  if (failure.code === 'not_found' || failure.code === 'forbidden') {
    const wait = MISSING_WAITS_MS[task.watch.missing]
    if (wait === undefined) {
      const error: Failure = { ...failure, message: goneMessage(failure), charged: 'maybe' }
      const event = { kind: 'gone', text: error.message }
      return { signal: FINE, task: store.change(task.id, { polls, ...answer, state: 'gone', error, event }) }
    }
    const watch = { ...NOTHING_SEEN, missing: task.watch.missing + 1 }
    const event = { kind: 'missing', text: `${failure.message} Looking again.` }
    return { signal: FINE, waitMs: wait, task: store.change(task.id, { polls, ...answer, watch, event }) }
  }
  const event = { kind: failure.code, text: failure.message }
  return {
    signal: signalOf(failure, waitMs),
    task: store.change(task.id, { polls, ...answer, error: failure, event }),
  }
}

function failTask(
  store: TaskStore,
  task: TaskRecord,
  seen: Parameters<TaskStore['change']>[1],
  value: RemoteTask,
): TaskRecord {
  const said = value.message === undefined ? 'It gave no reason.' : `It says: ${value.message}`
  const error: Failure = {
    code: 'service_rejected',
    message: `The service could not make it. ${said} Whether it was charged is shown in the service's dashboard.`,
    charged: 'maybe',
  }
  return store.change(task.id, {
    ...seen,
    state: 'failed',
    error,
    event: { kind: 'failed', text: error.message },
  })
}

function goneMessage(failure: Failure): string {
  return failure.code === 'forbidden'
    ? 'The service says that this key does not own the task.'
    : 'The service no longer knows this task.'
}
