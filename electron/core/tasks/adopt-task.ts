/** Follows a task by the id that the user found at the service: a new one, or one whose outcome was unknown. */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { DEFAULT_SCENES, MEDIA_TYPES } from '#contract/rules/media.ts'
import type { GenerateRequest, Task } from '#contract/tasks.ts'
import type { Clock } from '../ports/clock.ts'
import { failureOf } from '../service/adapter.ts'
import { readTask } from '../service/client.ts'
import type { RemoteTask, ServiceAddress } from '../service/service-api.ts'
import type { Ledger } from '../spending/ledger.ts'
import type { Engine } from './engine.ts'
import type { TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'

export interface RemoteTaskDeps {
  readonly store: Pick<TaskStore, 'find' | 'findByRemote' | 'change' | 'insertRunning' | 'shown'>
  readonly engine: Pick<Engine, 'follow'>
  readonly ledger: Pick<Ledger, 'decide'>
  readonly clock: Clock
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
}

/** Follows a task that was submitted elsewhere; the same id twice is one task. */
export async function adopt(
  deps: RemoteTaskDeps,
  profileId: string,
  remoteId: string,
): Promise<Result<Task>> {
  const { store, engine } = deps
  const known = store.findByRemote(profileId, remoteId)
  if (known) return succeed(store.shown(known))
  const remote = await readRemote(deps, profileId, remoteId)
  if (!remote.ok) return remote
  // Another call may have adopted it while the service was asked.
  const meanwhile = store.findByRemote(profileId, remoteId)
  if (meanwhile) return succeed(store.shown(meanwhile))
  const batchId = `batch_${randomUUID()}`
  const task = store.insertRunning({ batchId, profileId, request: requestOf(remote.data) }, remoteId)
  engine.follow(task)
  return succeed(store.shown(task))
}

/** Links a task whose outcome is unknown to the remote task that the user found. */
export async function linkTask(
  deps: RemoteTaskDeps,
  { id, profileId }: TaskRecord,
  remoteId: string,
): Promise<Result<Task>> {
  const { store, engine, ledger } = deps
  const isTaken = () => store.findByRemote(profileId, remoteId) !== null
  if (isTaken()) return idTaken()
  const remote = await readRemote(deps, profileId, remoteId)
  if (!remote.ok) return remote
  if (store.find(id)?.state !== 'unknown') return fail('conflict', 'tasks.decide.settled')
  if (isTaken()) return idTaken()
  const event = { kind: 'linked' } as const
  const also = () => ledger.decide(id, 'accepted')
  const linked = { state: 'running', remoteId, error: null, durable: true } as const
  const running = store.change(id, { ...linked, also, event })
  engine.follow(running)
  return succeed(store.shown(running))
}

/** Asks the service whether it knows an id that the user typed. */
async function readRemote(
  { address, clock }: RemoteTaskDeps,
  profileId: string,
  remoteId: string,
): Promise<Result<RemoteTask>> {
  const found = await address(profileId)
  if (!found.ok) return found
  const outcome = await readTask(found.data, remoteId, false, clock.now())
  if (outcome.kind === 'ok') return succeed(outcome.value)
  return { ok: false, error: { ...failureOf(outcome), field: 'remoteId' } }
}

/** The service names no scene: the plainest of the media type stands for it. */
function requestOf({ mediaType, model = 'unknown', provider = 'unknown' }: RemoteTask): GenerateRequest {
  const known = MEDIA_TYPES.find((one) => one === mediaType) ?? 'image'
  return { provider, model, mediaType: known, scene: DEFAULT_SCENES[known] }
}

function idTaken(): Result<never> {
  return fail('conflict', 'tasks.decide.idTaken', { field: 'remoteId' })
}
