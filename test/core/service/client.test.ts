/** The one client of all services: bodies, keys on own origins only, and a bound on free requests. */
import { expect, onTestFinished, test } from 'vitest'
import { generationService } from '#core/service/apis/generation-service/generation-service.ts'
import { createSend } from '#core/service/client.ts'
import type { RequestBody, ServiceApi } from '#core/service/service-api.ts'
import { startProviderServer, type ProviderServer } from '#test/stand-ins/services/provider-server.ts'

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
