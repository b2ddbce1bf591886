/**
 * Starts Atelier itself, the program with the window, as the user's own: not as a child that ends with whoever asked.
 *
 * By system: on Linux in the user's session, wherever the client runs; on macOS by LaunchServices (`open`), which knows the session
 * and the bundle; on Windows the program beside this one.
 */
import { execFile, spawn } from 'node:child_process'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import { readProgramFile } from './program-file.ts'
import { sessionEnvironment } from './session.ts'

/** Of the bundle, as electron-builder.yml names it. */
const BUNDLE_ID = 'studio.atelier.app'

export interface ProgramOptions {
  readonly environment: NodeJS.ProcessEnv
  /** This very program. */
  readonly executable: string
  readonly platform?: NodeJS.Platform
  /** For tests. */
  readonly open?: string
  readonly runtimeDirs?: string
}

export interface Started {
  /**
   * How it ended; null while it runs, and on macOS, where nobody is told. 0: another Atelier runs already and was told.
   * A signal counts from 128, as shells tell it.
   */
  readonly exitCode: () => number | null
}

/** Starts the program with these arguments. Fails where there is none, or no display for it. */
export async function startProgram(
  args: readonly string[],
  signal: AbortSignal,
  options: ProgramOptions,
): Promise<Result<Started>> {
  const { environment, platform = process.platform } = options
  if (platform === 'darwin') return openBundle(args, signal, options)
  const env = platform === 'linux' ? await sessionEnvironment({ ...options, signal }) : environment
  if (env === null) return fail('not_available_here', 'agents.noDisplay')
  const program = await findProgram(options)
  const child = spawn(program, args, { env, detached: true, stdio: 'ignore' })
  let exitCode: number | null = null
  child.once('exit', (code, by) => void (exitCode = code ?? 128 + constants.signals[by ?? 'SIGKILL']))
  child.unref()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  child.once('spawn', () => resolve(true)).once('error', () => resolve(false))
  return (await promise)
    ? succeed({ exitCode: () => exitCode })
    : fail('not_found', message('agents.programMissing', { program }))
}

/** A new instance, since a running one is only brought forward (open(1)); Atelier itself sees to it that there is one a library. */
async function openBundle(
  args: readonly string[],
  signal: AbortSignal,
  { environment, open = '/usr/bin/open' }: ProgramOptions,
): Promise<Result<Started>> {
  const isHidden = args.includes('--background')
  const openArgs = [...(isHidden ? ['-g'] : []), '-n', '-b', BUNDLE_ID, '--args', ...args]
  try {
    await promisify(execFile)(open, openArgs, { env: environment, signal })
    return succeed({ exitCode: () => null })
  } catch {
    return fail('not_found', message('agents.programMissing', { program: BUNDLE_ID }))
  }
}

/** Written beside a copy, else where a package has it: this program lies in its `resources/bin`. */
async function findProgram({ executable, platform = process.platform }: ProgramOptions): Promise<string> {
  const folder = dirname(executable)
  const packed = join(folder, '../..', platform === 'win32' ? 'Atelier.exe' : 'atelier')
  return (await readProgramFile(folder)) ?? packed
}
