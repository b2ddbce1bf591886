/**
 * Sends one queued task, exactly once.
 *
 * The row says `sending`, synced to disk, before the request is sent; so a crash at any point is found as `sending` and becomes
 * `unknown`, never a second request. When a task is sent is the submitter's business.
 */
import { saidOf } from '../../messages/said-of.ts'
import { message } from '#contract/messages/message.ts'
import { assertNever, failure, succeed, type Failure, type Result } from '#contract/errors.ts'
import type { Model } from '#contract/models.ts'
import type { RequestOutcome } from '#contract/queue.ts'
import { createSend, sendSubmission, type Submission } from '../../service/client.ts'
import type { GenerateBody, ServiceAddress, SubmitOutcome } from '../../service/service-api.ts'
import { createMediaNames, hashOfSkeleton, type NoteMedia, skeletonOf } from '../../service/skeleton.ts'
import { FINE, type ProfileEffect, type StepOutcome } from '../step-outcome.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskChange } from '../change-task.ts'
import type { TaskStore } from '../task-store.ts'
import type { Clock } from '../../ports/clock.ts'
import { fileFailure } from '../../store/disk-errors.ts'
import type { KeptResponses, IncomingResponse } from '../../results/responses/response-folder.ts'
import type { UntilWritten } from '../../service/transport/keep-body.ts'
import { OverCap, type Ledger } from '../../spending/ledger.ts'
import { countedRequest, hasRisen, priceOf } from '../../spending/quoted-price.ts'
import type { Spending } from '../../spending/spending.ts'
import { taskToSend } from './task-to-send.ts'
import { untilWritten } from './until-written.ts'
import { uploadInputs } from './upload-inputs.ts'

/** Where nothing says when to try again. */
const DELAY_MS = 10_000

/** What a task says whose request was under way when Atelier ended. */
const INTERRUPTED = failure('unknown_outcome', 'tasks.interrupted', { charged: 'maybe' })

/** Nothing was sent. */
const BACK_IN_QUEUE = { state: 'queued', press: 'as_before' } as const
/** What an agent's task says that has become another than the user was shown. */
const NOT_APPROVED = failure('conflict', 'tasks.notApproved', { charged: 'no' })
const DEARER = failure('conflict', 'tasks.dearer', { charged: 'no' })

export interface RecordDeps {
  readonly store: Pick<TaskStore, 'find' | 'change'>
  readonly requests: Pick<Ledger, 'conclude'>
}

export interface SubmissionDeps extends RecordDeps {
  readonly clock: Clock
  readonly requests: Pick<Ledger, 'begin' | 'conclude'>
  /** Where responses are kept that carry the result. */
  readonly responses: Pick<KeptResponses, 'begin'>
  /**
   * Builds the body of the request, with the input media in its options. Fails with `not_sent` and `retryAfterMs` where it cannot
   * be built now, with `disk_full`, and with other codes where it never can.
   */
  readonly encode: (
    task: Pick<TaskRecord, 'profileId' | 'request'>,
    signal: AbortSignal,
    note?: NoteMedia,
  ) => Promise<Result<GenerateBody>>
  /** What the service's adapter needs to know of the model beyond its name; `at` is where the service is asked for it. */
  readonly modelOf: (
    task: Pick<TaskRecord, 'profileId' | 'request'>,
    at?: ServiceAddress,
  ) => Promise<Model | null>
  readonly estimate: Spending['estimate']
  /** Whether nothing is to be sent now. */
  readonly isHeld: () => boolean
  /** Whether whoever asked for it is gone: then it is stopped. */
  readonly isWithdrawn: (task: TaskRecord) => boolean
  /** The disk refuses to record the outcome of a task; null when it no longer does. */
  readonly onDisk: (taskId: string, failure: Failure | null) => void
}

/**
 * Sends the task and records the outcome: the task becomes `running`, `rejected` or `unknown`, or is `queued` again when it is
 * certain that the service did not take it.
 */
