/**
 * Starts a built application on the stand-in, from a test: a process of its own with a Chromium of its own.
 *
 * Owns the process and the side channel. Whoever plays the user connects to `endpoint`.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { until } from '../until.ts'
import { archiveEnv } from './archive-env.ts'
import { CONFIG_VARIABLE, type ConfigInput } from './config.ts'
import type { Born, Command, Reply, StandIn } from './run.ts'
import type { Entry } from './runtime.ts'

const RUN = join(import.meta.dirname, 'run.ts')

export interface DesktopOptions {
  /** The built entry, which may lie inside an archive. */
  readonly main: string
  readonly args?: readonly string[]
  readonly env?: NodeJS.ProcessEnv
  readonly config: ConfigInput
  /** A folder that goes with the test: Chromium's profile lies in it. */
  readonly tempDir: string
}

export interface Desktop {
  readonly pid: number
  /** Runs a function in the application's process; arguments and answers are cloned. It sees no variable around it. */
  evaluate<Result, Argument = undefined>(
    command: (electron: typeof Electron, argument: Argument, standIn: StandIn) => Result | Promise<Result>,
    argument?: Argument,
  ): Promise<Result>
  /** What the system was asked to do so far: all, or those named `what`. */
  journal(what?: string): Promise<readonly Entry[]>
  /** Resolves when a window has loaded its page; rejects where the application ends before. */
  loaded(): Promise<void>
  /** Of Chromium, once it is there. */
  endpoint(): Promise<string>
  /** Everything it has written to its standard error. */
  errors(): string
  /** Resolves with the exit code, null after a signal. */
  readonly exited: Promise<number | null>
  /** Quits it as the system does at the end of a session, or kills it. Resolves when it is gone. */
  stop(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** The process runs; nothing else has happened yet. */
export function startDesktop(options: DesktopOptions): Desktop {
  const child = spawn(process.execPath, [RUN, options.main, ...(options.args ?? [])], {
    env: {
      ...process.env,
      TMPDIR: options.tempDir,
      ...archiveEnv(options.main),
      // One that Chromium has a keychain for.
      XDG_CURRENT_DESKTOP: 'GNOME',
      ...options.env,
      [CONFIG_VARIABLE]: JSON.stringify(options.config),
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  })
  const waiting = new Map<number, PromiseWithResolvers<unknown>>()
  let errors = ''
  let lastId = 0
  let chromiumPid: number | null = null
  child.stderr?.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  child.on('message', (message) => {
    if ('chromiumPid' in (message as Born)) {
      ;({ chromiumPid } = message as Born)
      return
    }
    const reply = message as Reply
    if ('error' in reply) waiting.get(reply.id)?.reject(new Error(reply.error))
    else waiting.get(reply.id)?.resolve(reply.value)
    waiting.delete(reply.id)
  })
  const exited = once(child, 'exit').then(([code]) => {
    for (const { reject } of waiting.values()) reject(new Error(`The application has ended. ${errors}`))
    return code as number | null
  })

  const evaluate: Desktop['evaluate'] = async (command, argument) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      throw new Error(`The application has ended. ${errors}`)
    }
    lastId += 1
    const made = Promise.withResolvers<unknown>()
    waiting.set(lastId, made)
    child.send({ id: lastId, source: String(command), argument } satisfies Command)
    return (await made.promise) as never
  }
  return {
    pid: child.pid ?? 0,
    evaluate,
    exited,
    errors: () => errors,
    async journal(what) {
      const entries = await evaluate((_electron, _argument, { journal }) => journal)
      return what === undefined ? entries : entries.filter((entry) => entry.what === what)
    },
    loaded: () =>
      evaluate(
        ({ app, BrowserWindow }) =>
          new Promise<void>((resolve) => {
            const watch = (contents: Electron.WebContents): void => {
              if (contents.getURL() !== '' && !contents.isLoading()) resolve()
              contents.once('did-finish-load', () => resolve())
            }
            for (const { webContents } of BrowserWindow.getAllWindows()) watch(webContents)
            app.on('web-contents-created', (_event, contents) => watch(contents))
          }),
      ),
    endpoint: () =>
      until(() => evaluate((_electron, _argument, standIn) => standIn.endpoint()), {
        what: 'Chromium to be there',
      }),
    async stop(signal = 'SIGTERM') {
      if (child.exitCode === null && child.signalCode === null) child.kill(signal)
      await exited
      // Killed, it leaves a Chromium that notices a moment later and writes into its profile until then.
      await until(() => chromiumPid === null || !isRunning(chromiumPid), { what: 'Chromium to be gone' })
    },
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    // Ended, and not yet collected by whoever collects orphans here (proc(5): the state stands behind the name).
    return process.platform !== 'linux' || !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ')
  } catch {
    return false
  }
}
