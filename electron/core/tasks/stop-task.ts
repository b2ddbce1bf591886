/** Stops a task: here at once, and at its service where that can be done. */
import { fail, succeed, type Result } from '#contract/errors.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { mayDo } from '#contract/rules/task-states.ts'
import type { StoppedTask } from '#contract/tasks.ts'
import type { Clock } from '../ports/clock.ts'
import { cancelTask } from '../service/client.ts'
import type { ServiceAddress, ServiceApi } from '../service/service-api.ts'
import type { Engine } from './engine.ts'
import { ownIdOf } from './submission/task-to-send.ts'
import type { TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'

/** As the page hears of it, before it is said. */
interface Stopped extends Pick<StoppedTask, 'cost'> {
  readonly message: Message
}

interface StopDeps {
  readonly store: Pick<TaskStore, 'find' | 'change'>
  readonly engine: Pick<Engine, 'drop' | 'follow'>
  readonly clock: Clock
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  readonly costsNothing: (profileId: string, model: string) => boolean
}

/** What it says of the cost is what the service's documentation says and the service itself answered. */
export async function stopTask(deps: StopDeps, id: string): Promise<Result<Stopped>> {
  const { store, engine } = deps
  const task = store.find(id)
  if (!task) return fail('not_found', 'tasks.noTask')
  if (task.state === 'stopped') return succeed(whatItMeant(task))
  if (task.state === 'sending') return stopWhileSending(deps, task)
  if (!mayDo('stop', task)) {
    return fail('conflict', 'tasks.stop.hasEnded')
  }
  if (!engine.drop(task)) return fail('conflict', 'tasks.stop.onItsWay')
  try {
    store.change(id, { state: 'stopped', durable: true, event: { kind: 'stopped' } })
  } catch (error) {
    // It goes on, and what comes of it must not expire unseen.
    engine.follow(task)
    throw error
  }
  if (task.state === 'queued') return succeed(NEVER_SENT)
  if (task.state === 'unknown') return succeed(NOT_KNOWN)
  if (task.state !== 'running' || task.remoteId === undefined) return succeed(ENDED_THERE)
  const stopped = await stopAtService(deps, task, task.remoteId)
  if (stopped !== GOES_ON) store.change(id, { event: { kind: 'cancelled', message: stopped.message } })
  return succeed(stopped)
}

/** Of a task that was stopped before: what its service said then is in its history. */
function whatItMeant({ sentAt, remoteId }: TaskRecord): Stopped {
  if (remoteId !== undefined) return GOES_ON
  return sentAt === undefined ? NEVER_SENT : NOT_KNOWN
}

/** A service whose response is the result may be told to end it: what it has made by then comes with its response. */
async function stopWhileSending(
  { store, address, clock }: StopDeps,
  { id, profileId }: TaskRecord,
): Promise<Result<Stopped>> {
  const found = await address(profileId)
  const respondsWithResults = found.ok && found.data.api.capabilities.results === 'in_response'
  if (!respondsWithResults || !(await cancelTask(found.data, ownIdOf(id), clock.now()))) {
    return fail('conflict', 'tasks.stop.onItsWay')
  }
  store.change(id, { event: { kind: 'cancelled', message: ENDS_EARLY.message } })
  return succeed(ENDS_EARLY)
}

async function stopAtService(
  { address, clock, costsNothing }: StopDeps,
  { profileId, request }: TaskRecord,
  remoteId: string,
): Promise<Stopped> {
  const found = await address(profileId)
  if (!found.ok || !found.data.api.cancel) return GOES_ON
  const isTold = await cancelTask(found.data, remoteId, clock.now())
  return isTold ? whatItMeans(found.data.api, costsNothing(profileId, request.model)) : NOT_TOLD
}

function whatItMeans({ capabilities }: ServiceApi, isFree: boolean): Stopped {
  if (isFree) return { cost: 'stopped', message: message('tasks.stopped') }
  // A free service ends no cost at another that its paid nodes ask.
  return capabilities.cancel === 'stops_cost' && !capabilities.isFree
    ? { cost: 'stopped', message: message('tasks.stopped.costEnds') }
    : { cost: 'may_go_on', message: message('tasks.stopped.mayCost') }
}

const ENDS_EARLY: Stopped = {
  cost: 'stopped',
  message: message('tasks.stopped.endsEarly'),
}
const NEVER_SENT: Stopped = { cost: 'none', message: message('tasks.stopped.neverSent') }
const NOT_KNOWN: Stopped = {
  cost: 'may_go_on',
  message: message('tasks.stopped.notKnown'),
}
const ENDED_THERE: Stopped = { cost: 'goes_on', message: message('tasks.stopped.hadFinished') }
const GOES_ON: Stopped = {
  cost: 'goes_on',
  message: message('tasks.stopped.goesOn'),
}
const NOT_TOLD: Stopped = {
  cost: 'may_go_on',
  message: message('tasks.stopped.notTold'),
}
