/** Profiles: addresses in the settings, keys in the secret store, and each key at its own origin alone. */
import { written } from '#contract/messages/message.ts'
import { dropAfterBody, hang, redirect, respond } from '#test/stand-ins/faulty-responses.ts'
import {
  createMemorySettings,
  createMemorySecrets,
  type MemorySecrets,
} from '#test/stand-ins/core-options.ts'
import { openAtService, openTestApp, openTestAppAt } from '#test/stand-ins/test-app.ts'
import { closedPort, openFaultyService } from '#test/stand-ins/test-service.ts'
import { expect, test } from 'vitest'
import { fail } from '#contract/errors.ts'

test('keeps profiles and the active one over a restart, and takes leave of one with its key', async () => {
  const app = await openTestAppAt('https://api.example.com')
  const { profileId: id } = app
  const again = await app.reopen()
  expect(await again.ask('profiles.list', {})).toMatchObject({
    activeId: id,
    items: [{ builtIn: true }, { id, baseUrl: 'https://api.example.com', keyState: 'saved' }],
  })
  await again.ask('profiles.remove', { id })
  expect(await again.ask('profiles.list', {})).toMatchObject({
    activeId: 'sample-studio',
    items: [{ builtIn: true }],
  })
  expect(again.secrets.size).toBe(0)
})

test('keeps a profile that still has open tasks', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PROCESSING']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  const { profileId } = app
  expect(await app.failure('profiles.remove', { id: profileId })).toMatchObject({ code: 'conflict' })
  await app.ask('tasks.stop', { id })
  await app.ask('profiles.remove', { id: profileId })
})

test('keeps a profile, and its address, whose result is paid and not saved, or that may have taken a request', async () => {
  const { service, app } = await openAtService()
  const { profileId: id } = app
  service.always('file', respond(404, ''))
  const unsaved = await app.untilTask((await app.submitOne()).id, 'unsaved')
  service.script('generate', dropAfterBody)
  const unknown = await app.untilTask((await app.submitOne()).id, 'unknown')
  const baseUrl = 'https://api.example.com'
  for (const call of [
    () => app.failure('profiles.remove', { id }),
    () => app.failure('profiles.update', { id, baseUrl }),
  ])
    expect(await call()).toMatchObject({ code: 'conflict', id: 'profiles.needsYou', values: { count: 2 } })
  await app.ask('tasks.decide', { id: unknown.id, action: 'discard' })
  await app.ask('tasks.remove', { id: unsaved.id })
  await app.ask('profiles.remove', { id })
})

test('leaves the built-in profile as it is', async () => {
  const app = await openTestApp()
  const id = 'sample-studio'
  expect(await app.failure('profiles.update', { id, name: 'mine' })).toMatchObject({ code: 'conflict' })
  expect(await app.failure('profiles.setKey', { id, apiKey: 'x' })).toMatchObject({ code: 'conflict' })
  expect(await app.failure('profiles.remove', { id })).toMatchObject({ code: 'conflict' })
})

test('starts with what can be read of the stored profiles', async () => {
  const settings = createMemorySettings({ profiles: [{ nonsense: true }], activeProfileId: 7 })
  const app = await openTestApp({ settings })
  expect(await app.ask('profiles.list', {})).toMatchObject({
    activeId: 'sample-studio',
    items: [{ builtIn: true }],
  })
  expect(settings.text()).toContain('nonsense')
})

test('a stored profile of a kind that is not known takes no other with it, and stays in the file', async () => {
  const place = { name: 'Mine', baseUrl: 'https://api.example.com', keyGiven: false }
  const profiles = [
    { ...place, id: 'profile_new', kind: 'a-later-one', more: 1 },
    { ...place, id: 'profile_1', kind: 'openai' },
  ]
  const settings = createMemorySettings({ profiles, activeProfileId: 'profile_1' })
  const app = await openTestApp({ settings })
  expect(await app.ask('profiles.list', {})).toMatchObject({
    activeId: 'profile_1',
    items: [{ builtIn: true }, { id: 'profile_1', kind: 'openai' }],
  })
  await app.ask('profiles.update', { id: 'profile_1', name: 'Yours' })
  expect(settings.get('profiles')).toEqual([
    expect.objectContaining({ id: 'profile_1', name: 'Yours' }),
    profiles[0],
  ])
})

