/** The bucket of a profile: its address in the settings, its two keys in the secret store and nowhere else. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { RenderedResult } from '#contract/errors.ts'
import { AWS, openS3Server, type S3Keys } from '#test/stand-ins/s3-server.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, openTestAppAt } from '#test/stand-ins/test-app.ts'

const API_KEY = 'canary-api-key-5c0e7f'
const CANARIES: S3Keys = {
  accessKeyId: 'AKIACANARY51D70A3E',
  secretAccessKey: 'canary/secret+91b0a7e2/do-not-tell=',
}

slow('lets the keys of a bucket out nowhere, whatever goes wrong with it', async () => {
  const { app } = await openAtService({ apiKey: API_KEY })
  const s3 = await openS3Server(() => app.clock.now())
  s3.keys = CANARIES
  const outputs: RenderedResult<unknown>[] = []
  const call: typeof app.call = async (route, input) => {
    const result = await app.call(route, input)
    outputs.push(result)
    return result
  }
  const { profileId: id } = app
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  const input = await app.app.addInput('red.png', image)
  const reference = {
    inputId: input.ok ? input.data.id : '',
    option: 'image_url',
    shape: { form: 'url' as const },
  }

  await call('profiles.setStorage', { id, storage: s3.storage, ...CANARIES })
  await call('profiles.testStorage', { id })
  await call('profiles.setStorage', {
    id,
    storage: s3.storage,
    secretAccessKey: `${CANARIES.secretAccessKey} x`,
  })
  await call('profiles.setStorage', {
    id,
    storage: { ...AWS, endpoint: `https://${CANARIES.secretAccessKey}@x` },
  })
  s3.script({ status: 500 })
  const saved = await app.submitOne({ inputs: [reference] })
  await app.untilTask(saved.id, 'saved')
  // The bucket repeats what it was sent, with the key's id, when it refuses.
  s3.keys = { ...CANARIES, secretAccessKey: 'another' }
  await call('profiles.testStorage', { id })
  app.clock.moveWallClock(48 * 60 * 60_000)
  const refused = await app.submitOne({ inputs: [reference] })
  await app.untilTask(refused.id, 'rejected')
  await call('profiles.list', {})
  await call('inputs.measure', { profileId: id, provider: 'p', model: 'm', references: [reference] })
  for (const task of [saved, refused]) await call('tasks.get', { id: task.id })
  const { assetIds } = await app.task(saved.id)
  await call('library.get', { id: assetIds[0] ?? '' })
  await call('settings.get', {})
  await app.close()

  const everywhere = [
    JSON.stringify(outputs),
    JSON.stringify(app.events),
    app.logLines.join('\n'),
    app.settings.text(),
    await bytesUnder(app.dataDir),
  ].join('\n')
  expect(everywhere).toContain(s3.storage.bucket)
  for (const canary of [API_KEY, CANARIES.secretAccessKey, CANARIES.accessKeyId, 'X-Amz-Signature']) {
    expect(everywhere).not.toContain(canary)
  }
  expect(s3.objects.size).toBe(1)
})

test('keeps a bucket over a restart, and keys that are left out', async () => {
  const app = await openTestAppAt('https://api.example.com')
  const { profileId: id } = app
  expect(await app.ask('profiles.setStorage', { id, storage: AWS })).toMatchObject({
    storage: AWS,
    storageKeys: 'none',
  })
  expect(await app.ask('profiles.setStorage', { id, storage: AWS, ...CANARIES })).toMatchObject({
    storageKeys: 'saved',
  })
  const changed = { ...AWS, bucket: 'another', prefix: 'atelier' }
  const secretAccessKey = 'new-secret'
  expect(await app.ask('profiles.setStorage', { id, storage: changed, secretAccessKey })).toMatchObject({
    storage: changed,
    storageKeys: 'saved',
  })
  const again = await app.reopen()
  const { items } = await again.ask('profiles.list', {})
  expect(items[1]).toMatchObject({ storage: changed, storageKeys: 'saved', keyState: 'saved' })
  again.secrets.forget()
  const forgetful = await again.reopen()
  expect((await forgetful.ask('profiles.list', {})).items[1]).toMatchObject({ storageKeys: 'lost' })
})

test('forgets the keys with the bucket, and with the profile', async () => {
  const app = await openTestAppAt('https://api.example.com')
  const { profileId: id } = app
  await app.ask('profiles.setStorage', { id, storage: AWS, ...CANARIES })
  expect(app.secrets.size).toBe(3)
  const without = await app.ask('profiles.setStorage', { id, storage: null })
  expect(without).not.toHaveProperty('storage')
  expect(app.secrets.size).toBe(1)
  await app.ask('profiles.setStorage', { id, storage: AWS, ...CANARIES })
  await app.ask('profiles.remove', { id })
  expect(app.secrets.size).toBe(0)
})

test.each([
  [{ storage: { ...AWS, endpoint: 'http://s3.example.com' } }, 'storage.endpoint'],
  [{ storage: AWS, accessKeyId: 'two words' }, 'accessKeyId'],
  [{ storage: AWS, accessKeyId: 'fine', secretAccessKey: 'Schlüssel' }, 'secretAccessKey'],
  [{ storage: { ...AWS, linkSeconds: 5 } }, 'storage.linkSeconds'],
])('refuses %j with its field, and keeps what there was', async (change, field) => {
  const app = await openTestAppAt('https://api.example.com')
  const { profileId: id } = app
  const result = await app.call('profiles.setStorage', { id, ...change })
  expect(result).toMatchObject({ ok: false, error: { code: 'invalid_input', field } })
  expect((await app.ask('profiles.list', {})).items[1]).not.toHaveProperty('storage')
  expect(app.secrets.size).toBe(1)
})

test('gives the built-in profile no bucket', async () => {
  const app = await openTestAppAt('https://api.example.com')
  const result = await app.call('profiles.setStorage', { id: 'sample-studio', storage: AWS })
  expect(result).toMatchObject({ ok: false, error: { code: 'conflict' } })
  const tested = await app.call('profiles.testStorage', { id: 'sample-studio' })
  expect(tested).toMatchObject({ ok: false, error: { code: 'invalid_input' } })
})

async function bytesUnder(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'latin1')))).join(
    '\n',
  )
}
