/** What tasks teach about a model: each once, exactly, and without secrets or media. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { errorObject, respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'

const { provider, model } = REQUEST
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function openBoth() {
  const { service, app } = await openAtService()
  const know = () => app.ask('models.knowledge', { provider, model })
  const ends = async (
    options: JsonObject,
    state: 'saved' | 'rejected' | 'failed',
    more: Partial<GenerateRequest> = {},
  ) => {
    const { id } = await app.submitOne({ options, ...more })
    await app.untilTask(id, state)
    return id
  }
  return { service, app, know, ends }
}

const refusal = (message: string) => respond(422, errorObject(422, message))

slow(
  'remembers values that succeeded exactly, the most used first, and counts those that were refused',
  async () => {
    const { service, know, ends } = await openBoth()
    await ends({ duration: 5, size: { width: 1, height: 2 } }, 'saved')
    await ends({ duration: '5' }, 'saved')
    await ends({ duration: '5' }, 'saved')
    service.script('generate', refusal('strength is not known'))
    await ends({ duration: 5, strength: 2 }, 'rejected')
    expect(await know()).toMatchObject({
      options: [
        { key: 'duration', values: ['5', 5], succeeded: 3, refused: 1 },
        { key: 'size', values: [{ width: 1, height: 2 }], succeeded: 1, refused: 0 },
        { key: 'strength', values: [], succeeded: 0, refused: 1 },
      ],
      succeeded: 3,
      failed: 1,
      refusesDataUris: false,
    })
  },
)

slow(
  'learns from a task that the service made nothing of, and nothing from credit, keys, doubt and stops',
  async () => {
    const { service, app, know, ends } = await openBoth()
    service.tasks.life = ['PENDING', 'FAILED']
    await ends({ a: 1 }, 'failed')
    service.tasks.life = ['PENDING']
    service.script('generate', respond(402, errorObject(402, 'Insufficient credits')))
    await ends({ b: 1 }, 'rejected')
    service.script('generate', respond(402, ''), refusal('Your balance is too low'))
    await ends({ b: 2 }, 'rejected')
    await ends({ b: 3 }, 'rejected')
    service.script('generate', respond(500, 'no words'))
    const unknown = await app.submitOne({ options: { c: 1 } })
    await app.untilTask(unknown.id, 'unknown')
    const stopped = await app.submitOne({ options: { d: 1 } })
    await app.untilTask(stopped.id, 'running')
    await app.ask('tasks.stop', { id: stopped.id })
    expect((await know()).options).toEqual([{ key: 'a', values: [], succeeded: 0, refused: 1 }])
    expect(await know()).toMatchObject({ succeeded: 0, failed: 1 })
  },
)

slow('learns once from a task that is saved later', async () => {
  const { service, app, know } = await openBoth()
  service.tasks.life = ['SUCCESS']
  service.tasks.expired = respond(403, '')
  service.script('file', ...Array.from({ length: 12 }, () => respond(404, '')))
  const { id } = await app.submitOne({ options: { a: 1 } })
  await app.untilTask(id, 'unsaved')
  expect(await know()).toMatchObject({ options: [{ key: 'a', succeeded: 1 }], succeeded: 1 })
  service.script('file')
  await app.ask('tasks.retry', { id })
  await app.untilTask(id, 'saved', 'unsaved')
  expect(await know()).toMatchObject({ options: [{ key: 'a', succeeded: 1 }], succeeded: 1 })
})

test('keeps no secrets, and no media or long texts as values', async () => {
  const { app, know, ends } = await openBoth()
  await ends(
    {
      api_key: 'abcdefgh',
      apiKey: 'abcdefgh',
      auth: { token: 'abcdefgh' },
      header: 'Bearer abcdefgh',
      voice: 'sk-abcdefghijklmnop',
      max_tokens: 5,
      image_url: 'https://example.com/a.png?signature=abcdefgh',
      images: [PIXEL],
      raw: 'A'.repeat(200),
      lyrics: 'la '.repeat(200),
      style: 'calm',
    },
    'saved',
  )
  const known = new Map((await know()).options.map(({ key, values }) => [key, values]))
  expect(Object.fromEntries(known)).toEqual({
    max_tokens: [5],
    image_url: [],
    images: [],
    raw: [],
    lyrics: [],
    style: ['calm'],
  })
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  expect(JSON.stringify(db.prepare('SELECT * FROM option_uses').all())).not.toMatch(
    /abcdefgh|base64|la la|AAAA/,
  )
  db.close()
})

slow(
  'shows twelve values and keeps forty, the seldom and old ones going first; their uses still count',
  async () => {
    const { app, know, ends } = await openBoth()
    await ends({ seed: 1 }, 'saved')
    await ends({ seed: 1 }, 'saved')
    const { tasks } = await app.ask('tasks.submit', {
      requests: Array.from({ length: 50 }, (_, index) => ({ ...REQUEST, options: { seed: 100 + index } })),
    })
    for (const { id } of tasks) await app.untilTask(id, 'saved')
    const [seed] = (await know()).options
    expect(seed).toMatchObject({ key: 'seed', succeeded: 52 })
    expect(seed?.values).toHaveLength(12)
    expect(seed?.values[0]).toBe(1)
    await app.close()
    const db = new DatabaseSync(join(app.dataDir, 'library.db'))
    expect(db.prepare('SELECT count(*) AS number FROM option_uses').get()).toEqual({ number: 41 })
    db.close()
  },
  60_000,
)

slow('remembers under which key and in which form reference media were taken last', async () => {
  const { service, app, know, ends } = await openBoth()
  const input = await app.ask('inputs.add', { name: 'a.png', dataUrl: PIXEL })
  const reference = { inputId: input.id, option: 'image_urls[]' }
  await ends({}, 'saved', { scene: 'image-to-image', inputs: [reference] })
  expect(await know()).toMatchObject({ inputOption: 'image_urls[]', inputForm: 'dataUri' })
  await ends({}, 'saved', {
    scene: 'image-to-image',
    inputs: [{ ...reference, option: 'image', shape: { form: 'base64' } }],
  })
  service.script('generate', refusal('no'))
  await ends({}, 'rejected', { scene: 'image-to-image', inputs: [{ ...reference, option: 'mask' }] })
  expect(await know()).toMatchObject({ inputOption: 'image', inputForm: 'base64' })
})

test('finds out that a model refuses data URIs, when addresses were taken, and believes a success over its table', async () => {
  const { app } = await openBoth()
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  const use = (by: string, form: string, outcome: string) =>
    db.prepare(`INSERT INTO input_uses VALUES (?, 'm', 'image', ?, ?, 1, 1)`).run(by, form, outcome)
  use('learned', 'dataUri', 'refused')
  use('learned', 'url', 'succeeded')
  use('unsure', 'dataUri', 'refused')
  use('kie', 'dataUri', 'succeeded')
  db.close()
  const again = await app.reopen()
  const refuses = async (by: string, id = 'm') =>
    (await again.ask('models.knowledge', { provider: by, model: id })).refusesDataUris
  expect(await refuses('learned')).toBe(true)
  expect(await refuses('unsure')).toBe(false)
  expect(await refuses('kie')).toBe(false)
  expect(await refuses('kie', 'another')).toBe(true)
})

test('answers the models used last, twelve at most, also by media type', async () => {
  const { app } = await openBoth()
  await app.ask('queue.pause', {})
  const use = async (id: string, mediaType: 'image' | 'video' = 'image') => {
    app.clock.advance(1_000)
    await app.submitOne({
      model: id,
      mediaType,
      scene: mediaType === 'image' ? 'text-to-image' : 'text-to-video',
    })
  }
  for (let index = 0; index < 14; index++) await use(`m${index}`)
  await use('film', 'video')
  await use('m2')
  const { items } = await app.ask('models.recent', {})
  expect(items.map(({ id }) => id)).toEqual([
    'm2',
    'film',
    ...Array.from({ length: 10 }, (_, index) => `m${13 - index}`),
  ])
  expect(items[0]).toEqual({ provider, id: 'm2', mediaType: 'image', usedAt: app.clock.now() })
  expect((await app.ask('models.recent', { mediaType: 'video' })).items.map(({ id }) => id)).toEqual(['film'])
})

slow('learns nothing from a refusal about credit that an older version stored as a sentence', async () => {
  const { service, app, ends } = await openBoth()
  await ends({ a: 1 }, 'saved')
  service.script('generate', refusal('strength is not known'))
  const id = await ends({ b: 1 }, 'rejected')
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  const message = 'The service refused the request (422): your balance is too low.'
  db.prepare('UPDATE tasks SET error = ? WHERE id = ?').run(
    JSON.stringify({ code: 'service_rejected', message, charged: 'no' }),
    id,
  )
  forgetLearned(db)
  db.close()
  const again = await app.reopen()
  await again.until(() => finished(again.dataDir))
  expect(await again.ask('models.knowledge', { provider, model })).toMatchObject({ succeeded: 1, failed: 0 })
})

slow('learns from the tasks that were there before, once, also after a crash half way', async () => {
  const { app, know, ends } = await openBoth()
  await ends({ a: 1 }, 'saved')
  await ends({ a: '1' }, 'saved')
  const before = await know()
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  forgetLearned(db)
  db.close()
  const again: TestApp = await app.reopen()
  await again.until(async () => (await again.ask('models.knowledge', { provider, model })).succeeded === 2)
  expect(await again.ask('models.knowledge', { provider, model })).toEqual(before)
  await again.close()
  const second = new DatabaseSync(join(app.dataDir, 'library.db'))
  // As if it had ended after the first of them was told and before that was noted.
  second.exec(`UPDATE facts SET value = '{"done":0,"until":2}' WHERE name = 'tasks.learned'`)
  second.close()
  const third = await again.reopen()
  await third.until(() => finished(third.dataDir))
  expect(await third.ask('models.knowledge', { provider, model })).toEqual(before)
})

function forgetLearned(db: DatabaseSync): void {
  db.exec(`DELETE FROM option_uses; DELETE FROM model_uses; DELETE FROM tasks_learned;
    DELETE FROM facts WHERE name = 'tasks.learned'`)
}

function finished(dataDir: string): boolean {
  const db = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
  try {
    const row = db.prepare(`SELECT value FROM facts WHERE name = 'tasks.learned'`).get()
    return row?.['value'] === '{"done":2,"until":2}'
  } finally {
    db.close()
  }
}