test.each([
  ['takes the key', null, { reachable: true, authorized: true }, 'reachable'],
  ['refuses the key', respond(401, ''), { reachable: true, authorized: false }, 'key_refused'],
  ['says that the task is not ours', respond(403, ''), { reachable: true, authorized: true }, 'reachable'],
  ['asks to wait', respond(429, ''), { reachable: true, authorized: null }, 'reachable'],
  ['is a website', respond(200, '<html>welcome'), { reachable: true, authorized: null }, 'reachable'],
  [
    'is somewhere else',
    redirect(302, 'https://example.com'),
    { reachable: true, authorized: null },
    'reachable',
  ],
  ['is out of order', respond(502, '<html>'), { reachable: false, authorized: null }, 'offline'],
])('tests a service that %s, without a generate request', async (_, response, verdict, connection) => {
  const { service, app } = await openAtService()
  service.always('task', response)
  const { profileId: id } = app
  expect(await app.ask('profiles.test', { id })).toMatchObject({
    ...verdict,
    message: expect.stringMatching(/.{10,}/),
  })
  expect(await app.ask('profiles.connection', { id })).toMatchObject({ connection })
  expect(service.generates()).toEqual([])
})

test('tests a service that is away, and one that is not given', async () => {
  const app = await openTestAppAt(`http://127.0.0.1:${await closedPort()}`)
  expect(await app.ask('profiles.test', { id: app.profileId })).toMatchObject({
    reachable: false,
    authorized: null,
  })
  expect(await app.ask('profiles.test', { id: 'sample-studio' })).toMatchObject({ reachable: false })
  expect(await app.failure('profiles.test', { id: 'nobody' })).toMatchObject({ code: 'not_found' })
})

test('does not look for running tasks at a service that never made them', async () => {
  const { service, app } = await openAtService()
  const other = await openFaultyService()
  service.tasks.life = ['PROCESSING']
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  const changed = await app.call('profiles.update', { id: app.profileId, baseUrl: other.baseUrl })
  app.clock.advance(10_000)
  await app.ask('profiles.list', {})
  expect(changed).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(other.polls()).toEqual([])
})

test('keeps a hanging test from nothing else', async () => {
  const { service, app } = await openAtService()
  service.script('task', hang)
  void app.call('profiles.test', { id: app.profileId })
  await app.until(() => service.polls().length === 1)
  const { id } = await app.submitOne()
  expect(await app.untilTask(id, 'saved')).toMatchObject({ state: 'saved' })
})

test('a change of the address while the keychain takes a key loses neither, and the new address gets no key', async () => {
  const stored = createMemorySecrets()
  const opened = Promise.withResolvers<void>()
  const secrets: MemorySecrets = {
    ...stored,
    set: (name, key) => opened.promise.then(() => stored.set(name, key)),
  }
  const app = await openTestApp({ secrets })
  const { id } = await app.ask('profiles.create', { name: 'Mine', baseUrl: 'https://one.example.com' })
  const keyed = app.ask('profiles.setKey', { id, apiKey: 'Canary0123' })
  const moved = app.ask('profiles.update', { id, name: 'Yours', baseUrl: 'https://two.example.com' })
  opened.resolve()
  await Promise.all([keyed, moved])
  expect((await app.ask('profiles.list', {})).items[1]).toMatchObject({
    name: 'Yours',
    baseUrl: 'https://two.example.com',
    keyState: 'none',
  })
  expect(stored.size).toBe(0)
})

const REFUSED = fail('not_available_here', written('The keychain refused the key.'), { field: 'apiKey' })
const REFUSED_CALL = { ok: false, error: { message: 'The keychain refused the key.', field: 'apiKey' } }