export async function submitTask(
  deps: SubmissionDeps,
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { store, clock } = deps
  if (deps.isWithdrawn(task)) return recordWithdrawn(store, task)
  const built = await buildSubmission(deps, task, address, signal)
  // Closed, about to be, or paused before anything was recorded: the task is queued as it was.
  if (signal.aborted || deps.isHeld()) return { task, effect: null }
  if (deps.isWithdrawn(task)) return recordWithdrawn(store, task)
  if (!built.ok) return recordNotBuilt(store, task, built.error)
  const sending = recordSending(deps, task, built.data)
  // One of the user's caps leaves no room: it waits as it was.
  if (!sending) return { task, effect: null }
  const untilDone: UntilWritten = (write) =>
    untilWritten(clock, write, (failure) => deps.onDisk(task.id, failure), signal)
  const keeping = address.api.respondsWithResult?.(built.data.task) ? await openIncoming(deps, sending) : null
  if (keeping?.kind === 'refused') return keeping.outcome
  const keep = keeping && { incoming: keeping.incoming, untilWritten: untilDone }
  const submission = { ...built.data, ...(keep && { keep }) }
  try {
    const outcome = await sendSubmission(address, submission, clock.now(), signal)
    await keep?.incoming.close().catch(() => undefined)
    return await untilDone(async () => recordOutcome(deps, sending, outcome))
  } catch (error) {
    // Closed while the disk refused, or an unforeseen error: the request was sent, so the user must hear of it.
    if (store.find(task.id)?.state === 'sending') recordInterrupted(deps, sending)
    throw error
  }
}

/** In one commit with the ledger; null where that has no room for it. */
function recordSending(
  { store, requests }: Pick<SubmissionDeps, 'store' | 'requests'>,
  task: TaskRecord,
  built: Submission,
): TaskRecord | null {
  try {
    return store.change(task.id, {
      state: 'sending',
      sentAt: built.task.sentAt,
      error: null,
      notBefore: null,
      waitMs: null,
      durable: true,
      also: () => requests.begin(task),
      event: { kind: 'sending' },
    })
  } catch (error) {
    if (error instanceof OverCap) return null
    throw error
  }
}

/** Makes room for the response before anything is sent; where the disk refuses, nothing is. */
async function openIncoming(
  deps: SubmissionDeps,
  task: TaskRecord,
): Promise<
  | { readonly kind: 'open'; readonly incoming: IncomingResponse }
  | { readonly kind: 'refused'; readonly outcome: StepOutcome }
> {
  try {
    return { kind: 'open', incoming: await deps.responses.begin(task.id) }
  } catch (error) {
    const failure = fileFailure(error)
    if (!failure) throw error
    const event = { kind: 'queued_again', message: saidOf(failure) } as const
    const queued = concludeRequest(deps, task, 'not_sent', { ...BACK_IN_QUEUE, event })
    return { kind: 'refused', outcome: { task: queued, effect: { kind: 'disk', failure } } }
  }
}

/** What was sent when Atelier ended. */
export function recordInterrupted(deps: RecordDeps, task: TaskRecord): TaskRecord {
  return concludeRequest(deps, task, 'unknown', interrupted())
}

/** In one commit with the log of requests. */
export function recordOutcome(deps: RecordDeps, task: TaskRecord, outcome: SubmitOutcome): StepOutcome {
  const { as, change, effect } = consequenceOf(outcome)
  return { task: concludeRequest(deps, task, as, change), effect }
}

