/**
 * What the conformance suite needs of a service, and what it says when it speaks to one.
 *
 * Knows nothing of any implementation: another service is driven by handing in another `start`.
 */
import { z } from 'zod'

export interface ServiceUnderTest {
  readonly baseUrl: string
  readonly apiKey: string
  /** The key of another user. */
  readonly otherApiKey: string
  /** A body that the service accepts; its task ends in SUCCESS within seconds. */
  readonly generateBody: Readonly<Record<string, unknown>>
  /** A body without a prompt that the service accepts, because its options supply equivalent input. */
  readonly promptlessBody: Readonly<Record<string, unknown>>
  /** A body that the service accepts and whose task ends in FAILED. */
  readonly failingBody: Readonly<Record<string, unknown>>
  /** Called with every exchange; throws when the service promised something else, in its own description say. */
  check?(exchange: Exchange): void
  close(): Promise<void>
}

/** How a service may be started; without limits they are generous. */
export interface Terms {
  readonly requestsPerMinute?: number
  readonly requestsPerDay?: number
  readonly concurrentTasks?: number
  readonly contactsPerMinute?: number
  /** Tasks stay unfinished for minutes. */
  readonly slow?: true
}

export type Start = (terms?: Terms) => Promise<ServiceUnderTest>

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
const FINAL = ['SUCCESS', 'FAILED']

export const errorObject = z.object({
  code: z.int().refine((code) => code !== 0),
  message: z.string().min(1),
})
export const generateAnswer = z.object({
  code: z.literal(0),
  message: z.string(),
  data: z.object({ taskId: z.string().min(1) }),
})
export const taskAnswer = z.object({
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
export type TaskData = z.infer<typeof taskAnswer>['data']

/** Of whom, and with what header; null for no header at all. */
export type Key = string | null

export interface Client {
  readonly service: ServiceUnderTest
  ask(
    method: string,
    path: string,
    options?: { key?: Key; body?: unknown; headers?: object },
  ): Promise<Exchange>
  generate(body: unknown, key?: Key): Promise<Exchange>
  task(id: string, query?: string, key?: Key): Promise<Exchange>
  contact(body: unknown): Promise<Exchange>
  /** The id of an accepted task. */
  submit(body?: unknown): Promise<string>
  /** Polls until the status is final. */
  finish(id: string, query?: string): Promise<TaskData>
}

/** Speaks to `service` over HTTP alone. */
export function speakTo(service: ServiceUnderTest): Client {
  const ask: Client['ask'] = async (method, path, { key = null, body, headers } = {}) => {
    const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body)
    const response = await fetch(service.baseUrl + path, {
      method,
      headers: {
        ...(text === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(text === undefined ? {} : { body: text }),
    })
    const answer = await response.text()
    const sent = text === undefined ? undefined : parse(text)
    const exchange: Exchange = {
      method,
      path,
      sent,
      status: response.status,
      headers: response.headers,
      text: answer,
      body: answer === '' ? undefined : parse(answer),
    }
    service.check?.(exchange)
    return exchange
  }
  const client: Client = {
    service,
    ask,
    generate: (body, key = service.apiKey) => ask('POST', '/api/v1/generate', { key, body }),
    task: (id, query = '', key = service.apiKey) => ask('GET', `/api/v1/task/${id}${query}`, { key }),
    contact: (body) => ask('POST', '/api/v1/contact', { body }),
    async submit(body = service.generateBody) {
      return generateAnswer.parse((await client.generate(body)).body).data.taskId
    },
    async finish(id, query = '') {
      const deadline = AbortSignal.timeout(25_000)
      while (!deadline.aborted) {
        const { data } = taskAnswer.parse((await client.task(id, query)).body)
        if (FINAL.includes(data.status)) return data
      }
      throw new Error(`Task ${id} reached no final status.`)
    },
  }
  return client
}

function parse(text: string): unknown {
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
