/** The specification of the generation service, sentence by sentence: tasks, contact and limits. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { slow } from '#test/stand-ins/scale.ts'
import { textRequest } from '../support/service.ts'
import {
  errorObject,
  refusal,
  refused,
  startClient,
  taskResponse,
  type Client,
  type TaskData,
} from './client.ts'

let client: Client
beforeAll(async () => {
  client = await startClient()
})
afterAll(() => client.close())

async function startWith(terms: Parameters<typeof startClient>[0]): Promise<Client> {
  const other = await startClient(terms)
  onTestFinished(() => other.close())
  return other
}

const QUERIES = ['', '?refresh=1', '?refresh=assets']

describe('Task response, states and refresh', () => {
  it.each(QUERIES)(
    '200: a task is found, with its id, status, mediaType, model and provider, for "%s"',
    async (query) => {
      const id = await client.submit()
      const { status, body } = await client.task(id, query)
      expect(status).toBe(200)
      const { mediaType, model, provider } = textRequest()
      expect(taskResponse.parse(body).data).toMatchObject({ id, mediaType, model, provider })
    },
  )

  slow.each(['', '?refresh=1'])(
    'clients poll until SUCCESS or FAILED, and taskResult is there once the status is SUCCESS, for "%s"',
    async (query) => {
      const { status, taskResult } = await client.finish(await client.submit(), query)
      expect(status).toBe('SUCCESS')
      expect(Object.keys(taskResult ?? {})).not.toEqual([])
    },
  )

  it('taskResult is null before SUCCESS: tasks are asynchronous', async () => {
    const { submit, task } = await startWith({ slow: true })
    const id = await submit()
    for (const query of QUERIES) {
      const { data } = taskResponse.parse((await task(id, query)).body)
      expect(['PENDING', 'PROCESSING']).toContain(data.status)
      expect(data.taskResult).toBeNull()
    }
  })

  it('a task can end in FAILED, and has no taskResult then', async () => {
    const ended = await client.finish(await client.submit(textRequest({ model: 'always-fails' })))
    expect(ended).toMatchObject({ status: 'FAILED', taskResult: null })
  })

  slow('a final status stays', async () => {
    const id = await client.submit()
    await client.finish(id)
    for (const query of [...QUERIES, ''])
      expect(taskResponse.parse((await client.task(id, query)).body).data.status).toBe('SUCCESS')
  })

  it('taskResult has the asset addresses, which can be fetched', async () => {
    const addresses = addressesIn(await client.finish(await client.submit()))
    expect(addresses).not.toEqual([])
    for (const address of addresses) {
      const response = await fetch(address)
      expect(response.status).toBe(200)
      expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0)
    }
  })

  it('refresh=assets persists finished assets: their addresses no longer change', async () => {
    const { submit, finish, task } = client
    const id = await submit()
    await finish(id)
    const kept = addressesIn(taskResponse.parse((await task(id, '?refresh=assets')).body).data)
    for (const query of QUERIES)
      expect(addressesIn(taskResponse.parse((await task(id, query)).body).data)).toEqual(kept)
    for (const address of kept) expect((await fetch(address, { method: 'HEAD' })).status).toBe(200)
  })

  it.each(['yes', '', '2', 'ASSETS'])('400: refresh is 1, assets or left out, not "%s"', async (value) => {
    expect(refusal(await client.task(await client.submit(), `?refresh=${value}`))).toEqual(refused(400))
  })

  it('401: unauthorized', async () => {
    const id = await client.submit()
    for (const key of [null, 'nobodys-key'])
      expect(refusal(await client.task(id, '', key))).toEqual(refused(401))
  })

  it.each(QUERIES)('403: the caller is not the owner of the task, for "%s"', async (query) => {
    expect(refusal(await client.task(await client.submit(), query, client.otherApiKey))).toEqual(refused(403))
  })

  it.each(['no-such-task', '00000000-0000-4000-8000-000000000000', '%2e%2e', "'%20OR%201=1"])(
    '404: task not found, for "%s"',
    async (id) => {
      expect(refusal(await client.task(id))).toEqual(refused(404))
    },
  )
})

function addressesIn({ taskResult }: TaskData): readonly string[] {
  return JSON.stringify(taskResult).match(/https?:\/\/[^"]+/gu) ?? []
}

const MESSAGE = { email: 'ada@example.com', content: 'Hello' }

describe('Contact', () => {
  it('200: submitted, with code 0, without authentication', async () => {
    expect(await client.contact(MESSAGE)).toMatchObject({ status: 200, body: { code: 0 } })
  })

  it('content has a maximum length of 5000 characters', async () => {
    for (const content of ['x'.repeat(5_000), '🦊'.repeat(5_000)])
      expect((await client.contact({ ...MESSAGE, content })).status).toBe(200)
  })

  it.each<[string, object, string]>([
    ['without email', { email: undefined }, 'email'],
    ['without content', { content: undefined }, 'content'],
    ['with a number as email', { email: 7 }, 'email'],
    ['with a number as content', { content: 7 }, 'content'],
    ['that is too long', { content: 'x'.repeat(5_001) }, '5000'],
    ...['not an address', 'a@', '@example.com', 'a b@example.com', ''].map(
      (email): [string, object, string] => [`from "${email}"`, { email }, 'email'],
    ),
  ])('400: a message %s', async (_case, over, named) => {
    const response = await client.contact({ ...MESSAGE, ...over })
    expect(refusal(response)).toEqual(refused(400))
    expect(errorObject.parse(response.body).message).toContain(named)
  })

  it('400: a body that is no object', async () => {
    expect(refusal(await client.contact(['Hello']))).toEqual(refused(400))
  })
})

describe('Limits', () => {
  it.each([
    ['per minute', { requestsPerMinute: 1 }],
    ['per day', { requestsPerDay: 1 }],
    ['by concurrency', { concurrentTasks: 1, slow: true }],
  ] as const)('the generate endpoint is limited %s, per user: 429 with Retry-After', async (_name, terms) => {
    const { generate, otherApiKey } = await startWith(terms)
    const first = await generate()
    const second = await generate()
    const other = await generate(textRequest(), otherApiKey)
    expect([first.status, second.status, other.status]).toEqual([200, 429, 200])
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(refusal(second)).toEqual(refused(429))
  })

  slow(
    'what was refused does not count, and polling is not limited by the limits of the generate endpoint',
    async () => {
      const { generate, submit, task } = await startWith({ requestsPerMinute: 1, requestsPerDay: 1 })
      expect((await generate(textRequest({ scene: 'x' }))).status).toBe(400)
      const id = await submit()
      for (let poll = 0; poll < 20; poll += 1) expect((await task(id)).status).toBe(200)
    },
  )

  it('the contact endpoint is rate limited: 429 with Retry-After', async () => {
    const { contact } = await startWith({ contactsPerMinute: 1 })
    expect((await contact(MESSAGE)).status).toBe(200)
    const second = await contact(MESSAGE)
    expect(refusal(second)).toEqual(refused(429))
    expect(Number(second.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})
