/** Profiles: addresses in the settings, keys in the secret store, and each key at its own origin alone. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { errorObject, hang, redirect, respond } from '#test/stand-ins/faulty-answers.ts'
import { createMemorySecrets, createMemorySettings } from '#test/stand-ins/memory-ports.ts'
import { openTestApp, openTestAppAt } from '#test/stand-ins/test-app.ts'
import { closedPort, openFaultyService } from '#test/stand-ins/test-service.ts'

const CANARY = 'canary-b6f1d2c9-do-not-tell'

async function bytesUnder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  const texts = files.map((file) => readFile(join(file.parentPath, file.name), 'latin1'))
  return (await Promise.all(texts)).join('\n')
}

test('lets a key out nowhere but to its own service', async () => {
  const service = await openFaultyService()
  const app = await openTestAppAt(service.baseUrl, { apiKey: CANARY })
  const outputs: unknown[] = []
  const call: typeof app.call = async (route, input) => {
    const result = await app.call(route, input)
    outputs.push(result)
    return result
  }
  // A service that repeats the key in its own words is its own business only as long as nobody shows it.
  service.script('generate', respond(500, ''), respond(401, errorObject(401, 'this key is not valid')))
  const saved = await app.submitOne()
  await app.untilTask(saved.id, 'unknown')
  const refused = await app.submitOne()
  await app.until(async () => (await app.ask('queue.state', {})).paused)
  const { profileId: id } = app
  await call('app.info', {})
  await call('profiles.list', {})
  await call('profiles.create', { name: 'x', baseUrl: 'localhost:1', apiKey: `${CANARY} with a space` })
  await call('profiles.create', { name: 'x', baseUrl: `https://${CANARY}@example.com`, apiKey: CANARY })
  await call('profiles.update', { id, name: 'other' })
  await call('profiles.setKey', { id, apiKey: CANARY })
  await app.untilTask(refused.id, 'saved')
  await call('profiles.test', { id })
  await call('profiles.connection', { id })
  await call('models.list', { profileId: id })
  await call('queue.state', {})
  await call('settings.get', {})
  for (const task of [saved, refused]) await call('tasks.get', { id: task.id })
  await call('tasks.list', {})
  await call('library.query', {})
  await app.close()
  const everywhere = [
    JSON.stringify(outputs),
    JSON.stringify(app.events),
    app.logLines.join('\n'),
    app.settings.text(),
    await bytesUnder(app.dataDir),
  ].join('\n')
  expect(everywhere).toContain('other')
  expect(everywhere).not.toContain(CANARY)
  expect(service.generates().every(({ key }) => key === CANARY)).toBe(true)
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

test.each([' two words ', 'line\nbreak', 'Schlüssel', 'tab\there'])(
  'refuses the key %j with its field',
  async (apiKey) => {
    const app = await openTestApp()
    const result = await app.call('profiles.create', { name: 'x', baseUrl: 'https://example.com', apiKey })
    expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field: 'apiKey' } })
    expect((await app.ask('profiles.list', {})).items).toHaveLength(1)
    expect(app.secrets.size).toBe(0)
  },
)

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
  const service = await openFaultyService()
  service.tasks.life = ['PROCESSING']
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  const { profileId } = app
  expect(await app.call('profiles.remove', { id: profileId })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  })
  await app.ask('tasks.stop', { id })
  await app.ask('profiles.remove', { id: profileId })
})

test('leaves the built-in profile as it is', async () => {
  const app = await openTestApp()
  const id = 'sample-studio'
  expect(await app.call('profiles.update', { id, name: 'mine' })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  })
  expect(await app.call('profiles.setKey', { id, apiKey: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'conflict' },
  })
  expect(await app.call('profiles.remove', { id })).toMatchObject({ ok: false, error: { code: 'conflict' } })
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
])('tests a service that %s, without a generate request', async (_, answer, verdict, connection) => {
  const service = await openFaultyService()
  service.always('task', answer)
  const app = await openTestAppAt(service.baseUrl)
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
  expect(await app.call('profiles.test', { id: 'nobody' })).toMatchObject({
    ok: false,
    error: { code: 'not_found' },
  })
})

test('does not look for running tasks at a service that never made them', async () => {
  const service = await openFaultyService()
  const other = await openFaultyService()
  service.tasks.life = ['PROCESSING']
  const app = await openTestAppAt(service.baseUrl)
  const { id } = await app.submitOne()
  await app.untilTask(id, 'running')
  const changed = await app.call('profiles.update', { id: app.profileId, baseUrl: other.baseUrl })
  app.clock.advance(10_000)
  await app.ask('profiles.list', {})
  expect(changed).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(other.looks()).toEqual([])
})

test('keeps a hanging test from nothing else', async () => {
  const service = await openFaultyService()
  service.script('task', hang)
  const app = await openTestAppAt(service.baseUrl)
  void app.call('profiles.test', { id: app.profileId })
  await app.until(() => service.looks().length === 1)
  const { id } = await app.submitOne()
  expect(await app.untilTask(id, 'saved')).toMatchObject({ state: 'saved' })
})
