/** What waits is sent in the order that the user put it into, also after a restart. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Database } from '#core/store/database.ts'
import { createQueueOrder } from '#core/tasks/queue/queue-order.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { clearWaiting } from '#core/tasks/queue/queue-routes.ts'
import { errorObject, accept, heldBack, respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'

/** Clearing the queue: what waits is never sent, what has ended leaves the list, and what needs the user stays. */
const requests = (count: number) => Array.from({ length: count }, () => REQUEST)
const states = async (app: TestApp) =>
  (await app.ask('tasks.list', { limit: 500 })).items.map(({ state }) => state)

slow('takes all that waits away, and sends nothing of it, also after a restart', async () => {
  const { service, app } = await openAtService()
  await app.ask('queue.pause', {})
  await app.ask('tasks.submit', { requests: requests(300) })
  expect(await app.ask('queue.clear', { what: 'waiting' })).toEqual({ removed: 300 })
  expect([await states(app), (await app.ask('queue.state', {})).counts.queued]).toEqual([[], 0])
  await app.ask('queue.resume', {})
  const later = await app.submitOne({ prompt: 'later' })
  await app.untilTask(later.id, 'saved')
  const again = await app.reopen()
  expect(await states(again)).toEqual(['saved'])
  expect(service.generates().map(({ body }) => (body as { prompt: string }).prompt)).toEqual(['later'])
})

test('leaves what is on its way or at the service', async () => {
  const { service, app } = await openAtService()
  const gate = Promise.withResolvers<void>()
  service.script('generate', heldBack(gate.promise, accept))
  const first = await app.submitOne()
  await app.until(() => service.generates().length === 1)
  await app.ask('queue.pause', {})
  await app.ask('tasks.submit', { requests: requests(3) })
  expect(await app.ask('queue.clear', { what: 'waiting' })).toEqual({ removed: 3 })
  gate.resolve()
  await app.untilTask(first.id, 'saved')
  expect(await states(app)).toEqual(['saved'])
})

test('takes what has ended off the list, and leaves files, what needs the user and what is open', async () => {
  const { service, app } = await openAtService()
  const saved = await app.submitOne()
  const { assetIds } = await app.untilTask(saved.id, 'saved')
  service.script('generate', respond(400, errorObject(400, 'no')))
  await app.untilTask((await app.submitOne()).id, 'rejected')
  service.script('generate', respond(502, ''))
  await app.untilTask((await app.submitOne()).id, 'unknown')
  await app.ask('queue.pause', {})
  const stopped = await app.submitOne()
  await app.ask('tasks.stop', { id: stopped.id })
  await app.submitOne()
  expect(await app.ask('queue.clear', { what: 'ended' })).toEqual({ removed: 3 })
  expect((await states(app)).toSorted()).toEqual(['queued', 'unknown'])
  expect(app.events.filter(({ name }) => name === 'task.removed')).toHaveLength(3)
  expect(await app.ask('library.get', { id: assetIds[0] ?? '' })).toMatchObject({ id: assetIds[0] })
})

/** Three tasks that wait, and what is done to them in its order. The disk fails at the removal of `broken`. */
function openThree({ onItsWay, broken }: { readonly onItsWay?: string; readonly broken?: string }) {
  const records = ['a', 'b', 'c'].map((id, index) => ({
    id,
    seq: index + 1,
    profileId: 'p',
    state: 'queued',
  }))
  const there = new Set(records.map(({ id }) => id))
  const steps: string[] = []
  const clear = () =>
    clearWaiting({
      db: {
        all: () => records.map(({ id, seq, profileId }) => ({ id, seq, profile_id: profileId })),
      } as never,
      store: {
        find: (id: string) => (there.has(id) ? records.find((record) => record.id === id) : null) as never,
        remove: (id) => {
          if (id === broken) throw new Error('The disk is full.')
          steps.push(`remove ${id}`)
          there.delete(id)
        },
      },
      engine: {
        drop: ({ id }) => {
          steps.push(`drop ${id}`)
          return id !== onItsWay
        },
        enqueue: (tasks) => void steps.push(...tasks.map(({ id }) => `enqueue ${id}`)),
      },
    })
  return { clear, steps }
}

