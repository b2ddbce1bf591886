/**
 * The Atelier that a stdio program talks to: the one that runs in the data directory, else a host of its own.
 *
 * There is never a second writer: the host of its own takes the directory's lock, and where another has it, that one's server is
 * waited for.
 */
import { fail, type Result, succeed } from '#contract/errors.ts'
import type { Clock } from '#core/ports/clock.ts'
import { isRunning, readServerFile, type ServerAddress, isProven } from '#hosts/agents/server-file.ts'
import type { ClosableServerFinder } from './serve-stdio.ts'

/** What a host of its own is to this program. */
export interface OwnHost {
  close(): Promise<void>
}

export interface ServerFinderOptions {
  readonly dataDir: string
  /** Fails with `conflict` where another Atelier has the directory. `closeForUser` is called when the user starts one. */
  readonly startHost: (closeForUser: () => Promise<void>) => Promise<Result<OwnHost>>
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** For the server of an Atelier that has the directory: it may be starting. */
const SERVER_PATIENCE_MS = 10_000
/** For the Atelier for which a host closed. */
const REPLACED_MS = 5_000
const ASK_EVERY_MS = 50
/** Between two attempts to take a directory that another has. */
const RETRY_MS = 1_000

export function createServerFinder(options: ServerFinderOptions): ClosableServerFinder {
  const { clock, dataDir, log } = options
  /** From the moment it starts: the user may ask it to close before it is open. */
  let own: Promise<Result<OwnHost>> | null = null
  let ownFromMs = 0
  let closing: Promise<void> = Promise.resolve()
  const closeForUser = async (): Promise<void> => {
    if (own === null) return closing
    ownFromMs = Infinity
    closing = closeStarted(own)
    own = null
    await closing.finally(() => (ownFromMs = clock.monotonicMs() + REPLACED_MS))
    log('This host closed for the Atelier that the user starts.')
  }
  const startOwn = async (): Promise<Result<null>> => {
    const starting = options.startHost(closeForUser)
    own = starting
    let isStarted = false
    try {
      const started = await starting
      isStarted = started.ok
      return started.ok ? succeed(null) : started
    } finally {
      if (!isStarted && own === starting) own = null
    }
  }
  return {
    async find(lost, signal): Promise<Result<ServerAddress>> {
      // Its host lives on without it: it closed for another, which is about to open its server.
      if (lost?.closesForUser && isRunning(lost.pid))
        ownFromMs = Math.max(ownFromMs, clock.monotonicMs() + REPLACED_MS)
      const untilMs = clock.monotonicMs() + SERVER_PATIENCE_MS
      while (clock.monotonicMs() < untilMs && !signal.aborted) {
        // The address of a host that is closing is of no use any more.
        await closing.catch(() => undefined)
        const server = await readServerFile(dataDir)
        if (server && (await isProven(server, signal))) return succeed(server)
        if (own === null && clock.monotonicMs() >= ownFromMs) {
          const started = await startOwn()
          if (started.ok) continue
          if (started.error.code !== 'conflict') return started
          ownFromMs = clock.monotonicMs() + RETRY_MS
        }
        await pause(clock, ASK_EVERY_MS)
      }
      return fail('conflict', 'agents.serverClosed')
    },
    async close() {
      await closing
      if (own) await closeStarted(own)
    },
  }
}

/** One that could not start has nothing to close. */
async function closeStarted(starting: Promise<Result<OwnHost>>): Promise<void> {
  const started = await starting.catch(() => null)
  if (started?.ok) await started.data.close()
}

function pause(clock: Clock, ms: number): Promise<void> {
  return new Promise((resolve) => void clock.after(ms, resolve))
}
