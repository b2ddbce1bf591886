/**
 * Polls one running task and records what the service says.
 *
 * Nothing is concluded from a single bad response: ERROR is confirmed with live refreshes, and a task counts as gone only after
 * the service has said so several times. No number of polls ends a task that the service still knows.
 */
import { saidOf } from '../../messages/said-of.ts'
import { failure, type Failure } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { TaskEventKind } from '#contract/rules/task-states.ts'
import type { Clock } from '../../ports/clock.ts'
import { readTask } from '../../service/client.ts'
import type { ReadOutcome, RemoteTask, ServiceAddress } from '../../service/service-api.ts'
import { effectOf, FINE, type StepOutcome } from '../step-outcome.ts'
import { NOTHING_SEEN, type TaskRecord } from '../task-row.ts'
import type { TaskChange } from '../change-task.ts'
import type { TaskStore } from '../task-store.ts'
import { whyFailed } from '../why-failed.ts'

/** Waits before each further poll of an ERROR, about four minutes in all: providers pass through it while they retry. */
const ERROR_WAITS_MS = [5_000, 15_000, 40_000, 60_000, 120_000]
/** Waits before each further poll after a 404 or 403: right after acceptance a service may not know its own task yet. */
const MISSING_WAITS_MS = [2_000, 5_000, 15_000]

type Store = Pick<TaskStore, 'find' | 'change'>

/** Asks once, with `live` the provider itself, and records the response. The outcome tells what became of the task. */
export async function pollTask(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  task: TaskRecord,
  address: ServiceAddress,
  live: boolean,
  signal: AbortSignal,
): Promise<StepOutcome> {
  if (task.remoteId === undefined) throw new Error(`Task ${task.id} has no remote id to poll.`)
  // A status that may pass is asked of the provider itself, not of the service's cache.
  const isLive = live || task.watch.errors > 0
  const outcome = await readTask(address, task.remoteId, isLive, clock.now(), signal)
  if (outcome.kind === 'aborted') return { effect: null, task }
  const now = store.find(task.id)
  // Stopped by the user while the response was on its way.
  if (now?.state !== 'running') return { effect: FINE, task: now ?? task }
  return outcome.kind === 'ok' ? recordStatus(store, now, outcome) : recordRefused(store, now, outcome)
}

function recordStatus(
  store: Store,
  task: TaskRecord,
  { value, raw }: Extract<ReadOutcome<RemoteTask>, { kind: 'ok' }>,
): StepOutcome {
  const polls = task.polls + 1
  const status = value.status === null ? {} : { remoteStatus: value.status }
  const seen = { polls, ...status, lastResponse: raw, error: null, watch: NOTHING_SEEN }
  const record = (change: TaskChange): StepOutcome => ({
    effect: FINE,
    task: store.change(task.id, { ...seen, ...change }),
  })
  switch (value.status) {
    case 'SUCCESS':
      return record(SAVING)
    case 'FAILED':
      // What it made before is saved first.
      return record(value.madeBefore === undefined ? failed(value) : SAVING)
    case 'ERROR': {
      const waitMs = ERROR_WAITS_MS[task.watch.errors]
      if (waitMs === undefined) return record(failed(value))
      const watch = { ...NOTHING_SEEN, errors: task.watch.errors + 1 }
      return { ...record({ watch, event: { kind: 'error_seen' } }), waitMs }
    }
    case 'PENDING':
    case 'PROCESSING':
    case null: {
      const { progress, status, statusText: said } = value
      const event =
        status === null
          ? ({ kind: 'status_other', message: message('service.says', { said }) } as const)
          : { kind: STATUS_KINDS[status] }
      const running = record({ event })
      return progress ? { ...running, progress } : running
    }
  }
}

const SAVING: TaskChange = { state: 'saving', attempts: 0, event: { kind: 'finished' } }

const STATUS_KINDS = {
  PENDING: 'status_pending',
  PROCESSING: 'status_processing',
} as const satisfies Record<string, TaskEventKind>

function failed(value: RemoteTask): TaskChange {
  const error = whyFailed(value)
  return { state: 'failed', error, event: { kind: 'failed', message: saidOf(error) } }
}

function recordRefused(
  store: Store,
  task: TaskRecord,
  { failure, raw, waitMs }: Extract<ReadOutcome<RemoteTask>, { kind: 'refused' }>,
): StepOutcome {
  const seen = { polls: task.polls + 1, ...(raw === null ? {} : { lastResponse: raw }) }
  if (failure.code === 'not_found' || failure.code === 'forbidden') {
    const missingWaitMs = MISSING_WAITS_MS[task.watch.missing]
    if (missingWaitMs === undefined) {
      return { effect: FINE, task: store.change(task.id, { ...seen, ...gone(failure) }) }
    }
    const watch = { ...NOTHING_SEEN, missing: task.watch.missing + 1 }
    const event = { kind: 'missing', message: saidOf(failure) } as const
    return { effect: FINE, waitMs: missingWaitMs, task: store.change(task.id, { ...seen, watch, event }) }
  }
  const event = { kind: REFUSAL_KINDS[failure.code] ?? 'other', message: saidOf(failure) }
  const effect = effectOf(failure, waitMs)
  return { effect, task: store.change(task.id, { ...seen, error: failure, event }) }
}

const REFUSAL_KINDS: Readonly<Partial<Record<Failure['code'], TaskEventKind>>> = {
  unauthorized: 'unauthorized',
  rate_limited: 'rate_limited',
  service_unavailable: 'service_unavailable',
  service_rejected: 'service_rejected',
  unreadable_answer: 'unreadable_response',
}

function gone({ code }: Failure): TaskChange {
  const error = failure(code, code === 'forbidden' ? 'tasks.gone.notYours' : 'tasks.gone', {
    charged: 'maybe',
  })
  return { state: 'gone', error, event: { kind: 'gone', message: saidOf(error) } }
}
