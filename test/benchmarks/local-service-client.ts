/** The local service in a process of its own, without artificial waits and limits, and what a benchmark asks of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'

const LOOK_EVERY_MS = 50

export interface ListedModel {
  readonly provider: string
  readonly mediaType: string
  readonly model: string
  readonly scenes: readonly string[]
  readonly options: { readonly properties: Readonly<Record<string, unknown>> }
}

export interface TaskData {
  readonly status: string
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly errorMessage?: string
}

export interface MeasuredService {
  readonly baseUrl: string
  readonly apiKey: string
  readonly threads: number
  models(): Promise<readonly ListedModel[]>
  submit(body: object): Promise<string>
  look(id: string): Promise<TaskData>
  /** Waits until all have ended; the time from the start of the first to the end of the last, in milliseconds. */
  finish(ids: readonly string[]): Promise<number>
  close(): Promise<void>
}

export async function startMeasuredService({ threads }: { threads: number }): Promise<MeasuredService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atelier-bench-'))
  const script = join(import.meta.dirname, 'local-service-process.mjs')
  const child = spawn(process.execPath, [script, dataDir, String(threads)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const { baseUrl, apiKey } = JSON.parse(line) as { baseUrl: string; apiKey: string }
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' }

  async function ask<Data>(path: string, init: RequestInit = {}): Promise<Data> {
    const response = await fetch(baseUrl + path, { ...init, headers })
    const { code, message, data } = (await response.json()) as { code: number; message: string; data: Data }
    if (code !== 0) throw new Error(`${path}: ${message}`)
    return data
  }

  const service: MeasuredService = {
    baseUrl,
    apiKey,
    threads,
    models: () => ask('/ai/models'),
    async submit(body) {
      const sent = { method: 'POST', body: JSON.stringify(body) }
      return (await ask<{ taskId: string }>('/api/v1/generate', sent)).taskId
    },
    look: (id) => ask(`/api/v1/task/${id}`),
    async finish(ids) {
      let [first, last] = [Infinity, 0]
      for (const id of ids) {
        let task = await service.look(id)
        while (task.finishedAt === null) {
          await pause(LOOK_EVERY_MS)
          task = await service.look(id)
        }
        if (task.status !== 'SUCCESS')
          throw new Error(`${id} ended in ${task.status}: ${task.errorMessage ?? ''}`)
        first = Math.min(first, task.startedAt ?? Infinity)
        last = Math.max(last, task.finishedAt)
      }
      return last - first
    },
    async close() {
      child.stdin.end()
      if (child.exitCode === null) await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
  return service
}
