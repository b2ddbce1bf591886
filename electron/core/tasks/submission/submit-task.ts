/**
 * Sends one queued task, exactly once.
 *
 * The row says `sending`, synced to disk, before the request leaves; so a crash at any point is found as `sending` and
 * becomes `unknown`, never a second request. When a task's turn comes is the lane's business.
 */
import { assertNever, type Failure, type Result } from '#contract/errors.ts'
import type { RequestOutcome } from '#contract/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import {
  submit,
  type GenerateBody,
  type ServiceAddress,
  type SubmitOutcome,
} from '../../service/apis/generation-service/client.ts'
import { persist, type PersistDeps } from './persist.ts'
import type { RequestLog } from './request-log.ts'
import { FINE, type Signal } from '../queue/signal.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'

/** Where nothing says when to try again. */
const LATER_MS = 10_000

export interface SubmissionDeps extends PersistDeps {
  readonly store: TaskStore
  readonly clock: Clock
  readonly requests: RequestLog
  /**
   * The body of the request, with the reference media in its options. Fails with `not_sent` and `retryAfterMs` where it cannot
   * be built now, with `disk_full`, and with other codes where it never can.
   */
  readonly encode: (task: TaskRecord, signal: AbortSignal) => Promise<Result<GenerateBody>>
}

/**
 * Sends the task and writes down what came of it: the task ends up `running`, `rejected`, `unknown`, or `queued` again
 * when it is certain that the service did not take it.
 */
export async function sendTask(
  deps: SubmissionDeps,
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<Signal> {
  const { store, clock, requests } = deps
  const body = await deps.encode(task, signal)
  // Closed before anything was written down: the task is queued as it was.
  if (signal.aborted) return FINE
  if (!body.ok && body.error.code === 'disk_full') return { kind: 'disk', failure: body.error }
  if (!body.ok && body.error.code === 'not_sent') return putOff(store, task, body.error)
  const sentAt = clock.now()
  store.change(task.id, {
    state: 'sending',
    sentAt,
    error: null,
    notBefore: null,
    waitMs: null,
    durable: true,
    also: () => requests.begin(task),
    event: { kind: 'sending', text: `sends to ${new URL(address.baseUrl).host}` },
  })
  if (!body.ok) {
    const failure: Failure = { ...body.error, charged: 'no' }
    store.change(task.id, {
      state: 'rejected',
      error: failure,
      also: () => requests.conclude(task.id, 'not_sent'),
      event: { kind: 'rejected', text: failure.message },
    })
    return FINE
  }
  const outcome = await submit(address, body.data, clock.now(), signal)
  try {
    return await persist(deps, () => record(deps, task, outcome), signal)
  } catch (error) {
    // Closed while the disk refused, or a mistake of ours: the request is out, so the user must hear of it.
    if (store.find(task.id)?.state === 'sending')
      recordAborted(store, task, true, concludedBy(requests, task))
    throw error
  }
}

/** What the request needs cannot be had now; nothing was sent. */
function putOff(store: TaskStore, task: TaskRecord, error: Failure): Signal {
  const failure: Failure = { ...error, charged: 'no' }
  store.change(task.id, {
    state: 'queued',
    error: failure,
    event: { kind: 'queued_again', text: failure.message },
  })
  return { kind: 'later', waitMs: failure.retryAfterMs ?? LATER_MS }
}

/** Makes a change durable and concludes the task's line in the log of requests with it. */
function concludedBy(requests: RequestLog, task: TaskRecord) {
  return (as: RequestOutcome) => ({ durable: true, also: () => requests.conclude(task.id, as) })
}

/** Writes the outcome down, synced: an accepted id is money spent. */
function record({ store, requests }: SubmissionDeps, task: TaskRecord, outcome: SubmitOutcome): Signal {
  const concluded = concludedBy(requests, task)
  const back = (failure: Failure, signal: Signal): Signal => {
    store.change(task.id, {
      state: 'queued',
      error: failure,
      ...concluded(outcome.kind === 'aborted' ? 'not_sent' : outcome.kind),
      event: { kind: 'queued_again', text: failure.message },
      ...('raw' in outcome ? { lastAnswer: outcome.raw } : {}),
    })
    return signal
  }
  switch (outcome.kind) {
    case 'accepted': {
      store.change(task.id, {
        state: 'running',
        remoteId: outcome.remoteId,
        remoteStatus: 'PENDING',
        attempts: 0,
        error: null,
        lastAnswer: outcome.raw,
        ...concluded('accepted'),
        event: { kind: 'accepted', text: `accepted as ${outcome.remoteId}` },
      })
      return FINE
    }
    case 'rejected':
      store.change(task.id, {
        state: 'rejected',
        error: outcome.failure,
        lastAnswer: outcome.raw,
        ...concluded('rejected'),
        event: { kind: 'rejected', text: outcome.failure.message },
      })
      return FINE
    case 'unknown':
      store.change(task.id, {
        state: 'unknown',
        error: outcome.failure,
        lastAnswer: outcome.raw,
        ...concluded('unknown'),
        event: { kind: 'unknown', text: outcome.failure.message },
      })
      return FINE
    case 'unauthorized':
      return back(outcome.failure, { kind: 'key', failure: outcome.failure, lost: false })
    case 'rate_limited':
      return back(outcome.failure, { kind: 'rate', failure: outcome.failure, waitMs: outcome.waitMs })
    case 'not_sent':
      return back(outcome.failure, { kind: 'offline', failure: outcome.failure })
    case 'aborted':
      return recordAborted(store, task, outcome.sent, concluded)
    default:
      return assertNever(outcome)
  }
}

/** Atelier was closed under the request. */
function recordAborted(
  store: TaskStore,
  task: TaskRecord,
  sent: boolean,
  concluded: (as: RequestOutcome) => { durable: boolean; also: () => void },
): Signal {
  if (!sent) {
    store.change(task.id, {
      state: 'queued',
      ...concluded('not_sent'),
      event: { kind: 'queued_again', text: 'Atelier was closed before it was sent' },
    })
    return FINE
  }
  store.change(task.id, {
    state: 'unknown',
    error: INTERRUPTED,
    ...concluded('unknown'),
    event: { kind: 'unknown', text: INTERRUPTED.message },
  })
  return FINE
}

/** What a task says whose request was under way when Atelier ended. */
export const INTERRUPTED: Failure = {
  code: 'unknown_outcome',
  message:
    'Atelier ended while the request was under way. It may or may not have been accepted, and charged.',
  charged: 'maybe',
}
