/** The queue: what waits and why, what was sent, how long a batch takes. */
import { z } from 'zod'
import { empty, profileId, route } from './route.ts'
import type { TaskState } from './rules/task-states.ts'
import { generateRequestSchema } from './tasks.ts'

export interface QueueLimit {
  /**
   * Which limit holds tasks back: a missing key, the service's limit a minute or a day, how many may be at work at once,
   * a service that is away, the user's own cap a day, or the disk.
   */
  readonly kind: 'key' | 'minute' | 'day' | 'concurrency' | 'offline' | 'cap' | 'disk'
  readonly profileId: string
  readonly message: string
  /** Until when, where that is known. */
  readonly until?: number
  /** Tasks it holds back. */
  readonly waiting: number
}

export interface QueueState {
  readonly paused: boolean
  /** Why nothing is being sent, in plain words; null while things move. */
  readonly reason: string | null
  readonly counts: Readonly<Record<TaskState, number>>
  readonly limits: { readonly holding: readonly QueueLimit[] }
}

/** What became of generate requests: `sending` is under way, `not_sent` never left and cost nothing. */
export type RequestOutcome =
  'sending' | 'accepted' | 'rejected' | 'unauthorized' | 'rate_limited' | 'not_sent' | 'unknown'

/** How many generate requests a profile sent on one day. */
export interface RequestCount {
  /** The local day, as YYYY-MM-DD. */
  readonly day: string
  readonly profileId: string
  readonly provider: string
  readonly model: string
  readonly outcome: RequestOutcome
  readonly number: number
}

export interface RequestUsage {
  /** Newest day first. */
  readonly items: readonly RequestCount[]
  /** Requests that left today. */
  readonly sentToday: number
  /** The user's own cap a day, null while there is none. */
  readonly dailyCap: number | null
}

/** How long a batch will take, as far as is known. */
export interface BatchForecast {
  readonly requests: number
  /** Milliseconds until half of the cases, and nine of ten, are finished; absent while nothing is known of the model. */
  readonly p50Ms?: number
  readonly p90Ms?: number
  /** Which limit stretches it, in plain words. */
  readonly limitedBy?: string
  /** Requests left under the user's own cap today; null without a cap. */
  readonly leftToday: number | null
}

export const queueRoutes = {
  'queue.state': route<QueueState>()(empty),
  'queue.pause': route<QueueState>()(empty),
  'queue.resume': route<QueueState>()(empty),
  /**
   * Takes off the list all that waits, which was never sent and costs nothing, or all that has ended and needs nothing more.
   * Files in the library stay.
   */
  'queue.clear': route<{ readonly removed: number }>()(
    z.strictObject({ what: z.enum(['waiting', 'ended']) }),
  ),
  'queue.usage': route<RequestUsage>()(
    z.strictObject({ profileId, days: z.int().min(1).max(366).optional() }),
  ),
  /** How long these would take at the known limits; nothing is sent. */
  'queue.forecast': route<BatchForecast>()(
    z.strictObject({
      profileId,
      requests: z
        .array(
          generateRequestSchema
            .pick({ provider: true, model: true, mediaType: true, scene: true, options: true })
            .partial({ scene: true })
            .extend({ count: z.int().min(1).max(1_000) }),
        )
        .min(1)
        .max(1_000),
    }),
  ),
} as const
