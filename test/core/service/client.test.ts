/** The one client of all services: bodies, keys on own origins only, and a bound on free requests. */
import { expect, onTestFinished, test } from 'vitest'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'
import { createSend } from '#core/service/client.ts'
import type { RequestBody } from '#core/service/http-request.ts'
import type { ServiceApi, ErrorRules, SubmitOutcome } from '#core/service/service-api.ts'
import { startProviderServer, type ProviderServer } from '#test/stand-ins/services/provider-server.ts'
import { readOutcome, readSubmission } from '#core/service/outcomes.ts'
import { responseOf } from '#test/stand-ins/service-response.ts'

/** The rule about money, once for all APIs: a definite no is a no, everything else may be a yes. */
function submitted(response: ReturnType<typeof responseOf>, rules: ErrorRules = {}): SubmitOutcome {
  return readSubmission(response, NOW, {
    ...rules,
    accepted: (json) => {
      if (typeof json !== 'object' || json === null) return null
      if ('id' in json && typeof json.id === 'string') return { remoteId: json.id }
      return 'data' in json ? { taskResult: json.data as never } : null
    },
  })
}

test.each([
  ['an id', responseOf(201, { id: 'a' }), 'accepted'],
  ['a result', responseOf(200, { data: ['x'] }), 'completed'],
  ['a 2xx that says neither', responseOf(200, {}), 'unknown'],
  ['a 2xx that is no JSON', responseOf(200, { text: '<html>' }), 'unknown'],
  ['a 500', responseOf(500, { detail: 'oops' }), 'unknown'],
  ['a 302', responseOf(302, {}, { location: 'https://example.com/' }), 'rejected'],
  ['a 303, which begins where it leads', responseOf(303, {}, { location: '/result' }), 'unknown'],
  [
    'a 408 of a gateway that waited for a model',
    responseOf(408, { error: { message: 'Timeout' } }),
    'unknown',
  ],
  ['a 499', responseOf(499, { error: { code: 499, message: 'x', status: 'CANCELLED' } }), 'unknown'],
  ['a 400', responseOf(400, { message: 'no' }), 'rejected'],
  ['a 401', responseOf(401, {}), 'unauthorized'],
  ['a 402', responseOf(402, {}), 'rejected'],
  ['a 429', responseOf(429, {}), 'rate_limited'],
])('takes %s for what it is, and says whether it may have been charged', (_, response, kind) => {
  const outcome = submitted(response)
  expect(outcome.kind).toBe(kind)
  const charged = { accepted: null, completed: null, unknown: 'maybe' }[kind]
  expect('failure' in outcome ? outcome.failure.charged : null).toBe(charged === undefined ? 'no' : charged)
})

test.each([400, 401, 402, 403, 404, 429, 500, 503])(
  'says nothing of money where a %i answers a question that is free',
  (status) => {
    const outcome = readOutcome(responseOf(status, { message: 'why' }), NOW, () => true)
    expect('failure' in outcome && outcome.failure).not.toHaveProperty('charged')
  },
)

test('lets an API say in its own way that the key, the credit or the limit is the reason, and that nothing was taken', () => {
  const response = responseOf(400, { message: 'why' })
  expect(submitted(response, { isKeyRefused: () => true }).kind).toBe('unauthorized')
  expect(submitted(response, { isRateLimit: () => true, waitMs: () => 7_000 })).toMatchObject({
    waitMs: 7_000,
  })
  expect(submitted(response, { isOutOfCredits: () => true })).toMatchObject({
    kind: 'rejected',
    failure: { charged: 'no', id: 'service.noCreditSaid', values: { said: 'why', code: '400' } },
  })
  expect(submitted(responseOf(503, {}), { isDefiniteNo: () => true }).kind).toBe('rejected')
})

test('says of a free request where it is led, also by a 303', () => {
  const response = responseOf(303, {}, { location: 'https://login.example.com/' })
  const outcome = readOutcome(response, NOW, () => true)
  expect(outcome).toMatchObject({
    failure: { id: 'service.redirected', values: { host: 'login.example.com' } },
  })
})

