/** Clears the queue: everything that waits, or everything that has ended. */
import { succeed } from '#contract/errors.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { HandlersFor } from '../../router.ts'
import type { Database, Row } from '../../store/database.ts'
import type { Engine } from '../engine.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'

/** What has nothing left to be decided or saved. */
const ENDED: readonly TaskState[] = ['saved', 'failed', 'gone', 'rejected', 'stopped']
/** Between two turns of the event loop. */
const READ_A_STEP = 1_000
const DROPPED_A_STEP = 250
const REMOVED_A_STEP = 25

export interface ClearDeps {
  readonly db: Database
  readonly store: Pick<TaskStore, 'find' | 'remove'>
  readonly engine: Pick<Engine, 'drop' | 'enqueue'>
}

type Place = Pick<TaskRecord, 'id' | 'profileId'>

export function createClearHandler({
  db,
  store,
  engine,
}: ClearDeps): Pick<HandlersFor<'queue'>, 'queue.clear'> {
  /** Those in one state after another, each in the order in which they were submitted. */
  const placesOf = async (states: readonly TaskState[]): Promise<readonly Place[]> => {
    const places: Place[] = []
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
        places.push(...rows.map((row) => ({ id: String(row['id']), profileId: String(row['profile_id']) })))
        after = Number(rows.at(-1)?.['seq'] ?? after)
        await breathe()
      } while (rows.length === READ_A_STEP)
    }
    return places
  }
  /** Answers how many were removed. One that has become another state meanwhile stays. */
  const remove = async (places: readonly Place[], states: readonly TaskState[]): Promise<number> => {
    let removed = 0
    for (const [index, { id }] of places.entries()) {
      if (index % REMOVED_A_STEP === REMOVED_A_STEP - 1) await breathe()
      const task = store.find(id)
      if (!task || !states.includes(task.state)) continue
      store.remove(id)
      removed++
    }
    return removed
  }
  /** All of them leave the engine before the first row goes, so that nothing is sent while the others are removed. */
  const cancelWaiting = async (): Promise<number> => {
    const dropped: Place[] = []
    for (const [index, place] of (await placesOf(['queued'])).entries()) {
      if (index % DROPPED_A_STEP === DROPPED_A_STEP - 1) await breathe()
      if (store.find(place.id)?.state === 'queued' && engine.drop(place)) dropped.push(place)
    }
    try {
      return await remove(dropped, ['queued'])
    } catch (error) {
      // The disk failed half way: what is left waits as before.
      const left = dropped.flatMap(({ id }) => store.find(id) ?? [])
      engine.enqueue(left.filter(({ state }) => state === 'queued'))
      throw error
    }
  }
  return {
    'queue.clear': async ({ what }) =>
      succeed({
        removed: what === 'waiting' ? await cancelWaiting() : await remove(await placesOf(ENDED), ENDED),
      }),
  }
}

function breathe(): Promise<void> {
  return new Promise(setImmediate)
}
