/** Starts the core in a process of its own, calls its routes from here, and kills it at any moment. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { AgentAccess } from '#core/agents/agents.ts'
import type { Result } from '#contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'

/** Compiled scripts are kept between starts: a process that is killed a thousand times starts a thousand times. */
const COMPILE_CACHE = join(import.meta.dirname, '../../.build/cache/compile')

/** What an agent may be made to do from here. */
export type AccessCall = 'identify' | 'quote' | 'generate'
type AccessResponse<Name extends AccessCall> = Awaited<ReturnType<AgentAccess[Name]>>

export interface CoreStart {
  readonly dataDir: string
  /** How many times as fast as the system's its clock runs. */
  readonly speed: number
  readonly originMs: number
  /** A program and its arguments that starts it in Node's place, for example strace. */
  readonly under?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
}

export interface DrivenCore {
  /** The process of the core itself; 0 until it is ready. */
  readonly pid: number
  /** Resolves when it is ready to be called, and from then on stays so; false when it ended before. */
  readonly ready: Promise<boolean>
  readonly ended: boolean
  readonly gone: Promise<void>
  /** Tasks that came to rest, by id. */
  readonly settled: ReadonlySet<string>
  readonly logLines: readonly string[]
  /** Null when the process ended before it answered. @throws Error when the core refuses. */
  call<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<RouteOutput<Name> | null>
  /** A call of the agents' server; null when the process ended before it answered. */
  access<Name extends AccessCall>(
    name: Name,
    ...input: Parameters<AgentAccess[Name]>
  ): Promise<AccessResponse<Name> | null>
  setLocalService(baseUrl: string): Promise<void>
  kill(): Promise<void>
  /** Closes it as a host does. */
  close(): Promise<void>
}

export function startCore(start: CoreStart): DrivenCore {
  const script = join(import.meta.dirname, 'driven-core.ts')
  const node = [process.execPath, script, start.dataDir, String(start.speed), String(start.originMs)]
  const [program = process.execPath, ...args] = [...(start.under ?? []), ...node]
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE, ...start.env },
  })
  const waiting = new Map<number, (result: Result<unknown> | null) => void>()
  const logLines: string[] = []
  const settled = new Set<string>()
  let pid = 0
  let calls = 0
  const ready = Promise.withResolvers<boolean>()
  const gone = (async () => {
    await endOf(child)
    ready.resolve(false)
    for (const answer of waiting.values()) answer(null)
    waiting.clear()
  })()
  child.stdin.on('error', () => undefined)
  createInterface({ input: child.stdout }).on('line', (text) => {
    const line = parseLine(text)
    if (line.log !== undefined) logLines.push(line.log)
    if (line.settled !== undefined) settled.add(line.settled)
    if (line.ready) {
      pid = line.pid ?? 0
      ready.resolve(true)
    }
    if (line.id === undefined || line.result === undefined) return
    waiting.get(line.id)?.(line.result)
    waiting.delete(line.id)
  })
  const ask = (route: string, input: unknown): Promise<Result<unknown> | null> => {
    if (hasEnded(child)) return Promise.resolve(null)
    const id = ++calls
    child.stdin.write(`${JSON.stringify({ id, route, input })}\n`)
    return new Promise((resolve) => waiting.set(id, resolve))
  }
  return {
    get pid() {
      return pid
    },
    get ended() {
      return hasEnded(child)
    },
    ready: ready.promise,
    gone,
    logLines,
    settled,
    call: async <Name extends RouteName>(route: Name, input: RouteInput<Name>) => {
      const result = await ask(route, input)
      if (result === null) return null
      if (!result.ok) throw new Error(`${route}: ${result.error.code}: ${result.error.id}`)
      return result.data as RouteOutput<Name>
    },
    access: <Name extends AccessCall>(name: Name, ...input: Parameters<AgentAccess[Name]>) =>
      ask(`access.${name}`, input) as Promise<unknown> as Promise<AccessResponse<Name> | null>,
    setLocalService: async (baseUrl) => void (await ask('local-service', baseUrl)),
    kill: async () => {
      if (!hasEnded(child)) kill(pid || child.pid)
      await gone
    },
    close: async () => {
      child.stdin.end()
      await gone
    },
  }
}

interface Line {
  readonly ready?: boolean
  readonly pid?: number
  readonly log?: string
  readonly settled?: string
  readonly id?: number
  readonly result?: Result<unknown>
}

/** A line that was cut by the kill says nothing. */
function parseLine(text: string): Line {
  try {
    return JSON.parse(text) as Line
  } catch {
    return {}
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}

async function endOf(child: ChildProcess): Promise<void> {
  if (!hasEnded(child)) await once(child, 'close')
}

function kill(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It ended a moment ago by itself.
  }
}
