/** What is known of the connection to each profile's service, for the page. */
import type { Connection } from '#contract/profiles.ts'
import type { EventBus } from '../../events.ts'

export interface ShownConnection {
  readonly connection: Connection
  readonly message: string
}

export interface Connections {
  of(profileId: string): ShownConnection
  /** Announced where it differs from what was known. */
  report(profileId: string, connection: Connection, message: string): void
}

export function createConnections(events: EventBus): Connections {
  const known = new Map<string, ShownConnection>()
  return {
    of: (profileId) => known.get(profileId) ?? { connection: 'unchecked', message: 'Not checked yet.' },
    report: (profileId, connection, message) => {
      const before = known.get(profileId)
      if (before?.connection === connection && before.message === message) return
      known.set(profileId, { connection, message })
      events.emit('connection.changed', { profileId, connection, message })
    },
  }
}
