/**
 * Asks the service what became of a submission whose outcome is unknown, where its API can tell.
 *
 * One match links by itself, several are offered, and a service that certainly has no such task is believed when it says so again: what
 * a proxy gave up on may reach it later. Nothing is ever sent again by this: the questions are free. The history tells of each.
 */
import { saidOf } from '../../messages/said-of.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import pLimit from 'p-limit'
import { failure, type Result } from '#contract/errors.ts'
import type { Context } from '../../context/context.ts'
import type { Ledger } from '../../spending/ledger.ts'
import { createSend } from '../../service/client.ts'
import type { LookUp, LookUpCandidate, ServiceAddress } from '../../service/service-api.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskChange } from '../change-task.ts'
import type { TaskStore } from '../task-store.ts'
import type { SubmissionDeps } from './submit-task.ts'
import { bodyOf, taskToSend } from './task-to-send.ts'

/** Waits before each question: what was just submitted may be listed a moment later, and a connection may come back. */
const WAITS_MS = [1_000, 15_000, 60_000, 300_000]
const MAX_AT_ONCE = 2

interface LookUpDeps extends Pick<Context, 'clock' | 'log'> {
  readonly store: Pick<TaskStore, 'find' | 'findByRemote' | 'withState' | 'change'>
  readonly ledger: Pick<Ledger, 'decide'>
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly encode: SubmissionDeps['encode']
  readonly modelOf: SubmissionDeps['modelOf']
  /** The task was found and runs. */
  readonly onLinked: (task: TaskRecord) => void
}

export function createLookUps(deps: LookUpDeps) {
  const { clock, log } = deps
  const limit = pLimit(MAX_AT_ONCE)
  const abort = new AbortController()
  /** By task, so that each submission is looked up once a run. */
  const begun = new Map<string, number | undefined>()
  const timers = new Set<() => void>()
  const underWay = new Set<Promise<void>>()
  const schedule = (id: string, attempt: number): void => {
    const cancel = clock.after(WAITS_MS[attempt] ?? 0, () => {
      timers.delete(cancel)
      const done = limit(() => ask(id, attempt))
        .catch((error: unknown) => log(`Looking up ${id} failed: ${String(error)}`))
        .finally(() => underWay.delete(done))
      underWay.add(done)
    })
    timers.add(cancel)
  }
  const ask = async (id: string, attempt: number): Promise<void> => {
    if (abort.signal.aborted) return
    if ((await lookUpOnce(deps, id, attempt, abort.signal)) === 'again') schedule(id, attempt + 1)
  }
  return {
    /** Takes a task whose outcome is unknown; nothing happens where its service cannot be asked. */
    add: ({ id, sentAt }: Pick<TaskRecord, 'id' | 'sentAt'>): void => {
      if (abort.signal.aborted || (begun.has(id) && begun.get(id) === sentAt)) return
      begun.set(id, sentAt)
      schedule(id, 0)
    },
    close: async (): Promise<void> => {
      abort.abort()
      for (const cancel of timers) cancel()
      await Promise.all(underWay)
    },
  }
}

async function lookUpOnce(
  deps: LookUpDeps,
  id: string,
  attempt: number,
  signal: AbortSignal,
): Promise<'done' | 'again'> {
  const { store } = deps
  const task = store.find(id)
  if (task?.state !== 'unknown') return 'done'
  const isLast = attempt + 1 === WAITS_MS.length
  /** What came of this question. */
  const tell = (said: Message, change: TaskChange = {}): 'done' | 'again' => {
    const line = isLast ? said : followedBy(said, message('tasks.lookUp.again'))
    store.change(id, { ...change, event: { kind: 'looked_up', message: line } })
    return isLast ? 'done' : 'again'
  }
  const address = await deps.address(task.profileId)
  if (address.ok && !address.data.api.lookUp) return 'done'
  // What is found by an id of ours is no other.
  const isAlike = () =>
    address.ok && address.data.api.capabilities.lookUp !== 'by_id' && isSendingAlike(store, task)
  if (isAlike()) return tell(message('tasks.lookUp.sendingAlike'))
  const found = address.ok ? await askService(deps, task, address.data, signal) : null
  if (signal.aborted || store.find(id)?.state !== 'unknown') return 'done'
  // Also one that was sent while the service was asked.
  if (isAlike()) return tell(message('tasks.lookUp.sendingAlike'))
  const known = found && withoutOthers(store, task, found)
  switch (known?.kind) {
    case 'found':
      deps.onLinked(link(deps, id, known.remoteId))
      return 'done'
    case 'none':
      if (attempt === 0) return tell(message('tasks.lookUp.notYetThere'))
      store.change(id, {
        error: NOT_THERE,
        durable: true,
        also: () => deps.ledger.decide(id, 'not_sent'),
        event: { kind: 'looked_up', message: saidOf(NOT_THERE) },
      })
      return 'done'
    case 'several': {
      const { candidates } = known
      if (candidates.length === 0) return tell(message('tasks.lookUp.nothingAlike'), { candidates })
      const several = message('tasks.lookUp.several', { count: candidates.length })
      store.change(id, { candidates, event: { kind: 'looked_up', message: several } })
      return 'done'
    }
    case 'unreachable':
    case undefined:
      return tell(message('tasks.lookUp.unreachable'))
  }
}

const NOT_THERE = failure('unknown_outcome', 'tasks.lookUp.notThere', { charged: 'no' })

async function askService(
  { encode, modelOf, clock }: LookUpDeps,
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<LookUp | null> {
  const { api, baseUrl } = address
  const encoded = await encode(task, signal)
  // An input may be gone since; what is left of the request may do.
  const body = encoded.ok ? encoded.data : bodyOf(task.request)
  const toSend = taskToSend(task.id, body, task.sentAt ?? task.createdAt, await modelOf(task, address))
  return (await api.lookUp?.(createSend(address, clock.now(), signal), toSend, { baseUrl })) ?? null
}

/** Whether another task with the same request is being sent: what is found could be that one. */
function isSendingAlike(store: LookUpDeps['store'], { profileId, request }: TaskRecord): boolean {
  const own = JSON.stringify(request)
  return store.withState('sending', profileId).some((other) => JSON.stringify(other.request) === own)
}

/** What other tasks here follow already is not this one. */
function withoutOthers(store: LookUpDeps['store'], { profileId }: TaskRecord, found: LookUp): LookUp {
  const isFree = ({ remoteId }: Pick<LookUpCandidate, 'remoteId'>) =>
    store.findByRemote(profileId, remoteId) === null
  if (found.kind === 'found') return isFree(found) ? found : { kind: 'several', candidates: [] }
  if (found.kind !== 'several') return found
  const candidates = found.candidates.filter(isFree)
  const [only] = candidates
  return candidates.length === 1 && only && found.areSame === true
    ? { kind: 'found', remoteId: only.remoteId }
    : { kind: 'several', candidates }
}

function link({ store, ledger }: LookUpDeps, id: string, remoteId: string): TaskRecord {
  return store.change(id, {
    state: 'running',
    remoteId,
    error: null,
    durable: true,
    also: () => ledger.decide(id, 'accepted'),
    event: { kind: 'found' },
  })
}
