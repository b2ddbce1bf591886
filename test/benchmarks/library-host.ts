/** The built web host as a process of its own, and what it costs: its start, its memory, how late its event loop runs. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Result } from '#contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import { LAYOUT_PATH } from '#contract/rules/layout.ts'
import { processorMs } from './frame.ts'
import { NODE_ARGS, nodeEnvironment } from '../../electron/scripts/paths.ts'

const HOST = join(import.meta.dirname, '../../.build/web/main.js')
const LOOP_WATCH = join(import.meta.dirname, 'loop-watch.mjs')

export interface BenchmarkHost {
  /** From the start of the process to its ready line. */
  readonly readyMs: number
  call<Name extends RouteName>(route: Name, input: RouteInput<Name>): Promise<RouteOutput<Name>>
  layout(query: object): Promise<Uint8Array>
  /** The memory of the process now, and at its highest, in megabytes; null where the system does not say. */
  memory(): Promise<{ readonly now: number; readonly most: number } | null>
  /** See `processorMs`. */
  processorMs(): number
  /** How late the event loop ran since this was last asked, in milliseconds. */
  loopDelay(): Promise<{ readonly p99: number; readonly most: number }>
  stop(): Promise<void>
}

/** Starts the host over a data directory as `npm run serve` does, without the local service. */
export async function startBenchmarkHost(dataDir: string): Promise<BenchmarkHost> {
  const args = ['--port', '0', '--data-dir', dataDir, '--no-open', '--no-local-service']
  const begunAt = performance.now()
  const child = spawn(process.execPath, [...NODE_ARGS, '--import', LOOP_WATCH, HOST, ...args], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: nodeEnvironment(),
  })
  const { origin, token } = await readyLine(child)
  const readyMs = performance.now() - begunAt
  const post = async (path: string, body: object): Promise<Response> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  return {
    readyMs,
    call: async <Name extends RouteName>(route: Name, input: RouteInput<Name>) => {
      const response = (await (await post(`/rpc/${route}`, input)).json()) as Result<RouteOutput<Name>>
      if (!response.ok) throw new Error(`${route}: ${response.error.id}`)
      return response.data
    },
    layout: async (query) => new Uint8Array(await (await post(LAYOUT_PATH, query)).arrayBuffer()),
    memory: async () => {
      const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '')
      const megabytes = (name: string): number =>
        Number(new RegExp(`${name}:\\s+(\\d+)`, 'u').exec(status)?.[1] ?? Number.NaN) / 1_024
      return status === '' ? null : { now: megabytes('VmRSS'), most: megabytes('VmHWM') }
    },
    processorMs: () => processorMs(child.pid ?? 0),
    loopDelay: async () => {
      const answered = once(child, 'message')
      child.send('loop')
      const [response] = (await answered) as [{ readonly p99: number; readonly most: number }]
      return response
    },
    stop: async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function readyLine(child: ChildProcess): Promise<{ readonly origin: string; readonly token: string }> {
  if (!child.stdout) throw new Error('The host says nothing.')
  for await (const line of createInterface({ input: child.stdout })) {
    return JSON.parse(line) as { readonly origin: string; readonly token: string }
  }
  throw new Error('The host ended before it was ready.')
}
