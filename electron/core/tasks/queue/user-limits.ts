/** What the user allows: how many requests at once, a cap per day, and a pause that survives a restart. */
import type { Settings } from '#contract/settings.ts'
import type { Clock } from '../../ports/clock.ts'
import { readFact, writeFact, type Database } from '../../store/database.ts'
import { nextLocalDay, type RequestLog } from '../submission/request-log.ts'

/** The name of the fact that says whether sending is paused. */
export const PAUSED = 'queue.paused'

/** For one profile. */
export interface UserLimits {
  /** Generate requests that may run at the service at once. */
  readonly maxRunning: () => number
  /** Whether sending is paused. Polling goes on: what was paid for must not expire. */
  readonly paused: () => boolean
  /** The user's own cap on requests a day, where it is reached. */
  readonly cap: () => { readonly message: string; readonly untilWall: number } | null
  /** Requests left under the cap today; null without a cap. */
  readonly capLeft: () => { readonly perDay: number; readonly left: number } | null
}

export interface UserLimitsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly settings: () => Settings['queue']
  readonly requests: Pick<RequestLog, 'sentToday'>
}

export function createUserLimits({ db, clock, settings, requests }: UserLimitsDeps) {
  let paused = readFact(db, PAUSED) === 'true'
  const capLeft = (profileId: string): ReturnType<UserLimits['capLeft']> => {
    const perDay = settings().dailyCaps[profileId]
    if (perDay === undefined) return null
    return { perDay, left: Math.max(0, perDay - requests.sentToday(profileId)) }
  }
  return {
    get paused(): boolean {
      return paused
    },
    setPaused: (value: boolean): void => {
      paused = value
      writeFact(db, PAUSED, String(value))
    },
    of: (profileId: string): UserLimits => ({
      maxRunning: () => settings().concurrency,
      paused: () => paused,
      capLeft: () => capLeft(profileId),
      cap: () => {
        const cap = capLeft(profileId)
        if (cap === null || cap.left > 0) return null
        const message = `Your cap of ${cap.perDay} requests a day is reached.`
        return { message, untilWall: nextLocalDay(clock.now()) }
      },
    }),
  }
}
