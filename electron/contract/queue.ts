/** The queue: what waits and why, what was sent, how long a batch takes. */
import type { Rendered } from './messages/message.ts'
import { z } from 'zod'
import { empty, profileId, route } from './route.ts'
import type { TaskState } from './rules/task-states.ts'
import { generateRequestSchema } from './tasks.ts'

export interface QueueLimit {
  /**
   * Which limit holds tasks back: a missing key, the service's limit per minute or per day, how many may run at once, a service
   * that cannot be reached, the user's own cap per day, or the disk.
   */
  readonly kind: 'key' | 'minute' | 'day' | 'concurrency' | 'offline' | 'cap' | 'disk'
  readonly profileId: string
  readonly message: Rendered
  /** Until when, where that is known. */
  readonly until?: number
  /** Tasks it keeps from being sent, or from being saved. */
  readonly waiting: number
  /** Tasks at the service that are not followed meanwhile. */
  readonly unfollowed?: number
}

export interface QueueState {
  readonly paused: boolean
  /** Why nothing is being sent; null while tasks are sent. In English; `why` is the same as data. */
  readonly reason: string | null
  readonly why?: Rendered
  readonly counts: Readonly<Record<TaskState, number>>
  readonly limits: { readonly holding: readonly QueueLimit[] }
}

/**
 * Outcomes of generate requests: `sending` is under way, `not_sent` was never sent and cost nothing, `denied` was unknown until the
 * user said that it was not there.
 */
export type RequestOutcome =
  | 'sending'
  | 'accepted'
  | 'rejected'
  | 'unauthorized'
  | 'rate_limited'
  | 'not_sent'
  | 'unknown'
  | 'denied'

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
  /** Requests sent today that may have cost something: those that count for the cap. */
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
  readonly limitedBy?: Rendered
  /** Requests left under the user's own cap today; null without a cap. */
  readonly leftToday: number | null
}

export const queueRoutes = {
  'queue.state': route<QueueState>()(empty),
  'queue.pause': route<QueueState>()(empty),
  'queue.resume': route<QueueState>()(empty),
  /**
   * Removes all tasks that wait, which were never sent and cost nothing, or all that have ended and need nothing more. Files in
   * the library stay.
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
