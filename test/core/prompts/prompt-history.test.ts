/** Prompts that were sent can be found again, each once. */
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTestApp, type TestApp } from '#test/stand-ins/test-app.ts'
import type { GenerateRequest } from '#contract/tasks.ts'

const submit = async (app: TestApp, ...requests: readonly Partial<GenerateRequest>[]) => {
  app.clock.advance(1_000)
  await app.ask('tasks.submit', {
    requests: requests.map((request) => ({
      provider: 'p',
      mediaType: 'image',
      model: 'm',
      scene: 'text-to-image',
      ...request,
    })),
  })
}
const paused = async (): Promise<TestApp> => {
  const app = await openTestApp()
  await app.ask('queue.pause', {})
  return app
}
const prompts = async (app: TestApp, query: { text?: string; mediaType?: 'image' | 'video' } = {}) =>
  (await app.ask('prompts.history', query)).items.map(({ prompt }) => prompt)

test('answers every prompt once for a media type, the one used last first', async () => {
  const app = await paused()
  await submit(app, { prompt: 'a fox' })
  await submit(app, { prompt: 'an owl', model: 'first' })
  await submit(app, { prompt: 'a fox', mediaType: 'video', scene: 'text-to-video' })
  await submit(app, { prompt: 'an owl', model: 'second', provider: 'q' })
  await submit(app, { prompt: '  ', options: { lyrics: 'la' } }, { options: { lyrics: 'la' } })
  const { items, nextCursor } = await app.ask('prompts.history', {})
  expect(items).toEqual([
    {
      prompt: 'an owl',
      mediaType: 'image',
      provider: 'q',
      model: 'second',
      usedAt: app.clock.now() - 1_000,
      uses: 2,
    },
    {
      prompt: 'a fox',
      mediaType: 'video',
      provider: 'p',
      model: 'm',
      usedAt: app.clock.now() - 2_000,
      uses: 1,
    },
    {
      prompt: 'a fox',
      mediaType: 'image',
      provider: 'p',
      model: 'm',
      usedAt: app.clock.now() - 4_000,
      uses: 1,
    },
  ])
  expect(nextCursor).toBeNull()
  expect(await prompts(app, { mediaType: 'video' })).toEqual(['a fox'])
})

test('answers a template once, however many prompts it became', async () => {
  const app = await paused()
  const template = 'a {red|blue} fox'
  await submit(
    app,
    { prompt: 'a red fox', provenance: { template } },
    { prompt: 'a blue fox', provenance: { template } },
  )
  expect((await app.ask('prompts.history', {})).items).toMatchObject([
    { prompt: 'a blue fox', template, uses: 2 },
  ])
})

test('finds a part of a prompt whatever its case, accents and script', async () => {
  const app = await paused()
  await submit(app, { prompt: 'Ein Fuchs im SCHNEE, Café 100%' })
  await submit(app, { prompt: '雪の中の狐' })
  await submit(app, { prompt: 'a_b' })
  expect(await prompts(app, { text: 'schnee, CAFE' })).toEqual(['Ein Fuchs im SCHNEE, Café 100%'])
  expect(await prompts(app, { text: '中の' })).toEqual(['雪の中の狐'])
  // Neither is a wildcard.
  expect(await prompts(app, { text: '%' })).toEqual(['Ein Fuchs im SCHNEE, Café 100%'])
  expect(await prompts(app, { text: 'a_' })).toEqual(['a_b'])
  expect(await prompts(app, { text: 'owl' })).toEqual([])
})

test.each([undefined, 'number 1'])('leads through all pages, searched for %j', async (text) => {
  const app = await paused()
  await submit(app, ...Array.from({ length: 60 }, (_, index) => ({ prompt: `number ${index}` })))
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await app.ask('prompts.history', { text, cursor, limit: 7 })
    expect(page.items.length).toBeLessThanOrEqual(7)
    seen.push(...page.items.map(({ prompt }) => prompt))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  const all = Array.from({ length: 60 }, (_, index) => `number ${59 - index}`)
  expect(seen).toEqual(text === undefined ? all : all.filter((prompt) => prompt.includes(text)))
})

test('knows the prompts of an earlier Atelier, and of a database that had none of this, counted once', async () => {
  const app = await paused()
  await submit(app, { prompt: 'old', provenance: { template: 'o{l}d' } }, { prompt: 'older' })
  await submit(app, { prompt: 'older' })
  const before = (await app.ask('prompts.history', {})).items
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.exec(`DELETE FROM prompts; DELETE FROM model_uses; DELETE FROM facts WHERE name = 'tasks.learned'`)
  db.close()
  const again = await app.reopen()
  await again.until(async () => (await prompts(again)).length === 2)
  expect((await again.ask('prompts.history', {})).items).toEqual(before)
  expect((await again.ask('models.recent', {})).items).toMatchObject([{ provider: 'p', id: 'm' }])
  const third = await again.reopen()
  third.clock.advance(60_000)
  await submit(third, { prompt: 'new' })
  expect((await third.ask('prompts.history', {})).items.map(({ prompt, uses }) => [prompt, uses])).toEqual([
    ['new', 1],
    ['older', 2],
    ['old', 1],
  ])
})