/** Everything that is free: reads the inputs, asks about the model, uploads what must be uploaded, and asks the adapter for the one request. */
async function buildSubmission(
  { clock, encode, estimate, modelOf }: SubmissionDeps,
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<Result<Submission>> {
  const names = createMediaNames()
  const note = task.bodyHash === undefined ? undefined : names.note
  const encoded = await encode(task, signal, note)
  if (!encoded.ok) return encoded
  const { api, baseUrl } = address
  const model = await modelOf(task, address)
  const send = createSend(address, clock.now(), signal)
  const settled = (await api.settleModel?.(send, encoded.data, model, { baseUrl })) ?? encoded
  if (!settled.ok) return settled
  const body = await uploadInputs(settled.data, address, clock.now(), signal, note)
  if (!body.ok) return body
  const toSend = taskToSend(task.id, body.data, clock.now(), model)
  const request = api.submit(toSend, { baseUrl })
  if (!request.ok) return request
  const submission = { task: toSend, request: request.data }
  if (task.bodyHash === undefined) return succeed(submission)
  // What the service has settled is not what was approved but what it stands for, such as the newest version of a model: compared is
  // the name that was approved.
  const asApproved = { ...toSend, body: { ...body.data, model: encoded.data.model } }
  const approved = api.submit(asApproved, { baseUrl })
  const hash = approved.ok ? hashOfSkeleton(skeletonOf(approved.data, address, names)) : null
  if (hash !== task.bodyHash) return { ok: false, error: NOT_APPROVED }
  const price = priceOf(estimate(task.profileId, [countedRequest(task.request, 1)]))
  const isDearer = task.quotedPrice !== undefined && hasRisen(task.quotedPrice, price)
  return isDearer ? { ok: false, error: DEARER } : succeed(submission)
}

/** The request cannot be built, now or ever: nothing was sent. */
function recordNotBuilt(store: SubmissionDeps['store'], task: TaskRecord, error: Failure): StepOutcome {
  if (error.code === 'unauthorized') return { task, effect: { kind: 'key', failure: error, lost: false } }
  if (error.code === 'disk_full') return { task, effect: { kind: 'disk', failure: error } }
  const failure: Failure = { ...error, charged: 'no' }
  const message = saidOf(failure)
  if (error.code === 'not_sent') {
    const delayed = store.change(task.id, { error: failure, event: { kind: 'queued_again', message } })
    return { task: delayed, effect: null, waitMs: failure.retryAfterMs ?? DELAY_MS }
  }
  const event = { kind: 'rejected', message } as const
  return { task: store.change(task.id, { state: 'rejected', error: failure, event }), effect: null }
}

function recordWithdrawn(store: SubmissionDeps['store'], { id }: TaskRecord): StepOutcome {
  return { task: store.change(id, { state: 'stopped', event: { kind: 'stopped' } }), effect: null }
}

/** Records the outcome, synced, in one commit with the log of requests: an accepted id is money spent. */
function concludeRequest(
  { store, requests }: RecordDeps,
  task: TaskRecord,
  as: RequestOutcome,
  change: TaskChange,
): TaskRecord {
  return store.change(task.id, { ...change, durable: true, also: () => requests.conclude(task.id, as) })
}

interface Consequence {
  readonly as: RequestOutcome
  readonly change: TaskChange
  readonly effect: ProfileEffect | null
}

/** What an outcome means for the task and for its profile. */
function consequenceOf(outcome: SubmitOutcome): Consequence {
  switch (outcome.kind) {
    case 'accepted': {
      const { remoteId, raw } = outcome
      const accepted = { remoteId, remoteStatus: 'PENDING', attempts: 0, error: null } as const
      return {
        as: 'accepted',
        change: { state: 'running', ...accepted, lastResponse: raw, event: { kind: 'accepted' } },
        effect: FINE,
      }
    }
    case 'completed': {
      const completed = { remoteStatus: 'SUCCESS', attempts: 0, error: null } as const
      return {
        as: 'accepted',
        change: {
          state: 'saving',
          ...completed,
          lastResponse: outcome.taskResult,
          event: { kind: 'finished' },
        },
        effect: FINE,
      }
    }
    case 'rejected':
    case 'unknown': {
      const { kind, failure, raw } = outcome
      const event = { kind, message: saidOf(failure) }
      // Some charge for a prompt that they then refuse: the ledger counts it, as it does a task that failed.
      const as = kind === 'rejected' && failure.charged !== 'no' ? 'accepted' : kind
      return { as, change: { state: kind, error: failure, lastResponse: raw, event }, effect: FINE }
    }
    case 'unauthorized':
      return queuedAgain(outcome, { kind: 'key', failure: outcome.failure, lost: false })
    case 'rate_limited':
      return queuedAgain(outcome, { kind: 'rate', failure: outcome.failure, waitMs: outcome.waitMs })
    case 'not_sent':
      return queuedAgain(outcome, { kind: 'offline', failure: outcome.failure })
    case 'aborted': {
      if (outcome.sent) return { as: 'unknown', change: interrupted(), effect: null }
      const event = { kind: 'queued_again', message: message('tasks.closedBeforeSent') } as const
      return { as: 'not_sent', change: { ...BACK_IN_QUEUE, event }, effect: null }
    }
    default:
      return assertNever(outcome)
  }
}

/** The service definitely did not take it. */
function queuedAgain(
  outcome: Extract<SubmitOutcome, { kind: 'unauthorized' | 'rate_limited' | 'not_sent' }>,
  effect: ProfileEffect,
): Consequence {
  const { kind, failure } = outcome
  const event = { kind: 'queued_again', message: saidOf(failure) } as const
  const response = 'raw' in outcome ? { lastResponse: outcome.raw } : {}
  return { as: kind, change: { ...BACK_IN_QUEUE, error: failure, event, ...response }, effect }
}

function interrupted(): TaskChange {
  return { state: 'unknown', error: INTERRUPTED, event: { kind: 'unknown', message: saidOf(INTERRUPTED) } }
}
