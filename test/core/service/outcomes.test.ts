/** The rule about money, once for all APIs: a definite no is a no, everything else may be a yes. */
import { expect, test } from 'vitest'
import { readOutcome, readSubmission } from '#core/service/outcomes.ts'
import type { ErrorRules, SubmitOutcome } from '#core/service/service-api.ts'
import { responseOf } from '#test/stand-ins/service-response.ts'

const NOW = Date.UTC(2026, 10, 22)

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
])('takes %s for what it is', (_, response, kind) => {
  expect(submitted(response).kind).toBe(kind)
})

test('lets an API say in its own way that the key, the credit or the limit is the reason, and that nothing was taken', () => {
  const response = responseOf(400, { message: 'why' })
  expect(submitted(response, { isKeyRefused: () => true }).kind).toBe('unauthorized')
  expect(submitted(response, { isRateLimit: () => true, waitMs: () => 7_000 })).toMatchObject({
    waitMs: 7_000,
  })
  expect(submitted(response, { isOutOfCredits: () => true })).toMatchObject({
    kind: 'rejected',
    failure: { charged: 'no', message: expect.stringContaining('no credit left') as string },
  })
  expect(submitted(responseOf(503, {}), { isDefiniteNo: () => true }).kind).toBe('rejected')
})

test('says of a free request where it is led, also by a 303', () => {
  const response = responseOf(303, {}, { location: 'https://login.example.com/' })
  const outcome = readOutcome(response, NOW, () => true)
  expect(outcome).toMatchObject({
    failure: { message: expect.stringContaining('redirects to login.example.com') as string },
  })
})

test('reads Retry-After of a limit, and says nothing of a wait where there is none', () => {
  expect(submitted(responseOf(429, {}, { 'retry-after': '3' }))).toMatchObject({ waitMs: 3_000 })
  expect(submitted(responseOf(429, {}))).toMatchObject({ waitMs: null })
})

test('never shows a web page as a reason', () => {
  const outcome = readOutcome(responseOf(404, { text: '<html>gone</html>' }), NOW, () => true)
  expect(outcome).toMatchObject({ failure: { code: 'not_found', message: 'The service does not know it.' } })
})
