/** Sequences as they are saved: what is refused, two windows, takes, and how they come back when library.db is lost. */
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Shot, SequenceInput } from '#contract/sequences.ts'
import { openAtService, openTestApp, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { slow } from '#test/stand-ins/scale.ts'

const shot = (more: Partial<Shot> = {}): Shot => ({
  mediaType: 'image',
  provider: REQUEST.provider,
  model: REQUEST.model,
  prompt: 'a red fox in snow',
  ...more,
})

const save = (app: TestApp, input: Partial<SequenceInput> = {}) =>
  app.ask('sequences.save', { name: 'Fox', shots: [shot({ id: 'a' }), shot({ id: 'b' })], ...input })

const provenance = (sequenceId: string, shotId: string) => ({ shot: { sequenceId, shotId, take: 0 } })

/** Those that are whole: one that is being written has another name. */
const fileNames = async (app: TestApp) => {
  const names = await readdir(join(app.dataDir, 'sequences')).catch(() => [])
  return names.filter((name) => name.endsWith('.json'))
}

test('saves a sequence, gives its shots ids, and tells of it', async () => {
  const app = await openTestApp()
  const made = await app.ask('sequences.save', {
    name: 'Fox',
    frameRate: 24,
    shots: [shot({ id: 'mine', trim: { inMs: 0, outMs: 800 } }), shot()],
  })
  expect(made).toMatchObject({ name: 'Fox', frameRate: 24, revision: 1, sound: [], normalise: false })
  expect(made.shots.map(({ id, takes }) => [id.slice(0, 5), takes])).toEqual([
    ['mine', []],
    ['shot_', []],
  ])
  expect(await app.ask('sequences.get', { id: made.id })).toEqual(made)
  expect((await app.ask('sequences.list', {})).items).toMatchObject([{ id: made.id, shots: 2, assetIds: [] }])
  expect(app.events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['sequences.changed', 'sequence.changed']),
  )
})

test('refuses a save of what another window has changed since', async () => {
  const app = await openTestApp()
  const { id } = await save(app)
  const first = await save(app, { id, revision: 1, name: 'First' })
  expect(first.revision).toBe(2)
  const late = { id, revision: 1, name: 'Late', shots: [] }
  expect(await app.failure('sequences.save', late)).toMatchObject({ code: 'conflict' })
  expect((await app.ask('sequences.get', { id })).name).toBe('First')
  expect(await app.failure('sequences.save', { ...late, id: 'sequence_none' })).toMatchObject({
    code: 'not_found',
  })
})

test.each<[string, readonly Shot[], string]>([
  ['an id twice', [shot({ id: 'a' }), shot({ id: 'a' })], 'shots.1.id'],
  ['a shot that is not there', [shot({ id: 'a', from: { shotId: 'none' } })], 'shots.0.from.shotId'],
  ['a shot that goes on from itself', [shot({ id: 'a', from: { shotId: 'a' } })], 'shots.0.from.shotId'],
  ['a still of nothing', [shot({ id: 'a', stillOf: 'none' })], 'shots.0.stillOf'],
  ['a still that moves', [shot({ id: 'a' }), shot({ mediaType: 'video', stillOf: 'a' })], 'shots.1.stillOf'],
  [
    'two stills of one',
    [shot({ id: 'a' }), shot({ stillOf: 'a' }), shot({ stillOf: 'a' })],
    'shots.2.stillOf',
  ],
  ['an end before the beginning', [shot({ trim: { inMs: 900, outMs: 900 } })], 'shots.0.trim.outMs'],
  [
    'a chain that goes round',
    [
      shot({ id: 'a', from: { shotId: 'c' } }),
      shot({ id: 'b', from: { shotId: 'a' } }),
      shot({ id: 'c', from: { shotId: 'b' } }),
    ],
    'shots.1.from.shotId',
  ],
  [
    'a still that goes on from its own shot',
    [shot({ id: 'a', mediaType: 'video' }), shot({ id: 'b', stillOf: 'a', from: { shotId: 'a' } })],
    'shots.1.from.shotId',
  ],
])('refuses %s at its field', async (_what, shots, field) => {
  const app = await openTestApp()
  const refused = await app.failure('sequences.save', { name: 'Fox', shots: [...shots] })
  expect(refused).toMatchObject({ code: 'invalid_input', field })
  expect((await app.ask('sequences.list', {})).items).toEqual([])
})

test('takes 500 shots that all go on from one another, and no more', async () => {
  const app = await openTestApp()
  const chain = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      shot({ id: `s${index}`, ...(index > 0 && { from: { shotId: `s${index - 1}` } }) }),
    )
  expect((await save(app, { shots: chain(500) })).shots).toHaveLength(500)
  expect(await app.failure('sequences.save', { name: 'Fox', shots: chain(501) })).toMatchObject({
    code: 'invalid_input',
    id: 'sequences.tooManyShots',
  })
})

