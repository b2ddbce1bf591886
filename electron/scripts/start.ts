/**
 * Opens Atelier for a person: the desktop where Electron can run, else the same application in the browser.
 *
 * Owns that choice and the sentences about it.
 */
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { ensureBuilt } from './build/build.ts'
import { runChild } from './child.mjs'
import { DESKTOP_READY_LINE } from '../hosts/desktop/arguments.ts'
import { findDesktop, hasDisplay } from './desktop-runtime.ts'
import { callersFolder, ROOT } from './paths.ts'
import { runBuilt } from './run-built.ts'

/** What a shell, and the loader of Linux, answer where a program or a library of it is not there. Signals add to 128. */
const LIBRARY_MISSING = 127

interface StartOptions {
  readonly web: boolean
  readonly open: boolean
  /** What the desktop and the web host understand alike. */
  readonly hostArgs: readonly string[]
}

/** Runs until the person ends it; the exit code is 0 after Ctrl-C and 2 for a wrong argument. */
export async function start(args: readonly string[]): Promise<number> {
  const options = readOptions(args)
  if (typeof options === 'string') {
    process.stderr.write(`${options}\n`)
    return 2
  }
  await ensureBuilt()
  if (!options.web) {
    const desktop = await findDesktop()
    const ended = desktop.ok ? await openDesktop(desktop.path, [ROOT, ...options.hostArgs]) : desktop
    if (ended.ok) return ended.code
    process.stderr.write(`Atelier runs in the browser: ${ended.reason}.\n`)
  }
  return openWebHost(options.hostArgs, options.open && hasDisplay())
}

/** The options, or one sentence about what is wrong. Without something to open, or with a port, it is the web host. */
export function readOptions(args: readonly string[]): StartOptions | string {
  let values
  try {
    values = parseArgs({
      args: [...args],
      options: {
        web: { type: 'boolean', default: false },
        'no-open': { type: 'boolean', default: false },
        'data-dir': { type: 'string' },
        port: { type: 'string' },
      },
    }).values
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return `${problem.split('. ')[0] ?? problem}; npm start takes --web, --no-open, --data-dir DIR and --port N.`
  }
  const { 'data-dir': dataDir, port } = values
  // Another folder is another library.
  if (dataDir === '') return '--data-dir takes the path of a folder.'
  const hostArgs = [
    '--samples',
    ...(dataDir !== undefined ? ['--data-dir', resolve(callersFolder('start'), dataDir)] : []),
    ...(port === undefined ? [] : ['--port', port]),
  ]
  return {
    web: values.web || values['no-open'] || port !== undefined,
    open: !values['no-open'],
    hostArgs,
  }
}

type DesktopEnd =
  | { readonly ok: true; readonly code: number }
  /** Why its window never opened: the second half of a sentence. */
  | { readonly ok: false; readonly reason: string }

/**
 * Runs the desktop to its end.
 *
 * A program that dies before it is ready, by a signal or because a library is missing, is Electron that cannot run here. One
 * that ends with another code has said itself why.
 */
export async function openDesktop(electron: string, args: readonly string[]): Promise<DesktopEnd> {
  let isReady = false
  const ended = await runChild(
    electron,
    args,
    { stdio: ['ignore', 'pipe', 'inherit'], ownGroup: true, env: electronEnvironment(process.env) },
    ({ stdout }) => {
      if (!stdout) return
      createInterface({ input: stdout }).on('line', (line) => {
        isReady ||= line === DESKTOP_READY_LINE
        process.stdout.write(`${line}\n`)
      })
    },
  )
  if (ended.stopped) return { ok: true, code: 0 }
  if (isReady || ended.code < LIBRARY_MISSING) return { ok: true, code: ended.code }
  const why = ended.code === LIBRARY_MISSING ? 'a library is missing' : `it ended with ${ended.code}`
  return { ok: false, reason: `its window cannot open on this system (${why})` }
}

/** Nothing of the caller's turns Electron into Node, or changes how it starts. */
function electronEnvironment(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const taken =
    /^(?:ELECTRON_(?:RUN_AS_NODE|FORCE_IS_PACKAGED|NO_ASAR|ENABLE_\w+|DEFAULT_ERROR_MODE)|NODE_OPTIONS)$/u
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !taken.test(name)))
}

/** Runs the host until it ends; with `open` it opens the browser. The exit code is 0 after Ctrl-C. */
async function openWebHost(hostArgs: readonly string[], open: boolean): Promise<number> {
  const args = [...hostArgs, ...(open ? [] : ['--no-open'])]
  const connection = { stdin: 'ignore', stdout: 'pipe', folder: process.cwd() } as const
  const ended = await runBuilt('web/main.js', args, connection, (child) => announce(child, open))
  return ended.stopped ? 0 : ended.code
}

/** The host's first line names its address; whatever else it may print is for the record. */
function announce(child: ChildProcess, open: boolean): void {
  if (!child.stdout) return
  let announced = false
  createInterface({ input: child.stdout }).on('line', (line) => {
    const url = announced ? null : readyUrl(line)
    if (url === null) {
      process.stderr.write(`${line}\n`)
      return
    }
    announced = true
    process.stdout.write(
      open
        ? `Atelier is open in your browser: ${url}\n`
        : `Atelier is ready. Open it here (the address works once): ${url}\n`,
    )
  })
}

/** The address in the host's ready line, or null when `line` is something else. */
export function readyUrl(line: string): string | null {
  try {
    const message: unknown = JSON.parse(line)
    if (typeof message !== 'object' || message === null) return null
    return 'ready' in message && message.ready === true && 'url' in message && typeof message.url === 'string'
      ? message.url
      : null
  } catch {
    return null
  }
}
