/**
 * Finds the server of the Atelier that runs in a data directory, and opens Atelier hidden where none does.
 *
 * What it opens is the user's program: it stays when whoever asked has gone.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { fail, type Failure, type Result, succeed } from '#contract/errors.ts'
import { isProven, readServerFile, type ServerAddress } from '#hosts/agents/server-file.ts'
import type { ServerFinder } from '#hosts/stdio/stdio-proxy.ts'
import { whyEnded } from './sandbox.ts'
import type { Started } from './start-program.ts'

export interface AtelierFinderOptions {
  readonly dataDir: string
  /** Opens Atelier without showing it. */
  readonly start: (signal: AbortSignal) => Promise<Result<Started>>
  /** Hears what keeps Atelier from being found. */
  readonly onFailure: (failure: Failure) => void
  /** For tests: how long an Atelier that starts, or that runs already, may take to open its server. */
  readonly startingMs?: number
  readonly runningMs?: number
}

/** Below the minute that clients wait for an answer. */
const STARTING_MS = 40_000
/** For one that runs already: it may be starting, or about to end. */
const RUNNING_MS = 10_000
const ASK_EVERY_MS = 100
/** Between two starts: the one before may have told an Atelier that was about to end. */
const START_AGAIN_MS = 2_000

export function createAtelierFinder(options: AtelierFinderOptions): ServerFinder {
  return {
    async find(_lost, signal) {
      const found = await find(options, signal)
      if (!found.ok && !signal.aborted) options.onFailure(found.error)
      return found
    },
  }
}

const SERVER_CLOSED = fail('conflict', 'agents.serverClosed')

async function find(options: AtelierFinderOptions, signal: AbortSignal): Promise<Result<ServerAddress>> {
  const { startingMs = STARTING_MS, runningMs = RUNNING_MS } = options
  const fromMs = performance.now()
  let startedAtMs = -Infinity
  let started: Started | null = null
  while (!signal.aborted) {
    const server = await readServerFile(options.dataDir)
    if (server && (await isProven(server, signal))) return succeed(server)
    const nowMs = performance.now()
    const exitCode = started?.exitCode() ?? null
    if (exitCode !== null && exitCode !== 0) return fail('service_unavailable', await whyEnded(exitCode))
    const hasResponse = exitCode === 0
    if (nowMs - fromMs > (hasResponse ? runningMs : startingMs)) return SERVER_CLOSED
    if (started === null || (hasResponse && nowMs - startedAtMs > START_AGAIN_MS)) {
      const next = await options.start(signal)
      if (!next.ok) return next
      started = next.data
      startedAtMs = performance.now()
    }
    await pause(ASK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return SERVER_CLOSED
}
