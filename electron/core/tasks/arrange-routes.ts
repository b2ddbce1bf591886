/** The calls that arrange what waits: the order of sending, the name of a batch, and how long something would take. */
import { fail, succeed } from '#contract/errors.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { Database } from '../store/database.ts'
import type { HandlersFor } from '../router.ts'
import { forecastBatch } from './durations/batch-forecast.ts'
import type { DurationStore } from './durations/duration-store.ts'
import type { Engine } from './engine.ts'
import type { QueueOrder } from './queue/queue-order.ts'
import type { TaskStore } from './task-store.ts'

/** Announced between two turns of the event loop. */
const ANNOUNCED_A_STEP = 100

export interface ArrangeDeps {
  readonly db: Database
  readonly store: Pick<TaskStore, 'announce' | 'find'>
  readonly engine: Pick<Engine, 'arrange'>
  readonly order: QueueOrder
}

export function createArrangeHandlers({
  db,
  store,
  engine,
  order,
}: ArrangeDeps): Pick<HandlersFor<'tasks'>, 'tasks.move' | 'tasks.renameBatch'> {
  const announceAll = async (ids: readonly string[]): Promise<void> => {
    for (const [index, id] of ids.entries()) {
      if (index % ANNOUNCED_A_STEP === ANNOUNCED_A_STEP - 1) await new Promise(setImmediate)
      store.announce(id)
    }
  }
  return {
    'tasks.move': async ({ ids, before }) => {
      if (!ids.some((id) => store.find(id))) return fail('not_found', 'There is no such task.')
      const moved = order.move(ids, before)
      if (!moved.ok) return moved
      engine.arrange(order.waiting())
      await announceAll(moved.data)
      return succeed({})
    },
    'tasks.renameBatch': async ({ batchId, name }) => {
      const renamed = db.all('UPDATE tasks SET batch_name = ? WHERE batch_id = ? RETURNING id', name, batchId)
      if (renamed.length === 0) return fail('not_found', 'There is no such batch.')
      await announceAll(renamed.map((row) => String(row['id'])))
      return succeed({})
    },
  }
}

export interface ForecastDeps {
  readonly engine: Pick<Engine, 'pace'>
  readonly durations: Pick<DurationStore, 'modelFor'>
  readonly activeProfile: () => string
}

/** The scene that is meant where none is named. */
const PLAIN_SCENE: Readonly<Record<MediaType, Scene>> = {
  image: 'text-to-image',
  video: 'text-to-video',
  character: 'character-creation',
  music: 'text-to-music',
}

export function createForecastHandler({
  engine,
  durations,
  activeProfile,
}: ForecastDeps): Pick<HandlersFor<'queue'>, 'queue.forecast'> {
  return {
    'queue.forecast': ({ profileId = activeProfile(), requests }) => {
      const parts = requests.map(({ count, scene, ...request }) => ({
        model: durations.modelFor({ ...request, scene: scene ?? PLAIN_SCENE[request.mediaType] }),
        count,
      }))
      return succeed(forecastBatch(parts, engine.pace(profileId)))
    },
  }
}
