/**
 * A client of the sample service over HTTP alone. Every exchange is held to the service's own OpenAPI document.
 */
import { z } from 'zod'
import { imageMaker } from '#local-service/makers/image-maker.ts'
import type { Limits } from '#local-service/options.ts'
import { failingMaker } from '../support/makers.ts'
import { startService, textRequest } from '../support/service.ts'
import { createOpenApiCheck, openApiDocument } from './open-api-check.ts'

export interface Exchange {
  readonly method: string
  readonly path: string
  /** Parsed; undefined for none and for what is no JSON. */
  readonly sent: unknown
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed; undefined for no body. */
  readonly body: unknown
}

export const MEDIA_TYPES = ['image', 'video', 'character', 'music'] as const
export const SCENES = [
  'text-to-image',
  'image-to-image',
  'text-to-video',
  'image-to-video',
  'video-to-video',
  'character-creation',
  'text-to-music',
] as const
const MINUTES_MS = 600_000

export const errorObject = z.object({
  code: z.int().refine((code) => code !== 0),
  message: z.string().min(1),
})
export const generateResponse = z.object({
  code: z.literal(0),
  message: z.string(),
  data: z.object({ taskId: z.string().min(1) }),
})
export const taskResponse = z.object({
  code: z.literal(0),
  message: z.string(),
  data: z.object({
    id: z.string(),
    status: z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR']),
    mediaType: z.enum(MEDIA_TYPES),
    model: z.string(),
    provider: z.string(),
    taskResult: z.record(z.string(), z.unknown()).nullable(),
  }),
})
export type TaskData = z.infer<typeof taskResponse>['data']

export type Client = Awaited<ReturnType<typeof startClient>>

/** Starts a service of its own, with generous limits unless `terms` say otherwise; `slow` leaves tasks unfinished for minutes. */
export async function startClient({ slow, ...limits }: Partial<Limits> & { readonly slow?: true } = {}) {
  const service = await startService({
    makers: [imageMaker, failingMaker],
    paceMs: slow ? MINUTES_MS : 0,
    limits: { contactsPerMinute: 50, requestsPerMinute: 1_000, ...limits },
  })
  const { apiKey, baseUrl } = service
  const document: unknown = await (await fetch(`${baseUrl}/api/v1/openapi.json`)).json()
  const { check } = createOpenApiCheck(openApiDocument.parse(document))

  /** `key` null sends no header at all. */
  async function ask(
    method: string,
    path: string,
    { key = null, body, headers }: { key?: string | null; body?: unknown; headers?: object } = {},
  ): Promise<Exchange> {
    const sent = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const response = await fetch(baseUrl + path, {
      method,
      headers: {
        ...(sent === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const text = await response.text()
    const exchange = {
      method,
      path,
      sent: parse(sent),
      status: response.status,
      headers: response.headers,
      text,
    }
    const told = { ...exchange, body: parse(text) }
    check(told)
    return told
  }
  const generate = (body: unknown = textRequest(), key: string | null = apiKey) =>
    ask('POST', '/api/v1/generate', { key, body })
  const task = (id: string, query = '', key: string | null = apiKey) =>
    ask('GET', `/api/v1/task/${id}${query}`, { key })
  return {
    apiKey,
    /** The key of another user. */
    otherApiKey: service.addApiKey('someone-else'),
    ask,
    generate,
    task,
    contact: (body: unknown) => ask('POST', '/api/v1/contact', { body }),
    /** The id of an accepted task. */
    submit: async (body?: unknown) => generateResponse.parse((await generate(body)).body).data.taskId,
    /** Polls until the status is final. */
    async finish(id: string, query = ''): Promise<TaskData> {
      const deadline = AbortSignal.timeout(25_000)
      while (!deadline.aborted) {
        const { data } = taskResponse.parse((await task(id, query)).body)
        if (['SUCCESS', 'FAILED'].includes(data.status)) return data
      }
      throw new Error(`Task ${id} reached no final status.`)
    },
    close: service.stop,
  }
}

function parse(text = ''): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** What `expect(refusal(exchange)).toEqual(refused(400))` compares: the status, and that the body is an error object. */
export function refusal({ status, body }: Exchange): unknown {
  return { status, errorObject: errorObject.safeParse(body).success }
}

export function refused(status: number): unknown {
  return { status, errorObject: true }
}
