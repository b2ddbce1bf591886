/**
 * What the specification says about the generation service, checked over HTTP alone.
 *
 * Knows nothing of any implementation: another service is driven by handing in another `start`.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'

export interface ServiceUnderTest {
  readonly baseUrl: string
  readonly apiKey: string
  /** The key of another user. */
  readonly otherApiKey: string
  /** A body that the service accepts. */
  readonly generateBody: Readonly<Record<string, unknown>>
  close(): Promise<void>
}

/** Limits that a service may be started with; without one, a limit is generous. */
export interface TightLimits {
  readonly requestsPerMinute?: number
  readonly requestsPerDay?: number
  readonly concurrentTasks?: number
  readonly contactsPerMinute?: number
}

const errorObject = z.object({ code: z.int().refine((code) => code !== 0), message: z.string().min(1) })
const generateAnswer = z.object({
  code: z.literal(0),
  message: z.string(),
  data: z.object({ taskId: z.string().min(1) }),
})
const taskAnswer = z.object({
  code: z.literal(0),
  message: z.string(),
  data: z.object({
    id: z.string(),
    status: z.enum(['PENDING', 'PROCESSING', 'SUCCESS', 'FAILED', 'ERROR']),
    mediaType: z.enum(['image', 'video', 'character', 'music']),
    model: z.string(),
    provider: z.string(),
    taskResult: z.record(z.string(), z.unknown()).nullable(),
  }),
})
const json = { 'Content-Type': 'application/json' }

