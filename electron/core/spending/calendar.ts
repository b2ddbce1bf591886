/**
 * Days as the user's calendar has them.
 *
 * The time zone is that of the Atelier that the user started last. A host that another program starts has the zone which that program
 * chose, and with it would choose when a day of the user's caps ends.
 */
import { type Database, readFact, writeFact } from '../store/database.ts'

/** The name of the fact that holds the zone; as part of the queue's it is salvaged from a damaged database. */
const ZONE = 'queue.zone'

export type Calendar = ReturnType<typeof createCalendar>

/** `isUsers`: the user started this host, and its zone is the one from now on. */
export function openCalendar(db: Database, isUsers = false): Calendar {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone
  const known = knownZone(db)
  if (isUsers && known !== own) writeFact(db, ZONE, JSON.stringify(own))
  return createCalendar(isUsers ? own : (known ?? own))
}

function knownZone(db: Database): string | null {
  try {
    const zone: unknown = JSON.parse(readFact(db, ZONE) ?? 'null')
    // It throws for a zone that this computer does not know.
    return typeof zone === 'string'
      ? Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
      : null
  } catch {
    return null
  }
}

/** `zone` as IANA names it. Moments are in milliseconds since the epoch. */
export function createCalendar(timeZone: string) {
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
  const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
  const format = new Intl.DateTimeFormat('en', { timeZone, ...numeric, ...time })
  /** The clock on the wall, as if it were UTC. */
  const wallOf = (at: number): Date => {
    const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
    return new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  }
  /**
   * When the wall shows it, or, where clocks are put forward over it, what comes after. Asked twice, for the offset there may be
   * another than where it was looked for.
   */
  const momentOf = (wall: number): number => {
    const near = wall - (wallOf(wall).getTime() - wall)
    const moment = wall - (wallOf(near).getTime() - near)
    return wallOf(moment).getTime() < wall ? near : moment
  }
  const midnight = (at: number, daysOn: number): number => {
    const wall = wallOf(at)
    return momentOf(Date.UTC(wall.getUTCFullYear(), wall.getUTCMonth(), wall.getUTCDate() + daysOn))
  }
  return {
    /** YYYY-MM-DD. */
    day: (at: number): string => wallOf(at).toISOString().slice(0, 10),
    startOfDay: (at: number): number => midnight(at, 0),
    nextDay: (at: number): number => midnight(at, 1),
  }
}
