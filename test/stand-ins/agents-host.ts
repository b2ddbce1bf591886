/** The web host as the user starts it, in a process of its own that may be killed at any moment, and its calls. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Result } from '#contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'

/** Programs run from their source, or built. */
export interface Programs {
  readonly web: string
  readonly stdio: string
}

const SOURCE = join(import.meta.dirname, '../../electron/hosts')
const BUILD = join(import.meta.dirname, '../../.build')

export const FROM_SOURCE: Programs = {
  web: join(SOURCE, 'web/main.ts'),
  stdio: join(SOURCE, 'stdio/stdio.ts'),
}
export const BUILT: Programs = { web: join(BUILD, 'web/main.js'), stdio: join(BUILD, 'agents/stdio.js') }

/** Compiled scripts are kept between starts. */
export const NODE_CACHE = { NODE_COMPILE_CACHE: join(BUILD, 'cache/compile') }

export interface AgentsHost {
  readonly origin: string
  readonly pid: number
  /** For scripts. */
  readonly token: string
  readonly ended: boolean
  /** @throws where the route fails, and where the host is gone. */
  call<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<RouteOutput<Name>>
  kill(): Promise<void>
  close(): Promise<void>
}

export async function startAgentsHost(programs: Programs, dataDir: string): Promise<AgentsHost> {
  const child = spawn(
    process.execPath,
    [programs.web, '--no-open', '--no-local-service', '--data-dir', dataDir],
    { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...NODE_CACHE } },
  )
  const said: string[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk.toString()))
  const gone = once(child, 'close')
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    gone.then(() => []),
  ])
  if (typeof line[0] !== 'string') throw new Error(`The host did not start: ${said.join('')}`)
  const { origin, token, pid } = JSON.parse(line[0]) as { origin: string; token: string; pid: number }
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    child.kill(signal)
    await gone
  }
  return {
    origin,
    pid,
    token,
    get ended() {
      return child.exitCode !== null || child.signalCode !== null
    },
    async call<Name extends RouteName>(route: Name, input: RouteInput<Name>) {
      const response = await fetch(`${origin}/rpc/${route}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(input),
      })
      const result = (await response.json()) as Result<RouteOutput<Name>>
      if (!result.ok) throw new Error(`${route}: ${result.error.code}: ${result.error.id}`)
      return result.data
    },
    kill: () => end('SIGKILL'),
    close: () => end('SIGTERM'),
  }
}