test('reads Retry-After of a limit, and says nothing of a wait where there is none', () => {
  expect(submitted(responseOf(429, {}, { 'retry-after': '3' }))).toMatchObject({ waitMs: 3_000 })
  expect(submitted(responseOf(429, {}))).toMatchObject({ waitMs: null })
})

test.each([404, 410])('takes a %i for a thing that is not there', (status) => {
  const outcome = readOutcome(responseOf(status, { message: 'Expired.' }), NOW, () => true)
  expect(outcome).toMatchObject({ failure: { code: 'not_found', values: { said: 'Expired.' } } })
})

test('never shows a web page as a reason', () => {
  const outcome = readOutcome(responseOf(404, { text: '<html>gone</html>' }), NOW, () => true)
  expect(outcome).toMatchObject({ failure: { code: 'not_found', id: 'service.notThere' } })
})

const NOW = Date.UTC(2026, 10, 22)

async function openServer(): Promise<ProviderServer> {
  const server = await startProviderServer(({ headers }) => ({ status: 200, body: headers }))
  onTestFinished(() => server.close())
  return server
}

const addressOf = (server: ProviderServer, more: Partial<ServiceApi> = {}) => ({
  api: { ...generationService, authorization: (key: string) => ({ 'x-api-key': key }), ...more },
  baseUrl: server.baseUrl,
  apiKey: 'key-for-tests',
})

async function sendBody(body: RequestBody) {
  const server = await openServer()
  await createSend(addressOf(server), NOW)({ method: 'PUT', url: `${server.baseUrl}/x`, body })
  const [request] = server.ledger
  if (!request) throw new Error('Nothing arrived.')
  return request
}

test('writes JSON and bytes as they are', async () => {
  expect((await sendBody({ kind: 'json', json: { a: ['ü'] } })).json).toEqual({ a: ['ü'] })
  const { bytes, headers } = await sendBody({
    kind: 'bytes',
    bytes: Buffer.from([0, 255]),
    mimeType: 'image/png',
  })
  expect([[...bytes], headers['content-type']]).toEqual([[0, 255], 'image/png'])
})

test('writes a form that others can read, whatever the names hold', async () => {
  const file = { bytes: Buffer.from('--\r\nbytes'), fileName: 'a "b"\r\n.png', mimeType: 'image/png' }
  const { form } = await sendBody({
    kind: 'multipart',
    parts: [
      { name: 'prompt', value: 'a fox\r\nin the snow' },
      { name: 'image[]', value: file },
      { name: 'image[]', value: { ...file, fileName: 'c.png' } },
    ],
  })
  expect(form?.get('prompt')).toBe('a fox\r\nin the snow')
  const files = form?.getAll('image[]') as File[]
  expect(files.map(({ type }) => type)).toEqual(['image/png', 'image/png'])
  expect(await files[0]?.text()).toBe('--\r\nbytes')
  expect(files[1]?.name).toBe('c.png')
})

test('gives the key to own origins and to no other', async () => {
  const [own, beside, foreign] = await Promise.all([openServer(), openServer(), openServer()])
  const send = createSend(addressOf(own, { ownOrigins: () => [beside.baseUrl] }), NOW)
  for (const { baseUrl } of [own, beside, foreign]) await send({ method: 'GET', url: `${baseUrl}/x` })
  const keys = [own, beside, foreign].map(({ ledger }) => ledger[0]?.headers['x-api-key'])
  expect(keys).toEqual(['key-for-tests', 'key-for-tests', undefined])
})

test('takes the key out of what comes back, also from where it did not go', async () => {
  const server = await openServer()
  const outcome = await createSend(addressOf(server), NOW)({ method: 'GET', url: `${server.baseUrl}/x` })
  expect(JSON.stringify(outcome)).toContain('x-api-key')
  expect(JSON.stringify(outcome)).not.toContain('key-for-tests')
})

test('ends after so many free requests for one purpose', async () => {
  const server = await openServer()
  const send = createSend(addressOf(server), NOW, undefined, 2)
  const kinds = []
  for (let number = 0; number < 3; number++)
    kinds.push((await send({ method: 'GET', url: `${server.baseUrl}/x` })).kind)
  expect([kinds, server.ledger.length]).toEqual([['ok', 'ok', 'refused'], 2])
})
