/** The calls about tasks: what the user may do with them, and when. */
import { randomUUID } from 'node:crypto'
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { fail, succeed, type Result } from '#contract/errors.ts'
import { mayDo, retryOf, batchIdOf } from '#contract/rules/task-states.ts'
import type { RouteOutput } from '#contract/routes.ts'
import type { Asset } from '#contract/library.ts'
import type { GenerateRequest, MadeAsset, Task } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import { adopt, linkTask, type RemoteTaskDeps } from './adopt-task.ts'
import type { Engine } from './engine.ts'
import type { QueueOrder } from './queue/queue-order.ts'
import type { CheckRequest, ExpandRequests } from './check-request.ts'
import { render } from '../messages/render.ts'
import { stopTask } from './stop-task.ts'
import { retryBatchOf } from './task-queries.ts'
import { NOTHING_SEEN, type TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'
import type { Press } from '#contract/press.ts'
import type { Resends } from './resends.ts'

/** Changes announced at once, before yielding to the event loop. */
const ANNOUNCED_A_STEP = 100

interface TaskRouteDeps extends RemoteTaskDeps, Pick<Context, 'db' | 'say'> {
  readonly store: TaskStore
  readonly engine: Pick<Engine, 'enqueue' | 'arrange' | 'follow' | 'drop'>
  readonly order: QueueOrder
  readonly resends: Resends
  readonly hasProfile: (profileId: string) => boolean
  readonly activeProfile: () => string
  readonly check: CheckRequest
  readonly expand: ExpandRequests
  readonly requestHash: (profileId: string, request: GenerateRequest) => string | null
  /** The asset that a request made before. */
  readonly madeBy: (requestHash: string) => Pick<Asset, 'id' | 'createdAt'> | null
  readonly costsNothing: (profileId: string, model: string) => boolean
}

/** As `tasks.submit` takes it. */
const MAX_NAME = 200

type TaskHandlers = HandlersFor<'tasks'>

export function createTaskHandlers(deps: TaskRouteDeps): TaskHandlers {
  const { store } = deps
  return {
    'tasks.submit': (input) => submitRequests(deps, input),
    'tasks.made': async ({ profileId = deps.activeProfile(), requests }) => {
      const expanded = await deps.expand(profileId, requests, 'requests')
      return expanded.ok
        ? succeed({ items: expanded.data.map((request) => findMade(deps, profileId, request)) })
        : expanded
    },
    'tasks.list': (query) => succeed(store.list(query)),
    'tasks.get': ({ id }) => {
      const detail = store.detail(id)
      return detail ? succeed(detail) : noSuchTask()
    },
    'tasks.decide': (input) => decide(deps, input),
    'tasks.retry': ({ id, pressId }) => retry(deps, id, pressId),
    'tasks.stop': async ({ id }) => {
      const stopped = await stopTask(deps, id)
      return stopped.ok
        ? succeed({ ...stopped.data, message: render(stopped.data.message, deps.say) })
        : stopped
    },
    'tasks.remove': ({ id }) => remove(store, id),
    'tasks.adopt': ({ profileId = deps.activeProfile(), remoteId }) =>
      deps.hasProfile(profileId) ? adopt(deps, profileId, remoteId) : noSuchProfile(),
    'tasks.move': (input) => move(deps, input),
    'tasks.renameBatch': async ({ batchId, name }) => {
      const sql = 'UPDATE tasks SET batch_name = ? WHERE batch_id = ? RETURNING id'
      const renamed = deps.db.all(sql, name, batchId)
      if (renamed.length === 0) return fail('not_found', 'tasks.noBatch')
      await announceAll(
        store,
        renamed.map((row) => String(row['id'])),
      )
      return succeed({})
    },
  }
}

function findMade(
  { requestHash, madeBy }: Pick<TaskRouteDeps, 'requestHash' | 'madeBy'>,
  profileId: string,
  request: GenerateRequest,
): MadeAsset | null {
  const hash = requestHash(profileId, request)
  const asset = hash === null ? null : madeBy(hash)
  return asset && { assetId: asset.id, createdAt: asset.createdAt }
}

async function submitRequests(
  { store, engine, hasProfile, activeProfile, check, expand }: TaskRouteDeps,
  {
    profileId = activeProfile(),
    requests: written,
    name,
    pressId: press,
  }: Parameters<TaskHandlers['tasks.submit']>[0],
): Promise<Result<RouteOutput<'tasks.submit'>>> {
  if (!hasProfile(profileId)) return noSuchProfile()
  const batchId = batchIdOf(press || randomUUID())
  const pressedBefore = () => {
    const tasks = store.batch(batchId)
    return tasks.length > 0 || store.isRemoved(batchId)
      ? succeed({ batchId, tasks: tasks.map(store.shown) })
      : null
  }
  // One press of the button, however often the call is made: a second batch would be paid for again. What was sent then does not
  // depend on what has become of the cast since.
  const before = pressedBefore()
  if (before) return before
  const expanded = await expand(profileId, written, 'requests')
  if (!expanded.ok) return expanded
  const requests = expanded.data
  for (const [index, request] of requests.entries()) {
    const checked = await check(profileId, request, `requests.${index}`)
    if (!checked.ok) return checked
  }
  const meanwhile = pressedBefore()
  if (meanwhile) return meanwhile
  const tasks = store.insert(
    requests.map((request) => ({
      press,
      batchId,
      profileId,
      request,
      batchName: name || sharedName(requests),
    })),
  )
  engine.enqueue(tasks)
  return succeed({ batchId, tasks: tasks.map(store.shown) })
}

/** Tasks of one press with different prompts go by one name, wherever some of them are listed; undefined where the prompt will do. */
export function sharedName([first, ...others]: readonly GenerateRequest[]): string | undefined {
  const isSame = others.every(({ prompt }) => prompt === first?.prompt)
  return isSame ? undefined : (first?.provenance?.template ?? first?.prompt)?.trim().slice(0, MAX_NAME)
}

/** The user decides about a task of which nobody can know whether it was accepted. */
async function decide(
  deps: TaskRouteDeps,
  { id, action, remoteId, pressId: press }: Parameters<TaskHandlers['tasks.decide']>[0],
): Promise<Result<Task>> {
  const { store, engine, ledger, order, resends } = deps
  const task = store.find(id)
  if (!task) return noSuchTask()
  if (action === 'resend' && resends.isRepeated(press, task)) return succeed(store.shown(task))
  if (!mayDo('decide', task)) return fail('conflict', 'tasks.decide.settled')
  switch (action) {
    case 'discard': {
      const event = { kind: 'discarded' } as const
      return succeed(store.shown(store.change(id, { state: 'stopped', durable: true, event })))
    }
    case 'resend': {
      const event = { kind: 'resend' } as const
      const also = () => ledger.decide(id, 'denied')
      const again = { state: 'queued', press, error: null, attempts: 0, durable: true } as const
      resends.note(press, task)
      const queued = store.change(id, { ...again, also, event })
      engine.enqueue([queued])
      engine.arrange(order.waiting())
      return succeed(store.shown(queued))
    }
    case 'link':
      if (remoteId !== undefined) return linkTask(deps, task, remoteId)
      return fail('invalid_input', 'tasks.decide.idMissing', { field: 'remoteId' })
  }
}

function retry({ store, engine }: TaskRouteDeps, id: string, press: Press): Result<Task> {
  const task = store.find(id)
  if (!task) return noSuchTask()
  switch (retryOf(task)) {
    case 'save': {
      const event = { kind: 'save_again' } as const
      const restart = { error: null, attempts: 0, watch: NOTHING_SEEN }
      const saving = store.change(id, { state: 'saving', ...restart, event })
      engine.follow(saving)
      return succeed(store.shown(saving))
    }
    case 'submit':
      return submitAnew({ store, engine }, task, press)
    case 'follow': {
      const event = { kind: 'followed_again' } as const
      const running = store.change(id, { state: 'running', error: null, watch: NOTHING_SEEN, event })
      engine.follow(running)
      return succeed(store.shown(running))
    }
    case null: {
      const wasNeverSent = task.state === 'stopped' || task.state === 'gone'
      return wasNeverSent
        ? fail('conflict', 'tasks.retry.neverSent')
        : fail('conflict', 'tasks.retry.nothing')
    }
  }
}

function submitAnew(
  { store, engine }: Pick<TaskRouteDeps, 'store' | 'engine'>,
  { id, profileId, request }: TaskRecord,
  press: Press,
): Result<Task> {
  const batchId = retryBatchOf(id, press || randomUUID())
  // Two windows, or two presses in a hurry, want one task.
  const before = store.batch(batchId)[0] ?? store.openRetry(id)
  if (before) return succeed(store.shown(before))
  if (store.isRemoved(batchId)) return noSuchTask()
  const tasks = store.insert([{ press, batchId, profileId, request }])
  engine.enqueue(tasks)
  const [task] = tasks
  if (!task) throw new Error('A task was inserted and is not there.')
  return succeed(store.shown(task))
}

function remove(store: TaskStore, id: string): Result<Record<string, never>> {
  const task = store.find(id)
  if (!task) return noSuchTask()
  if (!mayDo('remove', task)) {
    return fail('conflict', 'tasks.remove.open')
  }
  store.remove(id)
  return succeed({})
}

async function move(
  { store, engine, order }: TaskRouteDeps,
  { ids, before }: Parameters<TaskHandlers['tasks.move']>[0],
): Promise<Result<Record<string, never>>> {
  if (!ids.some((id) => store.find(id))) return noSuchTask()
  const moved = order.move(ids, before)
  if (!moved.ok) return moved
  engine.arrange(order.waiting())
  await announceAll(store, moved.data)
  return succeed({})
}

async function announceAll(store: TaskStore, ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries()) {
    if (index % ANNOUNCED_A_STEP === ANNOUNCED_A_STEP - 1) await yieldToLoop()
    store.announce(id)
  }
}

function noSuchTask(): Result<never> {
  return fail('not_found', 'tasks.noTask')
}

function noSuchProfile(): Result<never> {
  return fail('not_found', 'profiles.noProfile', { field: 'profileId' })
}
