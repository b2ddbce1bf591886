/** What the user may do with tasks, and when: submit, decide, retry, stop, remove, adopt. */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { GenerateRequest, Task } from '#contract/tasks.ts'
import type { Clock } from '../ports/clock.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { HandlersFor } from '../router.ts'
import { readTask } from '../service/apis/generation-service/client.ts'
import type { Engine } from './engine.ts'
import { isResting } from './life.ts'
import { NOTHING_SEEN, type TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'

export interface ActionDeps {
  readonly store: TaskStore
  readonly engine: Engine
  readonly profiles: Profiles
  readonly clock: Clock
  /** Brings what the engine holds into the order of the queue. */
  readonly arrange: () => void
  /** What is wrong with a request before it is taken, or null: inputs that are not there, a prompt that is missing. */
  readonly check: (request: GenerateRequest, path: string) => Result<null>
}

type TaskHandlers = Omit<HandlersFor<'tasks'>, 'tasks.move' | 'tasks.renameBatch'>

export function createTaskHandlers(deps: ActionDeps): TaskHandlers {
  const { store } = deps
  return {
    'tasks.submit': (input) => submitTasks(deps, input),
    'tasks.list': (query) => succeed(store.list(query)),
    'tasks.get': ({ id }) => {
      const detail = store.detail(id)
      return detail ? succeed(detail) : noSuchTask()
    },
    'tasks.decide': (input) => decide(deps, input),
    'tasks.retry': ({ id }) => retry(deps, id),
    'tasks.stop': ({ id }) => stop(deps, id),
    'tasks.remove': ({ id }) => {
      const task = store.find(id)
      if (!task) return noSuchTask()
      if (!isResting(task.state)) {
        return fail('conflict', 'This task is still open. Stop following it first; then it can be removed.')
      }
      store.remove(id)
      return succeed({})
    },
    'tasks.adopt': async ({ profileId = deps.profiles.activeId(), remoteId }) => {
      if (!deps.profiles.get(profileId))
        return fail('not_found', 'There is no such profile.', { field: 'profileId' })
      const known = store.findByRemote(profileId, remoteId)
      if (known) return succeed(store.shown(known))
      const there = await askFor(deps, profileId, remoteId)
      if (!there.ok) return there
      // Another call may have adopted it while the service was asked.
      const meanwhile = store.findByRemote(profileId, remoteId)
      if (meanwhile) return succeed(store.shown(meanwhile))
      const { request } = there.data
      const task = store.insertRunning({ batchId: `batch_${randomUUID()}`, profileId, request }, remoteId)
      deps.engine.follow(task)
      return succeed(store.shown(task))
    },
  }
}

export function createQueueHandlers(
  engine: Engine,
  activeProfile: () => string,
  dailyCap: (profileId: string) => number | null,
): Omit<HandlersFor<'queue'>, 'queue.forecast' | 'queue.clear'> {
  return {
    'queue.state': () => succeed(engine.state()),
    'queue.pause': () => succeed(engine.pause()),
    'queue.resume': () => succeed(engine.resume()),
    'queue.usage': ({ profileId = activeProfile(), days = 30 }) =>
      succeed({ ...engine.usage(profileId, days), dailyCap: dailyCap(profileId) }),
  }
}

const submitTasks = (
  { store, engine, profiles, check }: ActionDeps,
  {
    profileId = profiles.activeId(),
    requests,
    name,
    pressId = randomUUID(),
  }: Parameters<TaskHandlers['tasks.submit']>[0],
): ReturnType<TaskHandlers['tasks.submit']> => {
  if (!profiles.get(profileId)) return fail('not_found', 'There is no such profile.', { field: 'profileId' })
  for (const [index, request] of requests.entries()) {
    const checked = check(request, `requests.${index}`)
    if (!checked.ok) return checked
  }
  const batchId = `batch_${pressId}`
  const pressedBefore = store.batch(batchId)
  if (pressedBefore.length > 0) return succeed({ batchId, tasks: pressedBefore.map(store.shown) })
  const tasks = store.insert(
    requests.map((request) => ({ batchId, profileId, request, ...(name ? { batchName: name } : {}) })),
  )
  engine.enqueue(tasks)
  return succeed({ batchId, tasks: tasks.map(store.shown) })
}

/** The user's word on a task of which nobody can know whether it was accepted. */
async function decide(
  deps: ActionDeps,
  { id, action, remoteId }: Parameters<TaskHandlers['tasks.decide']>[0],
): Promise<Result<Task>> {
  const { store, engine } = deps
  const task = store.find(id)
  if (!task) return noSuchTask()
  if (task.state !== 'unknown')
    return fail('conflict', `This task is ${task.state}: there is nothing to decide.`)
  if (action === 'discard') {
    const event = { kind: 'discarded', text: 'you chose to forget it' }
    return succeed(store.shown(store.change(id, { state: 'stopped', durable: true, event })))
  }
  if (action === 'resend') {
    const event = { kind: 'resend', text: 'you said it was not there: it is sent again' }
    const queued = store.change(id, { state: 'queued', error: null, attempts: 0, durable: true, event })
    engine.enqueue([queued])
    deps.arrange()
    return succeed(store.shown(queued))
  }
  if (remoteId === undefined)
    return fail('invalid_input', 'Enter the task id you found.', { field: 'remoteId' })
  const taken = () => store.findByRemote(task.profileId, remoteId) !== null
  if (taken()) return idTaken()
  const there = await askFor(deps, task.profileId, remoteId)
  if (!there.ok) return there
  if (store.find(id)?.state !== 'unknown') return fail('conflict', 'This task was decided meanwhile.')
  if (taken()) return idTaken()
  const event = { kind: 'linked', text: `you found it: ${remoteId}` }
  const running = store.change(id, { state: 'running', remoteId, error: null, durable: true, event })
  engine.follow(running)
  return succeed(store.shown(running))
}

function retry({ store, engine }: ActionDeps, id: string): Result<Task> {
  const task = store.find(id)
  if (!task) return noSuchTask()
  switch (task.state) {
    case 'unsaved': {
      const event = { kind: 'save_again', text: 'you asked to save it again' }
      const saving = store.change(id, {
        state: 'saving',
        error: null,
        attempts: 0,
        watch: NOTHING_SEEN,
        event,
      })
      engine.save(saving)
      return succeed(store.shown(saving))
    }
    case 'rejected':
    case 'failed': {
      const again = { batchId: `batch_${randomUUID()}`, profileId: task.profileId, request: task.request }
      const tasks = store.insert([again])
      engine.enqueue(tasks)
      return firstOf(store, tasks)
    }
    case 'gone':
    case 'stopped': {
      if (task.remoteId === undefined)
        return fail('conflict', 'This task never reached the service. Submit it anew.')
      const event = { kind: 'followed_again', text: 'you asked to look for it again' }
      const running = store.change(id, { state: 'running', error: null, watch: NOTHING_SEEN, event })
      engine.follow(running)
      return succeed(store.shown(running))
    }
    case 'queued':
    case 'sending':
    case 'running':
    case 'saving':
    case 'saved':
    case 'unknown':
      return fail('conflict', `This task is ${task.state}: there is nothing to retry.`)
  }
}

function stop({ store, engine }: ActionDeps, id: string): Result<Record<string, never>> {
  const task = store.find(id)
  if (!task) return noSuchTask()
  if (task.state === 'stopped') return succeed({})
  const wait = 'Its request is on the way to the service and cannot be taken back. Try again in a moment.'
  if (task.state === 'sending') return fail('conflict', wait)
  if (['saved', 'failed', 'rejected'].includes(task.state)) {
    return fail('conflict', `This task has ended (${task.state}): there is nothing to stop.`)
  }
  if (!engine.drop(task)) return fail('conflict', wait)
  const text = task.remoteId === undefined ? 'you stopped it before it was sent' : 'you stopped following it'
  store.change(id, { state: 'stopped', durable: true, event: { kind: 'stopped', text } })
  return succeed({})
}

/** Asks the service whether it knows an id that the user typed. */
async function askFor(
  { profiles, clock }: ActionDeps,
  profileId: string,
  remoteId: string,
): Promise<Result<{ readonly request: GenerateRequest }>> {
  const address = await profiles.address(profileId)
  if (!address.ok) return address
  const outcome = await readTask(address.data, remoteId, null, clock.now())
  if (outcome.kind === 'aborted') return fail('service_unavailable', 'Atelier is closing.')
  if (outcome.kind === 'refused') return { ok: false, error: { ...outcome.failure, field: 'remoteId' } }
  const { mediaType, model = 'unknown', provider = 'unknown' } = outcome.value
  return succeed({ request: { provider, model, ...mediaAndScene(mediaType) } })
}

/** The service's answer names no scene: the plainest of the media type stands for it. */
function mediaAndScene(mediaType: string | undefined): Pick<GenerateRequest, 'mediaType' | 'scene'> {
  switch (mediaType) {
    case 'video':
      return { mediaType, scene: 'text-to-video' }
    case 'character':
      return { mediaType, scene: 'character-creation' }
    case 'music':
      return { mediaType, scene: 'text-to-music' }
    default:
      return { mediaType: 'image', scene: 'text-to-image' }
  }
}

function firstOf(store: TaskStore, tasks: readonly TaskRecord[]): Result<Task> {
  const [task] = tasks
  if (!task) throw new Error('A task was inserted and is not there.')
  return succeed(store.shown(task))
}

function idTaken(): Result<never> {
  return fail('conflict', 'Another task here already follows that id.', { field: 'remoteId' })
}

function noSuchTask(): Result<never> {
  return fail('not_found', 'There is no such task.')
}
