/** What a signal does to a profile: its standing, its limits, and what is shown of its connection. */
import type { Connection } from '#contract/profiles.ts'
import type { Limits, Paid } from '../limits/limits.ts'
import type { Signal } from './signal.ts'
import type { Standing } from './connection-state.ts'

export interface Heeding {
  readonly standing: Standing
  readonly limits: Limits
  readonly onConnection: (connection: Connection, message: string) => void
}

/** `atWork` is how many requests the service had at the time. Answers whether something holds the profile that did not before. */
export function heed(
  { standing, limits, onConnection }: Heeding,
  signal: Signal,
  what: Paid,
  now: number,
  atWork: number,
): boolean {
  switch (signal.kind) {
    case 'fine':
      standing.fine(what)
      limits.accepted(what, now, atWork)
      onConnection('reachable', 'The service answers.')
      return false
    case 'later':
      return false
    case 'key':
      standing.key(signal.failure.message)
      onConnection(signal.lost ? 'key_missing' : 'key_refused', signal.failure.message)
      return true
    case 'rate':
      standing.refused(what)
      limits.refused(what, now, atWork, signal.waitMs)
      onConnection('reachable', signal.failure.message)
      return true
    case 'offline':
      standing.offline(signal.failure.message)
      onConnection('offline', signal.failure.message)
      return true
    case 'disk':
      standing.disk(signal.failure.message)
      return true
  }
}