test('takes all out of the engine before the first row goes, and leaves one that is on its way', async () => {
  const { clear, steps } = openThree({ onItsWay: 'b' })
  expect(await clear()).toBe(2)
  expect(steps).toEqual(['drop a', 'drop b', 'drop c', 'remove a', 'remove c'])
})

test('gives back to the engine what could not be removed', async () => {
  const { clear, steps } = openThree({ broken: 'b' })
  await expect(clear()).rejects.toThrow('The disk is full.')
  expect(steps.slice(3)).toEqual(['remove a', 'enqueue b', 'enqueue c'])
})

const NAMES = ['a', 'b', 'c', 'd', 'e']

async function openPaused() {
  const { service, app } = await openAtService()
  await app.ask('queue.pause', {})
  const { tasks } = await app.ask('tasks.submit', {
    requests: NAMES.map((prompt) => ({ ...REQUEST, prompt })),
  })
  const id = (name: string) => tasks[NAMES.indexOf(name)]?.id ?? name
  const move = (names: string, before: string | null, on: TestApp = app) =>
    on.call('tasks.move', { ids: names.split('').map(id), before: before === null ? null : id(before) })
  /** As the page has it: by position. */
  const shown = async (on: TestApp = app) =>
    (await on.ask('tasks.list', { states: ['queued'] })).items
      .toSorted((x, y) => (x.position ?? NaN) - (y.position ?? NaN))
      .map(({ request }) => request.prompt)
      .join('')
  const sent = async (on: TestApp = app) => {
    await on.ask('queue.resume', {})
    for (const task of tasks) await on.untilTask(task.id, 'saved')
    return service
      .generates()
      .map(({ body }) => (body as { prompt: string }).prompt)
      .join('')
  }
  return { service, app, id, move, shown, sent }
}

slow.each([
  ['d', 'a', 'dabce'],
  ['a', null, 'bcdea'],
  ['a', 'd', 'bcade'],
  ['ec', 'b', 'aecbd'],
  ['bd', 'c', 'abdce'],
  ['bc', 'b', 'abcde'],
  ['ae', 'c', 'baecd'],
  ['edcba', null, 'edcba'],
  ['cab', 'a', 'cabde'],
  ['d', 'a task that has gone', 'dabce'],
])('moves %s before %s', async (names, before, order) => {
  const { app, move, shown, sent } = await openPaused()
  const told = app.events.length
  expect(await move(names, before)).toEqual({ ok: true, data: {} })
  expect(await shown()).toBe(order)
  const changed = app.events
    .slice(told)
    .flatMap((event) => (event.name === 'task.changed' ? [event.data.task] : []))
  expect(changed.map(({ request }) => request.prompt).join('')).toBe(names)
  expect(await sent()).toBe(order)
})

slow('keeps the order over a restart, and what comes later stands behind', async () => {
  const { app, move, shown, sent } = await openPaused()
  await move('ea', 'b')
  await move('c', null)
  const again = await app.reopen()
  expect(await shown(again)).toBe('eabdc')
  const late = await again.submitOne({ prompt: 'z' })
  expect(await shown(again)).toBe('eabdcz')
  await move('d', null, again)
  expect(await shown(again)).toBe('eabczd')
  expect((await sent(again)).slice(0, 4)).toBe('eabc')
  await again.untilTask(late.id, 'saved')
})

slow('sends in that order after a restart', async () => {
  const { app, move, sent } = await openPaused()
  await move('ea', 'b')
  expect(await sent(await app.reopen())).toBe('eabcd')
})

test('says so when nothing of it waits any more, and leaves the others where they are', async () => {
  const { app, move, shown, id } = await openPaused()
  await app.ask('tasks.stop', { id: id('b') })
  expect(await move('b', 'a')).toMatchObject({ ok: false, error: { code: 'conflict' } })
  expect(await move('x', 'a')).toMatchObject({ ok: false, error: { code: 'not_found' } })
  expect(await shown()).toBe('acde')
  expect(await move('bd', 'a')).toMatchObject({ ok: true })
  expect(await shown()).toBe('dace')
  expect((await app.task(id('b'))).position).toBeUndefined()
})

