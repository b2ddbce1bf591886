/** A keychain that refuses a key, or has it only some of the time. */
import { expect, test } from 'vitest'
import { fail } from '#contract/errors.ts'
import { createMemorySecrets } from '#test/stand-ins/memory-ports.ts'
import { openAtService, openTestApp } from '#test/stand-ins/test-app.ts'

const REFUSED = fail('not_available_here', 'The keychain refused the key.', { field: 'apiKey' })

test('says that a key was refused, and keeps neither a profile with it nor a word of it', async () => {
  const secrets = { ...createMemorySecrets('os'), size: 0, set: async () => REFUSED }
  const app = await openTestApp({ secrets })
  const input = { name: 'x', baseUrl: 'https://api.example.com' }
  expect(await app.call('profiles.create', { ...input, apiKey: 'Canary0123' })).toEqual(REFUSED)
  expect((await app.ask('profiles.list', {})).items).toHaveLength(1)
  const { id } = await app.ask('profiles.create', input)
  expect(await app.call('profiles.setKey', { id, apiKey: 'Canary0123' })).toEqual(REFUSED)
  expect((await app.ask('profiles.list', {})).items[1]?.keyState).toBe('none')
  expect([app.settings.text(), ...app.logLines].join()).not.toContain('Canary')
})

test('goes on by itself when a locked keychain has opened', async () => {
  const kept = createMemorySecrets('os')
  let isLocked = false
  const secrets = {
    ...kept,
    size: 0,
    get: async (name: string) => (isLocked ? null : await kept.get(name)),
  }
  const { app } = await openAtService({ secrets })
  isLocked = true
  const { id } = await app.submitOne()
  const keyState = async () => (await app.ask('profiles.list', {})).items[1]?.keyState
  await app.until(async () => (await keyState()) === 'lost')
  isLocked = false
  await app.ask('profiles.test', { id: app.profileId })
  expect(await keyState()).toBe('saved')
  await app.untilTask(id, 'running', 'saving', 'saved')
})
