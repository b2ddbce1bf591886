/** The calls about the queue: its state, pausing, clearing, what was sent, and how long a batch would take. */
import { setImmediate as yieldToLoop } from 'node:timers/promises'
import { succeed } from '#contract/errors.ts'
import { DEFAULT_SCENES } from '#contract/rules/media.ts'
import { render, type Say } from '#core/messages/render.ts'
import type { HandlersFor } from '#core/calls/handlers.ts'
import { SETTLED_STATES, type TaskState } from '#contract/rules/task-states.ts'
import type { Database, Row } from '#core/store/database.ts'
import { forecastBatch } from '../durations/batch-forecast.ts'
import type { DurationStore } from '../durations/duration-store.ts'
import type { Engine } from '../engine.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'

interface QueueRouteDeps extends Omit<ClearDeps, 'engine'> {
  readonly engine: Pick<Engine, 'state' | 'pause' | 'resume' | 'pace' | 'usage' | 'drop' | 'enqueue'>
  readonly durations: Pick<DurationStore, 'modelFor'>
  readonly activeProfile: () => string
  /** The user's own cap on requests a day. */
  readonly dailyCap: (profileId: string) => number | null
  readonly say: Say
}

export function createQueueHandlers(deps: QueueRouteDeps): HandlersFor<'queue'> {
  const { engine, durations, activeProfile, dailyCap } = deps
  return {
    'queue.state': () => succeed(engine.state()),
    'queue.pause': () => succeed(engine.pause()),
    'queue.resume': () => succeed(engine.resume()),
    'queue.clear': async ({ what }) =>
      succeed({ removed: what === 'waiting' ? await clearWaiting(deps) : await clearEnded(deps) }),
    'queue.usage': ({ profileId = activeProfile(), days = 30 }) =>
      succeed({ ...engine.usage(profileId, days), dailyCap: dailyCap(profileId) }),
    'queue.forecast': ({ profileId = activeProfile(), requests }) => {
      const parts = requests.map(({ count, scene, ...request }) => ({
        model: durations.modelFor({ ...request, scene: scene ?? DEFAULT_SCENES[request.mediaType] }),
        count,
      }))
      const { limitedBy, ...forecast } = forecastBatch(parts, engine.pace(profileId))
      return succeed({ ...forecast, ...(limitedBy && { limitedBy: render(limitedBy, deps.say) }) })
    },
  }
}

/** Rows read, tasks taken out of the engine and rows removed at once, in less than a frame. */
const READ_A_STEP = 1_000
const DROPPED_A_STEP = 250
const REMOVED_A_STEP = 25

interface ClearDeps {
  readonly db: Database
  readonly store: Pick<TaskStore, 'find' | 'remove'>
  readonly engine: Pick<Engine, 'drop' | 'enqueue'>
}

type TaskRef = Pick<TaskRecord, 'id' | 'profileId'>

/** Removes what has ended and needs nothing more; returns how many. */
async function clearEnded({ db, store }: ClearDeps): Promise<number> {
  return removeAll(store, await tasksIn(db, SETTLED_STATES), SETTLED_STATES)
}

/**
 * Removes what waits; returns how many. All of it leaves the engine before the first row goes, so that nothing is sent while the
 * rows are removed.
 */
export async function clearWaiting({ db, store, engine }: ClearDeps): Promise<number> {
  const dropped: TaskRef[] = []
  for (const [index, task] of (await tasksIn(db, ['queued'])).entries()) {
    if (isStepEnd(index, DROPPED_A_STEP)) await yieldToLoop()
    if (store.find(task.id)?.state === 'queued' && engine.drop(task)) dropped.push(task)
  }
  try {
    return await removeAll(store, dropped, ['queued'])
  } catch (error) {
    // The disk failed half way: what is left waits as before.
    const left = dropped.flatMap(({ id }) => store.find(id) ?? [])
    engine.enqueue(left.filter(({ state }) => state === 'queued'))
    throw error
  }
}

/** The tasks in one state after another, each in the order of submission. */
async function tasksIn(db: Database, states: readonly TaskState[]): Promise<readonly TaskRef[]> {
  const tasks: TaskRef[] = []
  for (const state of states) {
    let after = 0
    let rows: readonly Row[]
    do {
      rows = db.all(
        'SELECT seq, id, profile_id FROM tasks WHERE state = ? AND seq > ? ORDER BY seq LIMIT ?',
        state,
        after,
        READ_A_STEP,
      )
      tasks.push(...rows.map((row) => ({ id: String(row['id']), profileId: String(row['profile_id']) })))
      after = Number(rows.at(-1)?.['seq'] ?? after)
      await yieldToLoop()
    } while (rows.length === READ_A_STEP)
  }
  return tasks
}

/** Returns how many were removed. One whose state has changed meanwhile stays. */
async function removeAll(
  store: Pick<TaskStore, 'find' | 'remove'>,
  tasks: readonly TaskRef[],
  states: readonly TaskState[],
): Promise<number> {
  let removed = 0
  for (const [index, { id }] of tasks.entries()) {
    if (isStepEnd(index, REMOVED_A_STEP)) await yieldToLoop()
    const task = store.find(id)
    if (!task || !states.includes(task.state)) continue
    store.remove(id)
    removed++
  }
  return removed
}

function isStepEnd(index: number, step: number): boolean {
  return index % step === step - 1
}
