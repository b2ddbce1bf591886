/** Inputs in a bucket: put there once, sent as links that work, and nothing paid when the bucket refuses. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { openS3Server, S3_KEYS, type S3Response, type S3Server } from '#test/stand-ins/s3-server.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, type TestApp } from '#test/stand-ins/test-app.ts'
import { photo, scene } from './images.ts'

const DAY_MS = 24 * 60 * 60_000

async function openStudio() {
  const { service, app } = await openAtService()
  const s3 = await openS3Server(() => app.clock.now())
  await app.ask('profiles.setStorage', { id: app.profileId, storage: s3.storage, ...S3_KEYS })
  const input = await app.app.addInput('fox.png', await scene(40, 30).png().toBuffer())
  if (!input.ok) throw new Error(input.error.message)
  const submit = (inputId = input.data.id) =>
    app.submitOne({ inputs: [{ inputId, option: 'image_urls[]', shape: { form: 'url' } }] })
  const links = () =>
    service
      .generates()
      .map(({ body }) => (body as { options: { image_urls: string[] } }).options.image_urls[0] ?? '')
  return { app, service, s3, input: input.data, submit, links }
}

const methods = (s3: S3Server) => s3.ledger.map(({ method }) => method)

slow('puts an image into the bucket once, and sends a link from which it can be fetched', async () => {
  const { app, s3, input, submit, links } = await openStudio()
  await app.untilTask((await submit()).id, 'saved')
  await app.untilTask((await submit()).id, 'saved')
  expect(s3.ledger).toEqual([
    {
      method: 'PUT',
      path: `/inputs/kept/for_(Atelier)'s/${input.sha256}.png`,
      byLink: false,
      status: 200,
      code: '',
    },
  ])
  const [first = '', second = ''] = links()
  for (const link of [first, second]) {
    const response = await fetch(link)
    expect(response.headers.get('content-type')).toBe('image/png')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(input.sha256)
  }
  expect(new URL(first).searchParams.get('X-Amz-Expires')).toBe('600')
  // It runs out.
  app.clock.moveWallClock(601_000)
  expect((await fetch(second)).status).toBe(403)
})

slow('puts there what was made ready, not the original', async () => {
  const { app, s3, submit } = await openStudio()
  const original = await photo(120, 80)
  const input = await app.app.addInput('photo.jpg', original)
  await app.untilTask((await submit(input.ok ? input.data.id : '')).id, 'saved')
  const [object] = s3.objects.values()
  expect(object?.contentType).toBe('image/jpeg')
  expect(object?.bytes.includes('Canary')).toBe(false)
  expect([...s3.objects.keys()][0]).toContain(
    createHash('sha256')
      .update(object?.bytes ?? '')
      .digest('hex'),
  )
})

slow('keeps the reference with the task, never the link', async () => {
  const { app, submit, links } = await openStudio()
  const { id } = await submit()
  const task = await app.untilTask(id, 'saved')
  const asset = await app.ask('library.get', { id: task.assetIds[0] ?? '' })
  expect(links()[0]).toContain('X-Amz-Signature=')
  expect(JSON.stringify([task, asset, app.events, app.logLines])).not.toContain('X-Amz')
})

slow('asks after a day whether the file is still there, and puts it back when it is not', async () => {
  const { app, s3, submit } = await openStudio()
  await app.untilTask((await submit()).id, 'saved')
  app.clock.moveWallClock(DAY_MS + 1_000)
  await app.untilTask((await submit()).id, 'saved')
  await app.untilTask((await submit()).id, 'saved')
  expect(methods(s3)).toEqual(['PUT', 'HEAD'])
  app.clock.moveWallClock(DAY_MS + 1_000)
  s3.objects.clear()
  await app.untilTask((await submit()).id, 'saved')
  expect(methods(s3)).toEqual(['PUT', 'HEAD', 'HEAD', 'PUT'])
  expect(s3.objects.size).toBe(1)
})

slow('remembers over a restart what is there, and puts one file for requests at once', async () => {
  const { app, s3, submit } = await openStudio()
  const tasks = await Promise.all([submit(), submit(), submit()])
  for (const { id } of tasks) await app.untilTask(id, 'saved')
  expect(methods(s3)).toEqual(['PUT'])
  const again = await app.reopen()
  const { items } = await again.ask('tasks.list', { limit: 1 })
  await again.submitAndSave(items[0]?.request ?? {})
  expect(methods(s3)).toEqual(['PUT'])
})

slow.each<[string, S3Response]>([
  ['is broken', { status: 500, code: 'InternalError' }],
  ['asks to go slower', { status: 503, code: 'SlowDown' }],
  ['drops the connection', 'drop'],
])('waits and tries again when the bucket %s, without a request to the service', async (_, response) => {
  const { app, s3, service, submit } = await openStudio()
  s3.script(response, response)
  const { id } = await submit()
  await app.until(() => s3.ledger.length >= 1)
  const waiting = await app.until(async () => {
    const task = await app.task(id)
    return task.state === 'queued' && task.error !== undefined && task
  })
  expect(waiting.error).toMatchObject({ code: 'not_sent', charged: 'no' })
  expect(waiting.notBefore).toBeGreaterThan(waiting.createdAt)
  expect(service.generates()).toEqual([])
  expect((await app.ask('queue.state', {})).paused).toBe(false)
  await app.untilTask(id, 'saved')
  expect(methods(s3)).toEqual(['PUT', 'PUT', 'PUT'])
  expect(service.generates()).toHaveLength(1)
})

slow('lets other tasks pass one that waits for the bucket', async () => {
  const { app, s3, submit } = await openStudio()
  s3.always = { status: 500 }
  const stuck = await submit()
  await app.until(() => s3.ledger.length >= 1)
  await app.untilTask((await app.submitOne()).id, 'saved')
  expect(await app.task(stuck.id)).toMatchObject({ state: 'queued' })
  // Whoever no longer wants to wait can stop it.
  await app.until(async () => (await app.call('tasks.stop', { id: stuck.id })).ok)
  expect(await app.task(stuck.id)).toMatchObject({ state: 'stopped' })
})

slow.each<[string, (s3: S3Server, app: TestApp) => void, RegExp]>([
  ['does not know the key', (s3) => (s3.keys = { ...S3_KEYS, accessKeyId: 'AKIAOTHER' }), /access key/],
  ['refuses the secret', (s3) => (s3.keys = { ...S3_KEYS, secretAccessKey: 'another' }), /secret key/],
  ['is in another region', (s3) => (s3.region = 'us-test-2'), /region/],
  ['has another time', (_, app) => app.clock.moveWallClock(20 * 60_000), /clock/],
  ['does not let the key write', (s3) => s3.script({ status: 403, code: 'AccessDenied' }), /allowed to put/],
  ['is not there', (s3) => s3.script({ status: 404, code: 'NoSuchBucket' }), /no bucket “inputs”/],
  [
    'redirects',
    (s3) => s3.script({ status: 307, code: 'TemporaryRedirect', location: 'http://127.0.0.1:9/' }),
    /elsewhere/,
  ],
])('refuses the task when the bucket %s, and nothing is paid', async (what, arrange, words) => {
  const { service, app } = await openAtService()
  const bucketStartedAt = app.clock.now()
  const s3 = await openS3Server(() => (what === 'has another time' ? bucketStartedAt : app.clock.now()))
  await app.ask('profiles.setStorage', { id: app.profileId, storage: s3.storage, ...S3_KEYS })
  const input = await app.app.addInput('fox.png', await scene(40, 30).png().toBuffer())
  arrange(s3, app)
  const inputId = input.ok ? input.data.id : ''
  const { id } = await app.submitOne({ inputs: [{ inputId, option: 'image_url', shape: { form: 'url' } }] })
  const { error } = await app.untilTask(id, 'rejected')
  expect(error).toMatchObject({ charged: 'no' })
  expect(error?.message).toMatch(words)
  expect(error?.message).not.toMatch(/AKIA|[0-9a-f]{64}/)
  expect(service.generates()).toEqual([])
  expect(s3.ledger.map(({ method }) => method)).toEqual(['PUT'])
})

test('refuses the task when there is no bucket, or no keys to it', async () => {
  const { app, service, submit } = await openStudio()
  await app.ask('profiles.setStorage', { id: app.profileId, storage: null })
  const { error } = await app.untilTask((await submit()).id, 'rejected')
  expect(error).toMatchObject({ code: 'invalid_input', charged: 'no' })
  expect(service.generates()).toEqual([])
})

slow('waits when the keys of the bucket are lost, and goes on when they are there again', async () => {
  const { app, service, s3, submit } = await openStudio()
  app.secrets.forget()
  await app.ask('profiles.setKey', { id: app.profileId, apiKey: 'key-for-tests' })
  const { id } = await submit()
  await app.until(async () => (await app.task(id)).error?.code === 'not_sent')
  const { items } = await app.ask('profiles.list', {})
  expect(items[1]).toMatchObject({ storageKeys: 'lost' })
  expect(service.generates()).toEqual([])
  const waits = (await app.task(id)).notBefore ?? 0
  await app.ask('profiles.setStorage', { id: app.profileId, storage: s3.storage, ...S3_KEYS })
  await app.until(() => service.generates().length === 1)
  expect(app.clock.now()).toBeLessThan(waits)
  await app.untilTask(id, 'saved')
})

slow('keeps a task queued when Atelier closes while its input is on the way to the bucket', async () => {
  const { app, s3, service, submit } = await openStudio()
  s3.script('hang')
  const { id } = await submit()
  await app.until(() => s3.ledger.length === 1)
  const again = await app.reopen()
  expect(service.generates()).toEqual([])
  const task = await again.untilTask(id, 'saved')
  expect(task.history.map(({ kind }) => kind)).not.toContain('unknown')
  expect(service.generates()).toHaveLength(1)
})

test('never asks a bucket inside a private network for a service on the public internet', async () => {
  const { app } = await openAtService()
  const s3 = await openS3Server(() => app.clock.now())
  await app.ask('profiles.setStorage', { id: app.profileId, storage: s3.storage, ...S3_KEYS })
  await app.ask('profiles.update', { id: app.profileId, baseUrl: 'https://api.example.com' })
  const tested = await app.ask('profiles.testStorage', { id: app.profileId })
  expect(tested).toMatchObject({ reachable: true, authorized: null })
  expect(tested.id).toBe('profiles.storage.notPublic')
  expect(s3.ledger).toEqual([])
})

test('tries a bucket out with a file that is gone afterwards', async () => {
  const { app, s3 } = await openStudio()
  const { message, ...verdict } = await app.ask('profiles.testStorage', { id: app.profileId })
  expect(message).toBe('The storage takes files, and its links work.')
  expect(verdict).toMatchObject({ reachable: true, authorized: true })
  expect(s3.ledger.map(({ method, byLink }) => [method, byLink])).toEqual([
    ['PUT', false],
    ['GET', true],
    ['DELETE', false],
  ])
  expect(s3.objects.size).toBe(0)
})

test.each<[string, (s3: S3Server) => void, object]>([
  [
    'the secret',
    (s3) => (s3.keys = { ...S3_KEYS, secretAccessKey: 'x' }),
    { reachable: true, authorized: false },
  ],
  [
    'the bucket',
    (s3) => s3.script({ status: 404, code: 'NoSuchBucket' }),
    { reachable: true, authorized: null },
  ],
  ['the connection', (s3) => (s3.always = 'drop'), { reachable: false, authorized: null }],
])('says what is wrong with %s', async (_, arrange, expected) => {
  const { app, s3 } = await openStudio()
  arrange(s3)
  expect(await app.ask('profiles.testStorage', { id: app.profileId })).toMatchObject(expected)
})
