/** Every row of the spec's error table, with every body it may come with, told as the error code it is. */
import { expect, test } from 'vitest'
import type { ErrorCode } from '#contract/errors.ts'
import { generationService as api } from '#core/service/apis/generation-service/generation-service.ts'
import { createSend, readResult, readTask, sendContact, sendSubmission } from '#core/service/client.ts'
import { errorObject, rateLimited, redirect, respond } from '#test/stand-ins/faulty-responses.ts'
import { MODELS, type FaultyService } from '#test/stand-ins/faulty-service.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import type { GenerateBody, ServiceAddress } from '#core/service/service-api.ts'
import { taskToSend } from '#core/tasks/submission/task-to-send.ts'

const NOW = Date.UTC(2025, 6, 1)
const BODIES = [
  ['the error object', errorObject(4711, 'said the service')],
  ['another JSON', '{"detail":"no"}'],
  ['a JSON list', '[]'],
  ['a JSON null', 'null'],
  ['a web page', '<!doctype html><h1>Nope</h1>'],
  ['a text', 'nope'],
  ['nothing', ''],
] as const
const BODY = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: 'fox' }

const at = (service: FaultyService): ServiceAddress => ({
  api,
  baseUrl: service.baseUrl,
  apiKey: 'key-for-tests',
})

async function submit(address: ServiceAddress, body: GenerateBody, now: number) {
  const task = taskToSend('task_1', body, now)
  const request = api.submit(task, address)
  if (!request.ok) throw new Error(request.error.id)
  return sendSubmission(address, { task, request: request.data }, now)
}

const readListing = (address: ServiceAddress, now: number) =>
  api.fetchListing(createSend(address, now), address)
const codeOf = (outcome: { kind: string; failure?: { code: ErrorCode } }) =>
  outcome.failure?.code ?? outcome.kind

const MESSAGE = { email: 'a@example.com', content: 'hello' }
const UNAVAILABLE = [500, 502, 503].map((status) => [status, 'service_unavailable'] as const)
const REFUSALS = [
  {
    place: 'generate',
    ask: (service: FaultyService) => submit(at(service), BODY, NOW),
    rows: [
      [401, 'unauthorized'],
      [429, 'rate_limited'],
      ...[400, 402, 403, 404, 409, 422].map((status) => [status, 'service_rejected'] as const),
    ],
  },
  {
    place: 'task',
    ask: (service: FaultyService) => readTask(at(service), 'x', false, NOW),
    rows: [
      [401, 'unauthorized'],
      [403, 'forbidden'],
      [404, 'not_found'],
      [429, 'rate_limited'],
      [400, 'service_rejected'],
      ...UNAVAILABLE,
    ],
  },
  {
    place: 'contact',
    ask: (service: FaultyService) => sendContact({ api, baseUrl: service.baseUrl }, MESSAGE, NOW),
    rows: [[400, 'service_rejected'], [429, 'rate_limited'], ...UNAVAILABLE],
  },
] as const

/** A gateway's page knows nothing of what was asked for. */
const readCode = (code: ErrorCode, body: (typeof BODIES)[number][0]): ErrorCode =>
  body === 'a web page' && (code === 'forbidden' || code === 'not_found') ? 'service_unavailable' : code

slow.each(REFUSALS)('tells every refusal of $place, whatever comes with it', async ({ place, ask, rows }) => {
  const service = await openFaultyService()
  for (const [kind, body] of BODIES) {
    for (const [status, code] of rows) {
      service.script(place, respond(status, body))
      expect([kind, status, codeOf(await ask(service))]).toEqual([kind, status, readCode(code, kind)])
    }
  }
  expect(service.ledger).toHaveLength(BODIES.length * rows.length)
})

test('sends a message without the key, and takes a 200 with any body', async () => {
  const service = await openFaultyService()
  for (const body of ['', '{}', 'thanks']) {
    service.script('contact', respond(200, body))
    expect(await sendContact({ api, baseUrl: service.baseUrl }, MESSAGE, NOW)).toMatchObject({ kind: 'ok' })
  }
  expect(service.ledger.map(({ key }) => key)).toEqual([null, null, null])
})

