import { expect, test } from 'vitest'
import { openKeychain, type KeychainEntry, type OpenEntry } from '#adapters/node/keychain.ts'

function createKeychain() {
  const kept = new Map<string, string>()
  const open: OpenEntry = (service, account) => ({
    setPassword: async (password) => void kept.set(`${service} ${account}`, password),
    getPassword: async () => kept.get(`${service} ${account}`) ?? null,
    deletePassword: async () => kept.delete(`${service} ${account}`),
  })
  return { kept, open }
}

test('keeps, gives and deletes a key, apart for each data directory, and leaves no probe', async () => {
  const { kept, open } = createKeychain()
  const [one, other] = [await openKeychain('/a', open), await openKeychain('/b', open)]
  expect([one?.protection, kept.size]).toEqual(['os', 0])
  await one?.set('probe', 'k1')
  expect([await one?.get('probe'), await other?.get('probe')]).toEqual(['k1', null])
  await openKeychain('/a', open)
  expect(await one?.get('probe')).toBe('k1')
  await one?.delete('probe')
  await one?.delete('probe')
  expect(kept.size).toBe(0)
})

const working: KeychainEntry = {
  setPassword: async () => undefined,
  getPassword: async () => 'probe',
  deletePassword: async () => true,
}
const failing = () => Promise.reject(new Error('no keychain'))
const silent = () => new Promise<never>(() => undefined)

test.each<readonly [string, OpenEntry]>([
  [
    'cannot be opened',
    () => {
      throw new Error('no keychain')
    },
  ],
  ['cannot be written', () => ({ ...working, setPassword: failing })],
  ['cannot be read', () => ({ ...working, getPassword: failing })],
  ['cannot be deleted from', () => ({ ...working, deletePassword: failing })],
  ['forgets', () => ({ ...working, getPassword: async () => null })],
  ['gives something else', () => ({ ...working, getPassword: async () => 'other' })],
  ['does not answer', () => ({ ...working, setPassword: silent })],
])('is none where it %s', async (_, open) => {
  expect(await openKeychain('/a', open, 20)).toBeNull()
})