test('says that a key was refused, and keeps neither a profile with it nor a word of it', async () => {
  const secrets = { ...createMemorySecrets('os'), size: 0, set: async () => REFUSED }
  const app = await openTestApp({ secrets })
  const input = { name: 'x', baseUrl: 'https://api.example.com' }
  expect(await app.call('profiles.create', { ...input, apiKey: 'Canary0123' })).toMatchObject(REFUSED_CALL)
  expect((await app.ask('profiles.list', {})).items).toHaveLength(1)
  const { id } = await app.ask('profiles.create', input)
  expect(await app.call('profiles.setKey', { id, apiKey: 'Canary0123' })).toMatchObject(REFUSED_CALL)
  expect((await app.ask('profiles.list', {})).items[1]?.keyState).toBe('none')
  expect([app.settings.text(), ...app.logLines].join()).not.toContain('Canary')
})

test('waits for a keychain that asks its user, says so, and goes on by itself when it has answered', async () => {
  const kept = createMemorySecrets('os')
  const listeners: (() => void)[] = []
  let isWaiting = false
  const secrets = {
    ...kept,
    size: 0,
    get isWaiting() {
      return isWaiting
    },
    onResponse: (listener: () => void) => void listeners.push(listener),
    get: async (name: string) => (isWaiting ? null : await kept.get(name)),
  }
  const { app } = await openAtService({ secrets })
  isWaiting = true
  const { id } = await app.submitOne()
  const keyState = async () => (await app.ask('profiles.list', {})).items[1]?.keyState
  await app.until(async () => (await keyState()) === 'waiting')
  isWaiting = false
  for (const listener of listeners) listener()
  await app.untilTask(id, 'running', 'saving', 'saved')
  expect(await keyState()).toBe('saved')
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

test('makes a profile of a kind at its public address, or where it is told', async () => {
  const app = await openTestApp()
  const { items } = await app.ask('services.list', {})
  for (const { kind, publicBaseUrl } of items) {
    const made = await app.call('profiles.create', { name: kind, kind })
    const withoutPlace = { error: { field: 'baseUrl' } }
    expect(made).toMatchObject(publicBaseUrl ? { data: { kind, baseUrl: publicBaseUrl } } : withoutPlace)
    const baseUrl = 'http://127.0.0.1:8188/base'
    expect(await app.ask('profiles.create', { name: kind, kind, baseUrl })).toMatchObject({ kind, baseUrl })
  }
  const again = await app.reopen()
  const kinds = (await again.ask('profiles.list', {})).items.map(({ kind }) => kind)
  expect(new Set(kinds)).toEqual(new Set(items.map(({ kind }) => kind)))
})

test('takes plain http in a private network for a GPU of the user, and for nothing that has a key to lose', async () => {
  const app = await openTestApp()
  const { items } = await app.ask('services.list', {})
  for (const { kind, capabilities } of items) {
    const { ok } = await app.call('profiles.create', { name: kind, kind, baseUrl: 'http://192.168.1.5:8188' })
    expect([kind, ok]).toEqual([kind, capabilities.isFree])
    expect(
      await app.failure('profiles.create', { name: kind, kind, baseUrl: 'http://example.com' }),
    ).not.toBeNull()
  }
})

test('takes a profile that was stored before there were kinds for a generation service', async () => {
  const stored = { id: 'old', name: 'Old', baseUrl: 'https://api.example.com', keyGiven: false }
  const app = await openTestApp({ settings: createMemorySettings({ profiles: [stored] }) })
  expect((await app.ask('profiles.list', {})).items[1]).toMatchObject({
    id: 'old',
    kind: 'generation-service',
  })
})

test('says that the sample studio is reachable as soon as it has started, however long that took', async () => {
  const app = await openTestApp()
  const id = 'sample-studio'
  app.app.setLocalService('starting')
  let isTested = false
  void app.ask('profiles.test', { id }).then(({ reachable }) => (isTested = !reachable))
  await app.until(() => isTested)
  expect(await app.ask('profiles.connection', { id })).toMatchObject({ connection: 'offline' })
  const { baseUrl } = await openFaultyService()
  app.app.setLocalService({ baseUrl, apiKey: 'key-for-tests' })
  expect(await app.ask('profiles.connection', { id })).toMatchObject({ connection: 'reachable' })
})