slow('sends a task again in its old place, when the user says that it was not there', async () => {
  const { app, id, move, shown, sent } = await openPaused()
  await move('b', 'a')
  await app.close()
  const db = openDatabase(join(app.dataDir, 'library.db'))
  db.run("UPDATE tasks SET state = 'unknown' WHERE id = ?", id('b'))
  db.close()
  const again = await app.reopen()
  await again.ask('tasks.decide', { id: id('b'), action: 'resend' })
  const changed = again.events.flatMap((event) => (event.name === 'task.changed' ? [event.data.task] : []))
  const { position } = await again.task(id('b'))
  expect(changed.map((task) => [task.state, task.position])).toEqual([['queued', position]])
  expect(await shown(again)).toBe('bacde')
  expect(await sent(again)).toBe('bacde')
})

test('names a batch anew, and tells of each of its tasks', async () => {
  const { app } = await openPaused()
  const { batchId } = await app.ask('tasks.submit', { requests: [REQUEST, REQUEST], name: 'before' })
  const told = app.events.length
  await app.ask('tasks.renameBatch', { batchId, name: '  after ' })
  const { items } = await app.ask('tasks.list', { batchId })
  expect(items.map(({ batchName }) => batchName)).toEqual(['after', 'after'])
  expect(app.events.slice(told).map(({ name }) => name)).toEqual(['task.changed', 'task.changed'])
  expect(await app.failure('tasks.renameBatch', { batchId: 'none', name: 'x' })).toMatchObject({
    code: 'not_found',
  })
})

test('finds room between two neighbours however often something is put there', async () => {
  const db = openDatabase(join(await makeTempDir(), 'library.db'))
  onTestFinished(() => db.close())
  for (const name of ['a', 'b', 'c', 'd']) addWaiting(db, name)
  const order = createQueueOrder(db)
  for (let step = 0; step < 200; step++) {
    const [first, second] = step % 2 === 0 ? ['a', 'b'] : ['b', 'a']
    order.move([first], 'c')
    expect(order.waiting().get('p')).toEqual([second, first, 'c', 'd'])
  }
})

slow('follows a plain list through a thousand moves', async () => {
  const db = openDatabase(join(await makeTempDir(), 'library.db'))
  onTestFinished(() => db.close())
  const order = createQueueOrder(db)
  let list = Array.from({ length: 12 }, (_, index) => `t${index}`)
  for (const name of list) addWaiting(db, name)
  let state = 7
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  for (let step = 0; step < 1_000; step++) {
    const moved =
      step % 2 === 0
        ? [list[0] ?? '']
        : [...new Set([list[below(list.length)] ?? '', list[below(list.length)] ?? ''])]
    const rest = list.filter((name) => !moved.includes(name))
    const before =
      step % 2 === 0 ? (rest[1] ?? null) : below(5) === 0 ? null : (rest[below(rest.length)] ?? null)
    order.move(moved, before)
    rest.splice(before === null ? rest.length : rest.indexOf(before), 0, ...moved)
    list = rest
    if (step % 100 === 50) {
      addWaiting(db, `late${step}`)
      list = [...list, `late${step}`]
    }
    expect(order.waiting().get('p')).toEqual(list)
  }
})

function addWaiting(db: Database, name: string): void {
  db.run(
    `INSERT INTO tasks (id, batch_id, profile_id, state, request, created_at, updated_at)
     VALUES (?, 'b', 'p', 'queued', '{}', 0, 0)`,
    name,
  )
}

test('gives tasks of one press with different prompts one name, the same in every part of the list', async () => {
  const { app } = await openPaused()
  const names = async (...prompts: readonly string[]) => {
    const requests = prompts.map((prompt) => ({ ...REQUEST, prompt }))
    return (await app.ask('tasks.submit', { requests })).tasks.map(({ batchName }) => batchName)
  }
  expect(await names('a fox', 'an owl')).toEqual(['a fox', 'a fox'])
  expect(await names('a fox', 'a fox')).toEqual([undefined, undefined])
})
