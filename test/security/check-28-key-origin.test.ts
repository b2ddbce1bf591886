/** Check 28: the key goes to the origin of its own profile and nowhere else; no redirect is followed with it. */
import { expect, test } from 'vitest'
import { sendRequest } from '#core/service/transport/send-request.ts'
import { redirect } from '#test/stand-ins/faulty-responses.ts'
import { createMemorySecrets } from '#test/stand-ins/core-options.ts'
import { openTestAppAt } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'

const CANARY = 'canary-b6f1d2c9-do-not-tell'

const request = (baseUrl: string) => ({
  method: 'POST' as const,
  url: `${baseUrl}/api/v1/generate`,
  apiKey: 'canary-key',
  body: '{}',
  timeoutMs: 30_000,
})

test.each([301, 302, 303, 307, 308] as const)('follows no %i, and the key stays', async (status) => {
  const service = await openFaultyService()
  const elsewhere = await openFaultyService()
  service.script('generate', redirect(status, `${elsewhere.baseUrl}/api/v1/generate`))
  expect(await sendRequest(request(service.baseUrl))).toMatchObject({
    kind: 'response',
    status,
    location: `${elsewhere.baseUrl}/api/v1/generate`,
  })
  expect(elsewhere.ledger).toEqual([])
  expect(service.ledger.map(({ key }) => key)).toEqual(['canary-key'])
})

test('removes the key when the address changes to another origin, and keeps it otherwise', async () => {
  const service = await openFaultyService()
  const other = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl, { apiKey: CANARY })
  const { profileId: id } = app
  expect(await app.ask('profiles.update', { id, baseUrl: `${service.baseUrl}/v2` })).toMatchObject({
    keyState: 'saved',
  })
  expect(await app.ask('profiles.update', { id, name: 'renamed' })).toMatchObject({ keyState: 'saved' })
  expect(await app.ask('profiles.update', { id, baseUrl: other.baseUrl })).toMatchObject({ keyState: 'none' })
  expect(app.secrets.size).toBe(0)
  await app.ask('profiles.test', { id })
  await app.ask('models.list', { refresh: true })
  await app.submitOne()
  await app.until(() => other.generates().length === 1)
  expect(other.ledger.map(({ key }) => key).filter((key) => key !== null)).toEqual([])
})

test('never sends a new key to the old address while the two are being changed', async () => {
  const service = await openFaultyService()
  const other = await openFaultyService()
  const kept = createMemorySecrets()
  const gate = Promise.withResolvers<void>()
  let slow = false
  const get = async (name: string) => {
    if (slow) await gate.promise
    return kept.get(name)
  }
  const app = await openTestAppAt(service.baseUrl, { apiKey: 'old-key', secrets: { ...kept, get } })
  const { profileId: id } = app
  slow = true
  const testing = app.ask('profiles.test', { id })
  await app.ask('profiles.update', { id, baseUrl: other.baseUrl })
  await app.ask('profiles.setKey', { id, apiKey: 'new-key' })
  gate.resolve()
  await testing
  expect(service.ledger.map(({ key }) => key)).not.toContain('new-key')
  expect(other.ledger.map(({ key }) => key)).not.toContain('old-key')
})
