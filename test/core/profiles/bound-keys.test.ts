/** A key belongs to the kind and origin it was entered for: settings.json from elsewhere sends it nowhere else. */
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { createSessionSecrets, openKeychain, type KeychainEntry } from '#adapters/node/keychain.ts'
import type { Secrets } from '#core/ports/settings.ts'
import { openKeyFixture } from '#test/security/key-fixture.ts'
import { KEY_FOR_TESTS } from '#test/stand-ins/canary.ts'
import { createMemorySecrets } from '#test/stand-ins/core-options.ts'
import { AWS, openS3Server } from '#test/stand-ins/s3-server.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'
import { openFaultyService } from '#test/stand-ins/test-service.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

const STORAGE_KEYS = { accessKeyId: 'AKIA0123', secretAccessKey: 'secret+0123' }

/** settings.json as another program leaves it. */
function edited(app: TestApp, change: object) {
  const profiles = app.settings.get('profiles') as readonly Record<string, Json>[]
  app.settings.set(
    'profiles',
    profiles.map((profile) => ({ ...profile, ...change })),
  )
}

const profileOf = async (app: TestApp) => (await app.ask('profiles.list', {})).items[1]

async function keychain(): Promise<Secrets> {
  const kept = new Map<string, string>()
  const open = (_: string, account: string): KeychainEntry => ({
    setPassword: async (password) => void kept.set(account, password),
    getPassword: async () => kept.get(account) ?? null,
    deletePassword: async () => kept.delete(account),
  })
  const opened = await openKeychain(join(await makeTempDir(), 'data'), open)
  if (!opened) throw new Error('There is no keychain.')
  return opened
}

slow.each([
  ['the keychain', keychain],
  ['memory', async () => createSessionSecrets()],
  ["the desktop's sealed file", async () => (await openKeyFixture()).open()],
])('a key in %s is not sent to an address that settings.json was made to name', async (_, openSecrets) => {
  const secrets = Object.assign(await openSecrets(), { forget: () => undefined, size: 0 })
  const { service, app } = await openAtService({ secrets })
  await app.submitAndSave()
  await app.close()
  const thief = await openFaultyService()
  edited(app, { baseUrl: thief.baseUrl })
  const again = await app.reopen()
  expect(await profileOf(again)).toMatchObject({ baseUrl: thief.baseUrl, keyState: 'elsewhere' })
  const { id } = await again.submitOne()
  expect((await again.ask('profiles.test', { id: app.profileId })).id).toBe('profiles.keyElsewhere')
  await again.until(async () => (await again.ask('queue.state', {})).reason !== null)
  expect((await again.task(id)).state).toBe('queued')
  expect(thief.ledger).toEqual([])
  // The user puts the address back: the key is where it belongs.
  await again.ask('profiles.update', { id: app.profileId, baseUrl: service.baseUrl })
  expect(await profileOf(again)).toMatchObject({ keyState: 'saved' })
  await again.untilTask(id, 'saved')
  expect(thief.ledger).toEqual([])
})

test('a key is not sent in the way of another service', async () => {
  const { app } = await openAtService()
  edited(app, { kind: 'openai' })
  expect(await profileOf(await app.reopen())).toMatchObject({ kind: 'openai', keyState: 'elsewhere' })
})

test('a key that is entered anew belongs to the address of now', async () => {
  const { app } = await openAtService()
  const other = await openFaultyService()
  edited(app, { baseUrl: other.baseUrl })
  const again = await app.reopen()
  await again.ask('profiles.setKey', { id: app.profileId, apiKey: 'entered-anew' })
  expect(await profileOf(again)).toMatchObject({ keyState: 'saved' })
  await again.submitAndSave()
  expect(JSON.stringify(other.ledger)).not.toContain(KEY_FOR_TESTS)
})

test('a change to a third address takes a key away that belongs to none of them', async () => {
  const { app } = await openAtService()
  edited(app, { baseUrl: 'https://other.example.com' })
  const again = await app.reopen()
  await again.ask('profiles.update', {
    id: app.profileId,
    name: 'Mine',
    baseUrl: 'https://other.example.com/v2',
  })
  expect(await profileOf(again)).toMatchObject({ keyState: 'elsewhere' })
  await again.ask('profiles.update', { id: app.profileId, baseUrl: 'https://third.example.com' })
  expect(await profileOf(again)).toMatchObject({ keyState: 'none' })
  expect(again.secrets.size).toBe(0)
})

slow(
  'a key that was stored without a place is bound, at the first start, to the address that is named then',
  async () => {
    const { service, app } = await openAtService()
    await app.close()
    const secrets = createMemorySecrets()
    await secrets.set(app.profileId, KEY_FOR_TESTS)
    const first = await app.reopen({ secrets })
    expect(await profileOf(first)).toMatchObject({ keyState: 'saved' })
    await first.submitAndSave()
    await first.close()
    edited(first, { baseUrl: 'https://other.example.com' })
    const second = await first.reopen()
    expect(await profileOf(second)).toMatchObject({ keyState: 'elsewhere' })
    expect(service.generates()).toHaveLength(1)
  },
)

test('the keys of a bucket stay with its address, unless the user moves it here', async () => {
  const { app } = await openAtService()
  const [s3, other] = [await openS3Server(() => app.clock.now()), await openS3Server(() => app.clock.now())]
  const { profileId: id } = app
  await app.ask('profiles.setStorage', { id, storage: s3.storage, ...s3.keys })
  await app.close()
  edited(app, { storage: { ...other.storage } })
  const again = await app.reopen()
  expect(await profileOf(again)).toMatchObject({ storageKeys: 'elsewhere' })
  expect(await again.failure('profiles.testStorage', { id })).toMatchObject({
    id: 'profiles.storage.moved',
  })
  expect(other.ledger).toEqual([])
  // Looking through the form and saving it is not giving the keys.
  await again.ask('profiles.setStorage', { id, storage: { ...other.storage, linkSeconds: 90 } })
  expect(await profileOf(again)).toMatchObject({ storageKeys: 'elsewhere' })
  await again.ask('profiles.setStorage', { id, storage: s3.storage })
  expect(await profileOf(again)).toMatchObject({ storageKeys: 'saved' })
})

test('a bucket that the user moves takes its keys along', async () => {
  const app = await openTestApp()
  const { id } = await app.ask('profiles.create', { name: 'x', baseUrl: 'https://api.example.com' })
  await app.ask('profiles.setStorage', { id, storage: AWS, ...STORAGE_KEYS })
  const moved = { ...AWS, endpoint: 'https://s3.us-west-1.amazonaws.com' }
  expect(await app.ask('profiles.setStorage', { id, storage: moved })).toMatchObject({ storageKeys: 'saved' })
  expect(await profileOf(await app.reopen())).toMatchObject({ storageKeys: 'saved' })
})
