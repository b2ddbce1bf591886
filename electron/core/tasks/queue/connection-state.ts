/**
 * The state of a profile's connection: what holds all its requests, for how long, and whether to go one at a time.
 *
 * Applies what a step says about the profile: here, to the limits, and to what is shown of the connection. The submitter and the
 * poller ask before they act.
 */
import { isDeepStrictEqual } from 'node:util'
import type { Context } from '../../context/context.ts'
import { saidOf } from '../../messages/said-of.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Connection } from '#contract/profiles.ts'
import { backoffMs } from '../../network/backoff.ts'
import type { Limits, RequestKind } from '../limits/limits.ts'
import type { ProfileEffect } from '../step-outcome.ts'
import { render, type Say } from '../../messages/render.ts'
import type { EventBus } from '../../calls/events.ts'

const MIN_OFFLINE_WAIT_MS = 500
/** The user makes room on a full disk, and another try costs no request. */
const DISK_WAIT_MS = 1_000

/** Holds everything of a profile: nothing is sent and nothing polled. */
export interface Hold {
  readonly kind: 'key' | 'offline' | 'disk'
  readonly message: Message
  /** Monotonic; Infinity until somebody acts. */
  readonly until: number
}

export type ConnectionState = ReturnType<typeof createConnectionState>

type Trouble = Exclude<ProfileEffect, { kind: 'fine' }>

interface ConnectionStateDeps extends Pick<Context, 'clock' | 'random'> {
  readonly limits: Limits
  /** A hold began or ended, or a limit was learned. */
  readonly onChange: () => void
  readonly onConnection: (connection: Connection, message: Message) => void
}

export function createConnectionState(deps: ConnectionStateDeps) {
  const { clock, random, limits, onChange, onConnection } = deps
  let hold: Hold | null = null
  let failures = 0
  let closed = false
  /** Kept apart: an accepted poll says nothing of the limit on generate requests. */
  const cautious = new Set<RequestKind>()
  const release = (): void => {
    hold = null
    failures = 0
  }
  /** A missing key outweighs every other reason. */
  const holdFor = (kind: 'offline' | 'disk', message: Message): void => {
    if (hold?.kind === 'key') return
    cautious.add('submit').add('poll')
    const waitMs =
      kind === 'disk' ? DISK_WAIT_MS : Math.max(MIN_OFFLINE_WAIT_MS, backoffMs(++failures, random))
    hold = { kind, message, until: clock.monotonicMs() + waitMs }
  }
  const applyFine = (kind: RequestKind, running: number): void => {
    failures = 0
    cautious.delete(kind)
    limits.accepted(kind, clock.monotonicMs(), running)
    // What was under way when the key was refused says nothing of the key.
    if (hold?.kind === 'key') return
    onConnection('reachable', message('service.answers'))
  }
  const applyTrouble = (effect: Trouble, kind: RequestKind, running: number): void => {
    const said = saidOf(effect.failure)
    switch (effect.kind) {
      case 'key':
        hold = { kind: 'key', message: said, until: Infinity }
        return onConnection(effect.lost ? 'key_missing' : 'key_refused', said)
      case 'rate':
        cautious.add(kind)
        limits.refused(kind, clock.monotonicMs(), running, effect.waitMs)
        return onConnection('reachable', said)
      case 'offline':
        holdFor('offline', said)
        return onConnection('offline', said)
      case 'disk':
        return holdFor('disk', said)
    }
  }
  return {
    get hold(): Hold | null {
      return hold
    },
    /** After a refusal one request goes ahead; the others follow once it was accepted. */
    isCautious: (kind: RequestKind): boolean => cautious.has(kind),
    /** `running` is how many tasks the service had at the time. */
    apply: (effect: ProfileEffect | null, kind: RequestKind, running: number): void => {
      if (closed || effect === null) return
      if (effect.kind === 'fine') return applyFine(kind, running)
      applyTrouble(effect, kind, running)
      onChange()
    },
    /** A step failed in a way that nobody foresaw. */
    stepFailed: (): void => holdFor('offline', message('queue.notRecorded')),
    expire: (now: number): void => {
      if (!hold || hold.until > now) return
      hold = null
      onChange()
    },
    /** The network may be another one. */
    timeJumped: (): void => {
      if (hold?.kind !== 'offline') return
      release()
      onChange()
    },
    release,
    /** Applies nothing more. */
    close: (): void => {
      closed = true
    },
  }
}

export type Connections = ReturnType<typeof createConnections>

const UNCHECKED = { connection: 'unchecked', message: message('queue.unchecked') } as const

/** What is known of the connection to each profile's service, for the page. */
export function createConnections(events: EventBus, say: Say) {
  const known = new Map<string, { readonly connection: Connection; readonly message: Message }>()
  return {
    of: (profileId: string) => {
      const { connection, message: said } = known.get(profileId) ?? UNCHECKED
      return { connection, message: render(said, say) }
    },
    /** Announced where it differs from what was known. */
    report: (profileId: string, connection: Connection, message: Message): void => {
      const before = known.get(profileId)
      if (before?.connection === connection && isDeepStrictEqual(before.message, message)) return
      known.set(profileId, { connection, message })
      events.emit('connection.changed', { profileId, connection, message: render(message, say) })
    },
  }
}
