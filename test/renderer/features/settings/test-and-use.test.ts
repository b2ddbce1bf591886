import { expect, it } from 'vitest'
import type { ProfileTest } from '#contract/profiles.ts'
import { testAndUse } from '#renderer/features/settings/test-and-use.ts'
import { createFakeBridge } from '../../bridge/fake-bridge.ts'

const SERVICE = { name: 'Mine', baseUrl: 'https://mine.example', apiKey: 'k' }

function createService(test: Partial<ProfileTest>) {
  const { bridge, calls } = createFakeBridge((route) => {
    if (route === 'profiles.create') return { ok: true, data: { id: 'p', name: 'Mine' } }
    if (route === 'profiles.test')
      return {
        ok: true,
        data: { reachable: true, authorized: true, latencyMs: 1, message: 'Said so.', ...test },
      }
    if (route === 'models.list') return { ok: true, data: { items: [1, 2, 3] } }
    return { ok: true, data: {} }
  })
  return { bridge, routes: () => calls.map(([route]) => route) }
}

it('uses a service that answers and takes the key, and counts its models', async () => {
  const { bridge, routes } = createService({})
  expect(await testAndUse(bridge, SERVICE, 'required')).toEqual({
    ok: true,
    data: { name: 'Mine', models: 3 },
  })
  expect(routes()).toEqual(['profiles.create', 'profiles.test', 'profiles.activate', 'models.list'])
})

it.each([
  ['the key that is refused', { authorized: false }, SERVICE, 'apiKey'],
  [
    'the key that is missing',
    { reachable: false, authorized: null },
    { ...SERVICE, apiKey: undefined },
    'apiKey',
  ],
  ['the address that does not answer', { reachable: false, authorized: null }, SERVICE, 'baseUrl'],
  ['the address where something else answers', { authorized: null }, SERVICE, 'baseUrl'],
])('names %s, and adds nothing', async (_, test, service, field) => {
  const { bridge, routes } = createService(test)
  expect(await testAndUse(bridge, service, 'required')).toEqual({
    ok: false,
    error: { code: 'invalid_input', message: 'Said so.', field },
  })
  expect(routes()).toEqual(['profiles.create', 'profiles.test', 'profiles.remove'])
})

it('uses a service without a key where it needs none, and where the response does not tell', async () => {
  const { bridge } = createService({ authorized: null })
  const { apiKey: _, ...service } = SERVICE
  expect(await testAndUse(bridge, service, 'none')).toMatchObject({ ok: true })
})