/** Describes the specification against the services that `start` starts. */
export function describeConformance(
  name: string,
  start: (limits?: TightLimits) => Promise<ServiceUnderTest>,
): void {
  describe(`${name} and the specification`, () => {
    let service: ServiceUnderTest
    beforeAll(async () => {
      service = await start()
    })
    afterAll(() => service.close())

    const generate = (
      body: unknown,
      key: string | null = service.apiKey,
      at = service.baseUrl,
    ): Promise<Response> =>
      fetch(`${at}/api/v1/generate`, {
        method: 'POST',
        headers: { ...json, ...(key === null ? {} : { Authorization: `Bearer ${key}` }) },
        body: JSON.stringify(body),
      })
    const task = (id: string, query = '', key: string | null = service.apiKey): Promise<Response> =>
      fetch(`${service.baseUrl}/api/v1/task/${id}${query}`, {
        headers: key === null ? {} : { Authorization: `Bearer ${key}` },
      })
    const contact = (body: unknown, at = service.baseUrl): Promise<Response> =>
      fetch(`${at}/api/v1/contact`, { method: 'POST', headers: json, body: JSON.stringify(body) })
    const submit = async (): Promise<string> =>
      generateAnswer.parse(await (await generate(service.generateBody)).json()).data.taskId
    const refused = (status: number): unknown => ({ status, errorObject: true })
    async function readError(response: Response): Promise<unknown> {
      const body: unknown = await response.json()
      return { status: response.status, errorObject: errorObject.safeParse(body).success }
    }

    describe('POST /api/v1/generate', () => {
      it('answers 200 with code 0, a message and data.taskId when a task is accepted', async () => {
        const response = await generate(service.generateBody)
        expect(response.status).toBe(200)
        generateAnswer.parse(await response.json())
      })

      it('answers 401 with the error object when the API key is missing', async () => {
        expect(await readError(await generate(service.generateBody, null))).toEqual(refused(401))
      })

      it('answers 401 with the error object when the API key is invalid', async () => {
        expect(await readError(await generate(service.generateBody, 'nobodys-key'))).toEqual(refused(401))
      })

      it.each(['provider', 'mediaType', 'model', 'scene', 'prompt'])('requires %s', async (field) => {
        const { [field]: _left, ...body } = service.generateBody
        const response = await generate(body)
        const { message } = errorObject.parse(await response.clone().json())
        expect(await readError(response)).toEqual(refused(400))
        expect(message).toContain(field)
      })

      it.each([
        ['mediaType', 'hologram'],
        ['scene', 'text-to-smell'],
        ['options', 'not an object'],
      ])('refuses a %s outside the specification', async (field, value) => {
        expect(await readError(await generate({ ...service.generateBody, [field]: value }))).toEqual(
          refused(400),
        )
      })

      it('allows additional properties in options', async () => {
        const options = {
          ...Object(service.generateBody['options']),
          unheard_of: { deeply: ['nested'] },
        } as object
        expect((await generate({ ...service.generateBody, options })).status).toBe(200)
      })

      it('answers 400 with the error object when the body is not JSON', async () => {
        const response = await fetch(`${service.baseUrl}/api/v1/generate`, {
          method: 'POST',
          headers: { ...json, Authorization: `Bearer ${service.apiKey}` },
          body: '{"provider":',
        })
        expect(await readError(response)).toEqual(refused(400))
      })
    })

    describe('OPTIONS /api/v1/generate', () => {
      it('answers 204 with no body, without authentication', async () => {
        const response = await fetch(`${service.baseUrl}/api/v1/generate`, {
          method: 'OPTIONS',
          headers: {
            Origin: 'https://example.com',
            'Access-Control-Request-Method': 'POST',
            'Access-Control-Request-Headers': 'authorization,content-type',
          },
        })
        const allowed = response.headers.get('Access-Control-Allow-Headers')?.toLowerCase() ?? ''
        expect({
          status: response.status,
          body: await response.text(),
          origin: response.headers.get('Access-Control-Allow-Origin'),
          post: response.headers.get('Access-Control-Allow-Methods')?.includes('POST'),
          headers: allowed.includes('authorization') && allowed.includes('content-type'),
        }).toEqual({ status: 204, body: '', origin: '*', post: true, headers: true })
      })
    })

    describe('GET /api/v1/task/{id}', () => {
      it.each(['', '?refresh=1', '?refresh=assets'])(
        'answers 200 with the task response for "%s"',
        async (query) => {
          const id = await submit()
          const response = await task(id, query)
          expect(response.status).toBe(200)
          const { data } = taskAnswer.parse(await response.json())
          const { mediaType, model, provider } = service.generateBody
          expect(data).toMatchObject({ id, mediaType, model, provider })
        },
      )

      it('ends in SUCCESS with a task result after repeated polls with refresh=1', async () => {
        const id = await submit()
        const deadline = AbortSignal.timeout(25_000)
        const early: unknown[] = []
        let data: z.infer<typeof taskAnswer>['data']
        do {
          data = taskAnswer.parse(await (await task(id, '?refresh=1')).json()).data
          if (data.status !== 'SUCCESS' && data.taskResult !== null) early.push(data.taskResult)
        } while ((data.status === 'PENDING' || data.status === 'PROCESSING') && !deadline.aborted)
        expect(data.status).toBe('SUCCESS')
        expect(data.taskResult).not.toBeNull()
        expect(early).toEqual([])
      })

      it('refuses any other value of refresh', async () => {
        expect(await readError(await task(await submit(), '?refresh=yes'))).toEqual(refused(400))
      })

      it('answers 401 when the API key is missing', async () => {
        expect(await readError(await task(await submit(), '', null))).toEqual(refused(401))
      })

      it('answers 401 when the API key is invalid', async () => {
        expect(await readError(await task(await submit(), '', 'nobodys-key'))).toEqual(refused(401))
      })

      it('answers 403 when the caller is not the owner of the task', async () => {
        expect(await readError(await task(await submit(), '', service.otherApiKey))).toEqual(refused(403))
      })

      it('answers 404 when the task id is unknown', async () => {
        expect(await readError(await task('no-such-task'))).toEqual(refused(404))
      })
    })

    describe('POST /api/v1/contact', () => {
      it('answers 200 with code 0 without authentication', async () => {
        const response = await contact({ email: 'ada@example.com', content: 'Hello' })
        expect(response.status).toBe(200)
        expect(await response.json()).toMatchObject({ code: 0 })
      })

      it('accepts content of exactly 5000 characters', async () => {
        expect((await contact({ email: 'ada@example.com', content: 'x'.repeat(5_000) })).status).toBe(200)
      })

      it.each([
        ['content longer than 5000 characters', { email: 'ada@example.com', content: 'x'.repeat(5_001) }],
        ['a missing email', { content: 'Hello' }],
        ['a missing content', { email: 'ada@example.com' }],
        ['an email that is none', { email: 'not an address', content: 'Hello' }],
        ['a body that is no object', ['Hello']],
      ])('answers 400 for %s', async (_case, body) => {
        expect(await readError(await contact(body))).toEqual(refused(400))
      })
    })

    describe('GET /ai/models', () => {
      it('lists the model ids, without authentication, among them the one in use', async () => {
        const listing = z.object({ data: z.array(z.object({ model: z.string() })) })
        const { data } = listing.parse(await (await fetch(`${service.baseUrl}/ai/models`)).json())
        expect(data.map(({ model }) => model)).toContain(service.generateBody['model'])
      })
    })

    describe('limits', () => {
      const cases: readonly [string, TightLimits][] = [
        ['per minute', { requestsPerMinute: 1 }],
        ['per day', { requestsPerDay: 1 }],
        ['at once', { concurrentTasks: 1 }],
      ]
      it.each(cases)(
        'answers 429 when a user exceeds the limit %s, and lets another user in',
        async (_name, limits) => {
          const tight = await start(limits)
          try {
            const first = await generate(tight.generateBody, tight.apiKey, tight.baseUrl)
            const second = await generate(tight.generateBody, tight.apiKey, tight.baseUrl)
            const other = await generate(tight.generateBody, tight.otherApiKey, tight.baseUrl)
            expect([first.status, second.status, other.status]).toEqual([200, 429, 200])
            expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
            expect(await readError(second)).toEqual(refused(429))
          } finally {
            await tight.close()
          }
        },
      )

      it('answers 429 when the contact endpoint is used too often', async () => {
        const tight = await start({ contactsPerMinute: 1 })
        try {
          const message = { email: 'ada@example.com', content: 'Hello' }
          expect((await contact(message, tight.baseUrl)).status).toBe(200)
          expect(await readError(await contact(message, tight.baseUrl))).toEqual(refused(429))
        } finally {
          await tight.close()
        }
      })
    })

    describe('paths and methods', () => {
      it('answers 404 with the error object for an unknown path', async () => {
        expect(await readError(await fetch(`${service.baseUrl}/api/v2/generate`))).toEqual(refused(404))
      })

      it.each([
        ['GET', '/api/v1/generate'],
        ['DELETE', '/api/v1/task/some-id'],
        ['GET', '/api/v1/contact'],
        ['POST', '/ai/models'],
      ])('answers 405 with the error object for %s %s', async (method, path) => {
        const response = await fetch(service.baseUrl + path, { method })
        expect(response.headers.get('Allow')).not.toBeNull()
        expect(await readError(response)).toEqual(refused(405))
      })
    })
  })
}
