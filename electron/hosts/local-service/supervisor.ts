/**
 * Keeps the bundled local service running: starts it, tells the application where it is, starts it again when it falls.
 *
 * How a process is made differs between hosts and is handed in. Nothing here waits for the service, and no line of its
 * output but the first is looked at.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import type { App } from '#core/app.ts'
import { childEnvironment } from '#core/reading/child-environment.ts'
import type { Clock, Random } from '#core/ports/clock.ts'

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 60_000
/** A service that ran this long before it fell begins again with the shortest wait. */
const STABLE_AFTER_MS = 60_000
/** A service that has not said where it is by then is stopped and started again. */
const READY_LIMIT_MS = 30_000
/** A service that was asked to end is not waited for longer. */
const STOP_LIMIT_MS = 3_000

/** The only line a service prints; its address must be on this machine. */
const readyLine = z
  .string()
  .max(10_000)
  .transform((line, context) => {
    try {
      return JSON.parse(line) as unknown
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(
    z.object({
      ready: z.literal(true),
      baseUrl: z.string().regex(/^http:\/\/127\.0\.0\.1:\d{1,5}(\/.*)?$/),
      apiKey: z.string().min(1).max(4_000),
    }),
  )

interface SupervisorOptions {
  readonly app: Pick<App, 'setLocalService'>
  readonly dataDir: string
  readonly spawn: SpawnService
  readonly clock: Clock
  readonly random: Random
  readonly log: (line: string) => void
}

export type Supervisor = ReturnType<typeof superviseLocalService>

export function superviseLocalService(options: SupervisorOptions) {
  const { app, clock, log, random } = options
  let isClosed = false
  let failures = 0
  let running: ServiceProcess | null = null
  let cancelWait: (() => void) | null = null
  let ended = Promise.resolve()

  function start(): void {
    const startedMs = clock.monotonicMs()
    app.setLocalService('starting')
    const service = options.spawn(options.dataDir)
    const cancelReadyLimit = clock.after(READY_LIMIT_MS, () => service.stop())
    running = service
    ended = new Promise((resolve) => {
      service.onExit((reason) => {
        resolve()
        if (running !== service) return
        running = null
        cancelReadyLimit()
        app.setLocalService(null)
        if (isClosed) return
        failures = clock.monotonicMs() - startedMs >= STABLE_AFTER_MS ? 1 : failures + 1
        const waitMs = Math.round(
          Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)) * (0.5 + random() / 2),
        )
        log(`The local service ended (${reason}); it is started again in ${waitMs} ms.`)
        cancelWait = clock.after(waitMs, start)
      })
    })
    let isFirstLine = true
    service.onLine((line) => {
      if (!isFirstLine || isClosed || running !== service) return
      isFirstLine = false
      const parsed = readyLine.safeParse(line)
      cancelReadyLimit()
      if (parsed.success)
        return app.setLocalService({ baseUrl: parsed.data.baseUrl, apiKey: parsed.data.apiKey })
      log('The local service said something that is not its ready line; it is stopped.')
      service.stop()
    })
  }

  start()
  return {
    /** Stops the service for good. Resolves when it has ended, or was given long enough to. */
    async close(): Promise<void> {
      isClosed = true
      cancelWait?.()
      running?.stop()
      await new Promise<void>((resolve) => {
        const cancelLimit = clock.after(STOP_LIMIT_MS, resolve)
        void ended.then(cancelLimit).then(resolve)
      })
    },
  }
}

/** What the supervisor needs of a process that runs the local service, whoever started it. */
export interface ServiceProcess {
  /** Calls back with each line of standard output. */
  onLine(listener: (line: string) => void): void
  /** Calls back once when the process has ended, or could not be started. */
  onExit(listener: (reason: string) => void): void
  /** Asks it to end; harmless when it already has. */
  stop(): void
}

export type SpawnService = (dataDir: string) => ServiceProcess

/**
 * Starts `entry` with the Node that runs this process. Nothing of our environment's secrets goes along.
 *
 * Its standard input stays open as long as this process lives: it ends by itself when we are killed.
 */
export function spawnNodeService(entry: string, dataDir: string): ServiceProcess {
  const child = spawn(process.execPath, [entry, '--port', '0', '--data-dir', dataDir, '--exit-with-parent'], {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  })
  return {
    onLine: (listener) => void createInterface({ input: child.stdout }).on('line', listener),
    onExit(listener) {
      child.once('error', (error) => listener(error.message))
      child.once('exit', (code, signal) => listener(signal ?? `exit code ${code}`))
    },
    stop() {
      child.stdin.destroy()
      child.kill()
    },
  }
}
