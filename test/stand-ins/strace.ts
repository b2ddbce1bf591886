/**
 * Ends a process at its N-th system call of a kind, before the call is carried out, or lets that call and the next ones fail,
 * with Debian's strace.
 *
 * strace counts calls thread by thread, so every thread is followed alone: the one that runs JavaScript and SQLite from the
 * program's start, and the one of the thread pool, which writes files, from the moment it is there.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'

/** Calls after which a disk or a service holds something that it did not hold before. */
const CALLS = [
  'write',
  'writev',
  'pwrite64',
  'pwritev',
  'fsync',
  'fdatasync',
  'rename',
  'renameat2',
  'sendto',
  'sendmsg',
] as const
export type Call = (typeof CALLS)[number]
export type Thread = 'main' | 'pool'

/** How many calls in a row fail, where they fail. */
const FAILING_CALLS = 2

/** With one thread in the pool, its calls come in one order; Node's own cache would add its files to ours. */
export const TRACEABLE = { UV_THREADPOOL_SIZE: '1', NODE_DISABLE_COMPILE_CACHE: '1' }
const POOL_THREAD = 'libuv-worker'

export interface CrashPoint {
  readonly thread: Thread
  readonly call: Call
  /** The first is 1. */
  readonly nth: number
  /** What the call answers; without it, the process is killed there. */
  readonly error?: 'ENOSPC' | 'EIO' | 'EROFS'
}

/** Why there is nothing to be traced with here, in a sentence, or null. */
export function whyNoStrace(): string | null {
  const { status, error } = spawnSync('strace', ['-qq', '-o', '/dev/null', '-e', 'trace=none', 'true'])
  if (error)
    return 'There is no strace here (apt-get install strace): the enumerated crash points are skipped.'
  return status === 0 ? null : 'Tracing is not permitted here: the enumerated crash points are skipped.'
}

/** The beginning of a command line: its program is logged to `logPath` and, with a point, killed there. */
export function straceCommand(logPath: string, point: CrashPoint | null): readonly string[] {
  return ['strace', '-qq', '-o', logPath, ...expressions(point)]
}

/**
 * Follows the pool's thread of a running process; with `paths`, only its calls on these files and folders. Resolves when it is
 * attached; the tracer ends with the process.
 */
export async function attachToPool(
  pid: number,
  logPath: string,
  point: CrashPoint | null,
  paths: readonly string[] = [],
): Promise<ChildProcess> {
  return attach(await poolThread(pid), logPath, point, paths)
}

/** Follows the thread of a running process that runs JavaScript and SQLite. */
export function attachToMain(pid: number, logPath: string, point: CrashPoint | null): Promise<ChildProcess> {
  return attach(pid, logPath, point, [])
}

async function attach(
  thread: number,
  logPath: string,
  point: CrashPoint | null,
  paths: readonly string[],
): Promise<ChildProcess> {
  const only = paths.flatMap((path) => ['-P', path])
  const args = ['-o', logPath, ...expressions(point), ...only, '-p', String(thread)]
  const tracer = spawn('strace', args, { stdio: ['ignore', 'ignore', 'pipe'] })
  const lines = createInterface({ input: tracer.stderr })
  const [line] = (await Promise.race([once(lines, 'line'), once(tracer, 'exit')])) as [unknown]
  if (!String(line).includes('attached')) throw new Error(`strace did not attach: ${String(line)}`)
  return tracer
}

export async function pointsIn(logPath: string, thread: Thread): Promise<readonly CrashPoint[]> {
  const counts = new Map<Call, number>()
  const points: CrashPoint[] = []
  for (const line of (await readFile(logPath, 'utf8')).split('\n')) {
    const name = /^(\w+)\(/.exec(line)?.[1]
    const call = CALLS.find((known) => known === name)
    if (!call) continue
    const nth = (counts.get(call) ?? 0) + 1
    counts.set(call, nth)
    points.push({ thread, call, nth })
  }
  return points
}

function expressions(point: CrashPoint | null): readonly string[] {
  const trace = ['-e', `trace=${CALLS.join(',')}`, '-e', 'signal=none']
  if (!point) return trace
  const { call, nth, error } = point
  const when = error === undefined ? String(nth) : `${nth}..${nth + FAILING_CALLS - 1}`
  const what = error === undefined ? 'signal=KILL' : `error=${error}`
  return [...trace, '-e', `inject=${call}:${what}:when=${when}`]
}

async function poolThread(pid: number): Promise<number> {
  for (const id of await readdir(`/proc/${pid}/task`)) {
    const name = await readFile(`/proc/${pid}/task/${id}/comm`, 'utf8').catch(() => '')
    if (name.trim() === POOL_THREAD) return Number(id)
  }
  throw new Error(`Process ${pid} has no thread called ${POOL_THREAD}.`)
}
