/** Stops a task: here at once, and at its service where that can be done. */
import { fail, succeed, type Result } from '#contract/errors.ts'
import { mayDo } from '#contract/rules/task-states.ts'
import type { StoppedTask } from '#contract/tasks.ts'
import type { Clock } from '../ports/clock.ts'
import { cancelTask } from '../service/client.ts'
import type { ServiceAddress, ServiceApi } from '../service/service-api.ts'
import type { Engine } from './engine.ts'
import { ownIdOf } from './submission/task-to-send.ts'
import type { TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'

const ON_ITS_WAY = 'Its request is on the way to the service and cannot be taken back. Try again in a moment.'

interface StopDeps {
  readonly store: Pick<TaskStore, 'find' | 'change'>
  readonly engine: Pick<Engine, 'drop'>
  readonly clock: Clock
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  /** Whether the service of a profile charges nothing for a model. */
  readonly isFree: (profileId: string, model: string) => boolean
}

/** What it says of the cost is what the service's documentation says and the service itself answered. */
export async function stopTask(deps: StopDeps, id: string): Promise<Result<StoppedTask>> {
  const { store, engine } = deps
  const task = store.find(id)
  if (!task) return fail('not_found', 'There is no such task.')
  if (task.state === 'stopped') return succeed(NEVER_SENT)
  if (task.state === 'sending') return stopAnswering(deps, task)
  if (!mayDo('stop', task)) {
    return fail('conflict', `This task has ended (${task.state}): there is nothing to stop.`)
  }
  if (!engine.drop(task)) return fail('conflict', ON_ITS_WAY)
  const text = task.state === 'queued' ? 'you stopped it before it was sent' : 'you stopped following it'
  store.change(id, { state: 'stopped', durable: true, event: { kind: 'stopped', text } })
  if (task.state === 'queued') return succeed(NEVER_SENT)
  if (task.state === 'unknown') return succeed(NOT_KNOWN)
  if (task.state !== 'running' || task.remoteId === undefined) return succeed(ENDED_THERE)
  const stopped = await stopAtService(deps, task, task.remoteId)
  if (stopped !== GOES_ON) store.change(id, { event: { kind: 'cancelled', text: stopped.message } })
  return succeed(stopped)
}

/** A service whose response is the result may be told to end it: what it has made by then comes with its response. */
async function stopAnswering(
  { store, address, clock }: StopDeps,
  { id, profileId }: TaskRecord,
): Promise<Result<StoppedTask>> {
  const found = await address(profileId)
  const answers = found.ok && found.data.api.capabilities.results === 'in_response'
  if (!answers || !(await cancelTask(found.data, ownIdOf(id), clock.now()))) {
    return fail('conflict', ON_ITS_WAY)
  }
  store.change(id, { event: { kind: 'cancelled', text: ENDS_EARLY.message } })
  return succeed(ENDS_EARLY)
}

async function stopAtService(
  { address, clock, isFree }: StopDeps,
  { profileId, request }: TaskRecord,
  remoteId: string,
): Promise<StoppedTask> {
  const found = await address(profileId)
  if (!found.ok || !found.data.api.cancel) return GOES_ON
  const isTold = await cancelTask(found.data, remoteId, clock.now())
  return isTold ? whatItMeans(found.data.api, isFree(profileId, request.model)) : NOT_TOLD
}

function whatItMeans({ capabilities }: ServiceApi, isFree: boolean): StoppedTask {
  if (isFree) return { cost: 'stopped', message: 'The service stopped it.' }
  // A free service ends no cost at another that its paid nodes ask.
  return capabilities.cancel === 'stops_cost' && !capabilities.isFree
    ? { cost: 'stopped', message: 'The service stopped it: it costs no more from now on.' }
    : { cost: 'may_go_on', message: 'The service was asked to stop it. It may charge for it all the same.' }
}

const ENDS_EARLY: StoppedTask = {
  cost: 'stopped',
  message: 'The service ends it early. What it has made by then is kept.',
}
const NEVER_SENT: StoppedTask = { cost: 'none', message: 'It was not sent, and costs nothing.' }
const NOT_KNOWN: StoppedTask = {
  cost: 'may_go_on',
  message: 'Whether the service took it is not known.',
}
const ENDED_THERE: StoppedTask = { cost: 'goes_on', message: 'The service had finished it.' }
const GOES_ON: StoppedTask = {
  cost: 'goes_on',
  message: 'Atelier no longer follows it. At the service it goes on.',
}
const NOT_TOLD: StoppedTask = {
  cost: 'may_go_on',
  message: 'The service could not be asked to stop it: it may go on there.',
}
