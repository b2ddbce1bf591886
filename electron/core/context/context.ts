/** What most of the core works with. Made once; each area names the parts that it needs. */
import type { EventBus } from '../calls/events.ts'
import type { Say } from '../messages/render.ts'
import type { Clock, Random } from '../ports/clock.ts'
import type { Database } from '../store/database.ts'

export interface Context {
  readonly db: Database
  readonly clock: Clock
  readonly random: Random
  readonly events: EventBus
  /** One line for the log file; never contains a key. */
  readonly log: (line: string) => void
  readonly say: Say
  readonly dataDir: string
}
