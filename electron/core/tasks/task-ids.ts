/** The ids of tasks: they sort in the order the tasks were made in. */
import { randomUUID } from 'node:crypto'

/** Places within a millisecond that the counter tells apart. */
const PLACES = 0x1000
/** Where the random half of a UUID begins, variant bits included. */
const RANDOM_FROM = 19

/**
 * Makes ids that sort in the order the tasks were made in, also within one millisecond: UUIDs of version 7 with a counter
 * (RFC 9562, 6.2, method 1). A page that lists tasks by time needs nothing else. `now` in milliseconds.
 */
export function createTaskIds(): (now: number) => string {
  let lastAt = Number.NaN
  let place = 0
  return (now) => {
    place = now === lastAt ? (place + 1) % PLACES : 0
    lastAt = now
    const time = Math.max(0, Math.floor(now)).toString(16).padStart(12, '0')
    const count = place.toString(16).padStart(3, '0')
    return `task_${time.slice(0, 8)}-${time.slice(8)}-7${count}-${randomUUID().slice(RANDOM_FROM)}`
  }
}