test('sends the request and the key as the spec says, under a base address with a path', async () => {
  const service = await openFaultyService()
  const address = { api, baseUrl: `${service.baseUrl}/gateway`, apiKey: 'key-for-tests' }
  expect(await submit(address, BODY, NOW)).toMatchObject({ kind: 'accepted', remoteId: 'remote-1' })
  await readResult(address, 'a/b c', 0, NOW)
  await readListing(address, NOW)
  expect(service.ledger.map(({ method, path, query, key }) => [method, `${path}${query}`, key])).toEqual([
    ['POST', '/gateway/api/v1/generate', 'key-for-tests'],
    ['GET', '/gateway/api/v1/task/a%2Fb%20c?refresh=assets', 'key-for-tests'],
    ['GET', '/gateway/ai/models', 'key-for-tests'],
  ])
  expect(service.ledger[0]?.body).toEqual(BODY)
})

test.each([
  [
    'success by another code',
    { code: 200, message: 'success', data: { taskId: 't7' } },
    { kind: 'accepted', remoteId: 't7' },
  ],
  ['an error that names a task', { code: 5, message: 'busy', data: { taskId: 't7' } }, { kind: 'unknown' }],
  ['success without a task', { code: 200, message: 'success', data: null }, { kind: 'unknown' }],
  ['an error', { code: 5, message: 'busy', data: null }, { kind: 'rejected' }],
])('a 200 that says %s', async (_, body, outcome) => {
  const service = await openFaultyService()
  service.script('generate', respond(200, JSON.stringify(body)))
  expect(await submit(at(service), BODY, NOW)).toMatchObject(outcome)
})

test.each([400, 402, 409, 429, 500])('a %d that names a task may have taken it', async (status) => {
  const service = await openFaultyService()
  const body = { code: 5, message: 'already there', data: { taskId: 't7' } }
  service.script('generate', respond(status, JSON.stringify(body)))
  expect(await submit(at(service), BODY, NOW)).toMatchObject({
    kind: 'unknown',
    failure: { charged: 'maybe' },
  })
})

test('reads the model listing as it is', async () => {
  const service = await openFaultyService()
  expect(await readListing(at(service), NOW)).toMatchObject({ kind: 'ok', value: { code: 0, data: MODELS } })
  service.script('models', respond(200, '<html>'), respond(200, ''), redirect(302, 'https://example.com/'))
  expect(codeOf(await readListing(at(service), NOW))).toBe('unreadable_answer')
  expect(codeOf(await readListing(at(service), NOW))).toBe('unreadable_answer')
  expect(codeOf(await readListing(at(service), NOW))).toBe('service_rejected')
})

test('carries what Retry-After asks for', async () => {
  const service = await openFaultyService()
  service.script('generate', rateLimited('7'), rateLimited())
  expect(await submit(at(service), BODY, NOW)).toMatchObject({
    waitMs: 7_000,
    failure: { retryAfterMs: 7_000 },
  })
  expect(await submit(at(service), BODY, NOW)).toMatchObject({ kind: 'rate_limited', waitMs: null })
})

test('says in words where a redirect leads, and that the key did not go there', async () => {
  const service = await openFaultyService()
  service.script('generate', redirect(307, 'https://login.example.com/x?token=1'))
  const outcome = await submit(at(service), BODY, NOW)
  expect(outcome).toMatchObject({ kind: 'rejected', failure: { charged: 'no' } })
  expect(outcome.kind === 'rejected' && outcome.failure).toMatchObject({
    id: 'service.redirected',
    values: { host: 'login.example.com' },
  })
})

test('never shows a whole web page as the reason', async () => {
  const service = await openFaultyService()
  service.script('generate', respond(400, `<html>${'x'.repeat(10_000)}</html>`))
  const outcome = await submit(at(service), BODY, NOW)
  expect(outcome.kind === 'rejected' && outcome.failure.id).toBe('service.rejected')
})