slow('a removed sequence can be taken back, with its takes', async () => {
  const { app } = await openAtService()
  const { id } = await save(app)
  const { assetIds } = await app.submitAndSave({ provenance: provenance(id, 'a') })
  await app.ask('sequences.remove', { id })
  expect(await app.failure('sequences.get', { id })).toMatchObject({ code: 'not_found' })
  await app.until(async () => (await fileNames(app)).length === 0)
  const restored = await app.ask('sequences.restore', { id })
  expect(restored.shots[0]?.shown).toBe(assetIds[0])
  await app.until(async () => (await fileNames(app)).length === 1)
})

slow(
  'a result of a shot is its take: the newest is shown, another can be chosen, and none in the trash',
  async () => {
    const { app } = await openAtService()
    const { id, shots } = await save(app)
    const takes: string[] = []
    for (const prompt of ['one', 'two']) {
      const { assetIds } = await app.submitAndSave({ prompt, provenance: provenance(id, 'b') })
      takes.push(...assetIds)
      // The newest is what came last, also where the clock was put right meanwhile.
      app.clock.moveWallClock(-24 * 60 * 60_000)
    }
    const other = (await app.submitAndSave({ prompt: 'of a form' })).assetIds[0] ?? ''
    const [first, second] = takes
    const shownOf = async () => (await app.ask('sequences.get', { id })).shots.map(({ shown }) => shown)
    expect(await shownOf()).toEqual([undefined, second])
    expect(app.events.findLast(({ name }) => name === 'sequence.changed')?.data).toMatchObject({
      sequence: { shots: [{}, { shown: second }] },
    })
    const chosen = shots.map(({ takes: _takes, ...one }) => ({
      ...one,
      ...(one.id === 'b' && { take: first }),
    }))
    await save(app, { id, shots: chosen })
    expect(await shownOf()).toEqual([undefined, first])
    await app.ask('library.trash', { ids: [first ?? ''] })
    expect(await shownOf()).toEqual([undefined, second])
    // What is chosen from the library is a take from then on.
    await save(app, { id, shots: chosen.map((one) => (one.id === 'a' ? { ...one, take: other } : one)) })
    await save(app, { id, shots: chosen })
    expect(await shownOf()).toEqual([other, second])
  },
)

slow('comes back from its file, with its takes, when library.db is lost', async () => {
  const { app } = await openAtService()
  const made = await save(app)
  await app.submitAndSave({ provenance: provenance(made.id, 'a') })
  const before = await app.ask('sequences.get', { id: made.id })
  await app.close()
  for (const name of await readdir(app.dataDir))
    if (name.startsWith('library.db')) await rm(join(app.dataDir, name))
  const again = await app.reopen()
  const found = await again.until(async () => {
    const sequence = await again.ask('sequences.get', { id: made.id })
    return sequence.shots[0]?.shown !== undefined && sequence
  })
  expect(found).toEqual(before)
})

test('a rebuild of the library takes in files that the rows lack, and leaves what is no sequence', async () => {
  const app = await openTestApp()
  const { id } = await save(app)
  await app.until(async () => (await fileNames(app)).length === 1)
  const path = join(app.dataDir, 'sequences', `${id}.json`)
  const text = await readFile(path, 'utf8')
  await app.ask('sequences.remove', { id })
  await app.until(async () => (await fileNames(app)).length === 0)
  const odd = join(app.dataDir, 'sequences', `sequence_${'0'.repeat(36)}.json`)
  await writeFile(path, text)
  await writeFile(odd, '{"format":1,"shots":')
  await app.ask('library.rebuild', {})
  expect((await app.ask('sequences.list', {})).items.map((one) => one.id)).toEqual([id])
  expect(await readFile(odd, 'utf8')).toContain('shots')
})

test('a file that could not be written before the end is written at the next start', async () => {
  const app = await openTestApp()
  const { id } = await save(app)
  await app.close()
  const folder = join(app.dataDir, 'sequences')
  await rm(folder, { recursive: true })
  await writeFile(folder, 'in the way')
  const blocked = await app.reopen()
  await save(blocked, { id, name: 'Later' })
  await blocked.close()
  await rm(folder)
  const again = await blocked.reopen()
  const text = await again.until(() =>
    readFile(join(folder, `${id}.json`), 'utf8').catch(() => false as const),
  )
  expect(JSON.parse(text)).toMatchObject({ name: 'Later', revision: 2 })
})
