/**
 * Starts the local service in a folder of its own, and speaks to it over HTTP as any client would.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { onTestFinished } from 'vitest'
import { z } from 'zod'
import type { LocalServiceOptions } from '#local-service/options.ts'
import { startLocalService, type LocalService } from '#local-service/server.ts'

/** A folder that `remove` deletes with everything in it. */
export async function makeFolder(): Promise<{ readonly path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'local-service-'))
  return { path, remove: () => rm(path, { recursive: true, force: true }) }
}

/** A service without artificial waits, in a new folder unless `dataDir` names one; `stop` ends it and deletes a new folder. */
export async function startService(
  options: Partial<LocalServiceOptions> = {},
): Promise<LocalService & { readonly dataDir: string; stop(): Promise<void> }> {
  const folder = options.dataDir === undefined ? await makeFolder() : null
  const dataDir = options.dataDir ?? folder?.path ?? ''
  const service = await startLocalService({ paceMs: 0, workers: 1, ...options, dataDir })
  return {
    ...service,
    dataDir,
    async stop() {
      await service.close()
      await folder?.remove()
    },
  }
}

export const taskResponse = z.object({
  code: z.literal(0),
  message: z.string(),
  data: z.object({
    id: z.string(),
    status: z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR']),
    mediaType: z.string(),
    model: z.string(),
    provider: z.string(),
    taskResult: z.record(z.string(), z.unknown()).nullable(),
    errorMessage: z.string().optional(),
    finishedAt: z.number().nullable(),
  }),
})
export type TaskData = z.infer<typeof taskResponse>

export const imageResult = z.object({
  images: z.array(
    z.object({ url: z.url(), width: z.int(), height: z.int(), seed: z.int(), content_type: z.string() }),
  ),
  made_by: z.string(),
  note: z.string(),
  ignored_options: z.array(z.string()),
})

export interface Caller {
  readonly baseUrl: string
  readonly apiKey: string
}

/** A small image from words; `over` replaces fields. */
export function textRequest(over: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    provider: 'sample',
    mediaType: 'image',
    model: 'geometric-poster',
    scene: 'text-to-image',
    prompt: 'a red fox in snow',
    options: { resolution: '64x64', seed: 7 },
    ...over,
  }
}

/** POST /api/v1/generate with this body, as JSON unless it is a string already. */
export function postGenerate({ baseUrl, apiKey }: Caller, body: unknown): Promise<Response> {
  return fetch(`${baseUrl}/api/v1/generate`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export function getTask({ baseUrl, apiKey }: Caller, id: string, query = ''): Promise<Response> {
  return fetch(`${baseUrl}/api/v1/task/${id}${query}`, { headers: { Authorization: `Bearer ${apiKey}` } })
}

/** The id of an accepted task. */
export async function submit(caller: Caller, body: unknown): Promise<string> {
  const response = await postGenerate(caller, body)
  const accepted = z
    .object({ code: z.literal(0), data: z.object({ taskId: z.string() }) })
    .parse(await response.json())
  return accepted.data.taskId
}

/** Polls until the task has ended; fails after a minute. */
export async function waitForEnd(caller: Caller, id: string, query = ''): Promise<TaskData['data']> {
  const deadline = AbortSignal.timeout(60_000)
  while (!deadline.aborted) {
    const { data } = taskResponse.parse(await (await getTask(caller, id, query)).json())
    if (data.status !== 'PENDING' && data.status !== 'PROCESSING') return data
  }
  throw new Error(`Task ${id} did not end in time.`)
}

/** Submits a request for an image, waits for it, and returns its result. */
export async function makeImage(
  caller: Caller,
  body: unknown,
  query = '',
): Promise<z.infer<typeof imageResult>> {
  const { taskResult, errorMessage } = await waitForEnd(caller, await submit(caller, body), query)
  if (taskResult === null) throw new Error(`The image failed: ${errorMessage}`)
  return imageResult.parse(taskResult)
}

export async function download(url: string | undefined): Promise<Buffer> {
  const response = await fetch(url ?? '')
  if (!response.ok) throw new Error(`${url} is refused with ${response.status}`)
  return Buffer.from(await response.arrayBuffer())
}

/** A small image of one colour, as a data URI. */
export async function makeDataUri(): Promise<string> {
  const bytes = await sharp({ create: { width: 80, height: 60, channels: 3, background: '#3377aa' } })
    .png()
    .toBuffer()
  return `data:image/png;base64,${bytes.toString('base64')}`
}

/** A service that ends with the test. */
export async function openService(options: Partial<LocalServiceOptions> = {}) {
  const service = await startService(options)
  onTestFinished(service.stop)
  return service
}
