/** The calls about the queue: its state, pausing, clearing, what was sent, and how long a batch would take. */
import { succeed } from '#contract/errors.ts'
import { DEFAULT_SCENES } from '#contract/rules/media.ts'
import type { HandlersFor } from '../../router.ts'
import { forecastBatch } from '../durations/batch-forecast.ts'
import type { DurationStore } from '../durations/duration-store.ts'
import type { Engine } from '../engine.ts'
import { clearEnded, clearWaiting, type ClearDeps } from './clear-queue.ts'

export interface QueueRouteDeps extends Omit<ClearDeps, 'engine'> {
  readonly engine: Pick<Engine, 'state' | 'pause' | 'resume' | 'pace' | 'usage' | 'drop' | 'enqueue'>
  readonly durations: Pick<DurationStore, 'modelFor'>
  readonly activeProfile: () => string
  /** The user's own cap on requests a day. */
  readonly dailyCap: (profileId: string) => number | null
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
      return succeed(forecastBatch(parts, engine.pace(profileId)))
    },
  }
}
