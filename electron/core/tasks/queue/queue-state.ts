/** What the page and a forecast learn of the queue: what holds it, and how fast it can go. */
import { saidOf } from '../../messages/said-of.ts'
import { message } from '#contract/messages/message.ts'
import type { QueueState } from '#contract/queue.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Pace } from '../durations/batch-forecast.ts'
import type { Limits } from '../limits/limits.ts'
import type { DiskHold, Saver } from '../saving/saver.ts'
import { render, type Say } from '../../messages/render.ts'
import type { Holding, QueueLoad, UserLimits } from './user-limits.ts'
import type { ProfileQueues } from './profile-queues.ts'

export interface QueueParts {
  readonly say: Say
  readonly queues: Pick<ProfileQueues, 'all'>
  readonly disk: Pick<DiskHold, 'failure'>
  readonly saver: Pick<Saver, 'waiting'>
  readonly paused: boolean
  readonly counts: QueueState['counts']
}

export function queueState({ say, queues, disk, saver, paused, counts }: QueueParts): QueueState {
  const holding: Holding[] = [...queues.all()].flatMap((queue) => [...queue.holding()])
  if (disk.failure && saver.waiting > 0) {
    holding.push({ kind: 'disk', profileId: '', message: saidOf(disk.failure), waiting: saver.waiting })
  }
  const key = holding.find(({ kind }) => kind === 'key')
  const other = holding.find(({ kind }) => kind !== 'concurrency')
  const why = paused ? message('queue.paused') : (key ?? other)?.message
  return {
    paused: paused || key !== undefined,
    ...(why ? { reason: say(why), why: render(why, say) } : { reason: null }),
    counts,
    limits: { holding: holding.map((limit) => ({ ...limit, message: render(limit.message, say) })) },
  }
}

export function paceOf(limits: Limits, load: QueueLoad | undefined, user: UserLimits, clock: Clock): Pace {
  const now = clock.monotonicMs()
  return {
    ...limits.pace(),
    waiting: load?.waiting ?? 0,
    running: load?.running ?? 0,
    held: limits.hold(now),
    waitMs: limits.waitMs('submit', now),
    bound: limits.bound,
    maxRunning: user.maxRunning(),
    paused: user.paused(),
    cap: user.capLeft(),
    nextDayMs: user.restOfDayMs(),
  }
}
