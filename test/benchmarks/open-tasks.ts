/**
 * Ten thousand open tasks: how long until the core is ready, what it holds in memory, and how late its event loop runs while
 * it follows them at a service that is never done.
 *
 * `npm run bench -- open-tasks [--count 10000] [--seconds 20]`. The goal is R3: ready within 3 s.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import type { App } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import { coreOptions } from '#test/stand-ins/core-options.ts'
import { inFolder, readNumbers } from './frame.ts'
import { writeOpenTasks } from './open-task-rows.ts'

const RESOLUTION_MS = 10
const GOAL_MS = 3_000

export async function run(args: readonly string[]): Promise<void> {
  const { count, seconds } = readNumbers(args, { count: 10_000, seconds: 20 })
  await inFolder(async (dataDir) => {
    const service = await startAsideService()
    try {
      await (await open(dataDir)).close()
      writeOpenTasks(dataDir, count)
      const before = process.memoryUsage()
      const loop = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
      const begunAt = performance.now()
      const app = await open(dataDir)
      await app.call('queue.state', {})
      const readyMs = performance.now() - begunAt
      let events = 0
      app.subscribe(() => events++)
      app.setLocalService({ baseUrl: service.baseUrl, apiKey: 'key-for-tests' })
      loop.enable()
      const cpu = process.cpuUsage()
      await pause(seconds * 1_000)
      loop.disable()
      const spent = process.cpuUsage(cpu)
      const after = process.memoryUsage()
      const polls = await service.requests()
      const closeBegunAt = performance.now()
      await app.close()
      const megabytes = (bytes: number) => `${(bytes / 1_048_576).toFixed(0)} MB`
      const delay = (percent: number) =>
        `${Math.max(0, loop.percentile(percent) / 1e6 - RESOLUTION_MS).toFixed(1)} ms`
      console.table({
        'open tasks': count,
        [`ready (goal ${GOAL_MS} ms)`]: `${readyMs.toFixed(0)} ms`,
        'memory of the process': megabytes(after.rss),
        'heap, before and after': `${megabytes(before.heapUsed)}, ${megabytes(after.heapUsed)}`,
        'event loop delay, median': delay(50),
        'event loop delay, p99': delay(99),
        'event loop delay, worst': delay(100),
        'processor time': `${(((spent.user + spent.system) / 1e6 / seconds) * 100).toFixed(0)} %`,
        polls,
        events,
        closed: `${(performance.now() - closeBegunAt).toFixed(0)} ms`,
      })
      if (readyMs > GOAL_MS) process.exitCode = 1
    } finally {
      await service.close()
    }
  })
}

async function open(dataDir: string): Promise<App> {
  const opened = await openApp(coreOptions(dataDir, { log: (line) => console.log(line) }))
  if (!opened.ok) throw new Error(opened.error.id)
  return opened.data
}

/** A service in a process of its own whose tasks are never done, so that it takes no time from the one that is measured. */
interface AsideService {
  readonly baseUrl: string
  requests(): Promise<number>
  close(): Promise<void>
}

async function startAsideService(): Promise<AsideService> {
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] })
  const lines = createInterface({ input: child.stdout })
  const next = async () => String(((await once(lines, 'line')) as [unknown])[0])
  const baseUrl = await next()
  return {
    baseUrl,
    requests: async () => {
      const line = next()
      child.stdin.write('how many\n')
      return Number(await line)
    },
    close: async () => {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

/** What the process does: says its address, then for each line that it reads how many requests came. */
function serve(): void {
  let requests = 0
  const server = createServer((request, response) => {
    requests++
    request.resume()
    const id = request.url?.split('/').at(-1)?.split('?')[0] ?? ''
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ code: 0, data: { id, status: 'PROCESSING', taskResult: null } }))
  })
  server.listen(0, '127.0.0.1', () => {
    console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  })
  createInterface({ input: process.stdin })
    .on('line', () => console.log(requests))
    .on('close', () => process.exit(0))
}

if (process.argv[1] === import.meta.filename) serve()
