/** The life of a task, from the press of the button to a file on disk. */
import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { createMemorySecrets } from '#test/stand-ins/core-options.ts'
import { openAtService, REQUEST } from '#test/stand-ins/test-app.ts'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, it } from 'vitest'
import { createTaskIds } from '#core/tasks/task-ids.ts'
import { slow } from '#test/stand-ins/scale.ts'

test('leads a task from the press of the button to a verified file in the library', async () => {
  const { service, app } = await openAtService()
  service.tasks.filesPerTask = 2
  const { id } = await app.submitOne({ options: { resolution: '1k' } })
  const task = await app.untilTask(id, 'saved')

  expect(task).toMatchObject({ remoteId: 'remote-1', remoteStatus: 'SUCCESS', state: 'saved' })
  expect(task.error).toBeUndefined()
  expect(task.history.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['queued', 'sending', 'accepted', 'finished', 'saved']),
  )
  const page = await app.ask('library.query', {})
  expect(page.items.map((asset) => asset.id).toSorted()).toEqual([...task.assetIds].toSorted())
  expect(page.items[0]).toMatchObject({
    taskId: id,
    kind: 'image',
    mimeType: 'image/png',
    width: 16,
    height: 12,
    prompt: REQUEST.prompt,
    options: { resolution: '1k' },
  })
  expect(await app.ask('library.verify', {})).toEqual({ checked: 2, missing: 0, damaged: 0 })
  expect(service.generates().map(({ body }) => body)).toEqual([{ ...REQUEST, options: { resolution: '1k' } }])
})

test('asks the service to keep the files before it fetches them', async () => {
  const { service, app } = await openAtService()
  await app.submitAndSave()
  const after = service.ledger.map(({ path, query }) => `${path}${query}`)
  expect(after.at(-2)).toBe('/api/v1/task/remote-1?refresh=assets')
  expect(after.at(-1)).toMatch(/^\/files\//)
})

test('has the task committed as sending before the request leaves', async () => {
  const { service, app } = await openAtService()
  const seen: unknown[] = []
  service.onRequest = (entry) => {
    if (entry.method !== 'POST') return
    const file = join(app.dataDir, 'library.db')
    expect(existsSync(file)).toBe(true)
    const database = new DatabaseSync(file, { readOnly: true })
    seen.push(database.prepare('SELECT state, request FROM tasks').get())
    database.close()
  }
  await app.submitAndSave()
  expect(seen).toEqual([{ state: 'sending', request: JSON.stringify(REQUEST) }])
})

test('tells every change of a task, the last one as it stays', async () => {
  const { app } = await openAtService()
  const { id } = await app.submitAndSave()
  const states = app.events.flatMap((event) => (event.name === 'task.changed' ? [event.data.task.state] : []))
  expect(states.filter((state, index) => state !== states[index - 1])).toEqual([
    'queued',
    'sending',
    'running',
    'saving',
    'saved',
  ])
  const last = app.events.findLast((event) => event.name === 'task.changed')
  expect(last?.data).toMatchObject({ task: { id, state: 'saved', assetIds: [expect.any(String)] } })
})

slow('keeps no more tasks at work at once than the settings allow', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PENDING', 'PENDING', 'PROCESSING', 'SUCCESS']
  await app.ask('settings.set', { queue: { concurrency: 2 } })
  let most = 0
  app.app.subscribe(() => {
    const { sending = 0, running = 0 } = countStates(app.dataDir)
    most = Math.max(most, sending + running)
  })
  const { batchId } = await app.ask('tasks.submit', { requests: Array.from({ length: 6 }, () => REQUEST) })
  await app.until(async () => {
    const { items } = await app.ask('tasks.list', { batchId, states: ['saved'] })
    return items.length === 6
  })
  expect(most).toBe(2)
  expect(service.generates()).toHaveLength(6)
})

slow('sends nothing while paused, still follows what runs, and goes on when resumed', async () => {
  const { service, app } = await openAtService()
  const first = await app.submitOne()
  await app.untilTask(first.id, 'running')
  expect(await app.ask('queue.pause', {})).toMatchObject({ paused: true, reason: expect.any(String) })
  const second = await app.submitOne()
  await app.untilTask(first.id, 'saved')
  expect((await app.task(second.id)).state).toBe('queued')
  expect(service.generates()).toHaveLength(1)
  await app.ask('queue.resume', {})
  await app.untilTask(second.id, 'saved')
})

test('sends nothing that is still being built when the queue is paused, and sends it when it is resumed', async () => {
  const memory = createMemorySecrets()
  const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let isHeld = false
  const get = async (name: string) => {
    if (isHeld) {
      asked.resolve()
      await answered.promise
    }
    return memory.get(name)
  }
  const { service, app } = await openAtService({ secrets: { ...memory, get } })
  // As a keychain that asks its user.
  isHeld = true
  const { id } = await app.submitOne()
  await asked.promise
  await app.ask('queue.pause', {})
  answered.resolve()
  const again = await app.reopen()
  expect((await again.task(id)).history.map(({ kind }) => kind)).toEqual(['queued'])
  await again.ask('queue.resume', {})
  await again.untilTask(id, 'saved')
  expect(service.generates()).toHaveLength(1)
})

function countStates(dataDir: string): Record<string, number> {
  const database = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
  const rows = database.prepare('SELECT state, count(*) AS number FROM tasks GROUP BY state').all()
  database.close()
  return Object.fromEntries(rows.map((row) => [String(row['state']), Number(row['number'])]))
}

const PROVENANCE = {
  template: 'a {red|blue} fox',
  cell: [{ axis: 'colour', value: 'red' }],
  fromAssetId: 'asset_1',
}

slow('keeps it with the task, over a restart, and never sends it', async () => {
  const { service, app } = await openAtService()
  const { id, request } = await app.submitOne({ prompt: 'a red fox', provenance: PROVENANCE })
  expect(request.provenance).toEqual(PROVENANCE)
  await app.untilTask(id, 'saved')
  const again = await app.reopen()
  expect((await again.task(id)).request.provenance).toEqual(PROVENANCE)
  const [entry] = service.generates()
  expect(entry?.body).toEqual({
    provider: 'stand-in',
    mediaType: 'image',
    model: 'sample',
    scene: 'text-to-image',
    prompt: 'a red fox',
  })
})

test('keeps the template with the asset, in its sidecar, and through a rebuild', async () => {
  const { app } = await openAtService()
  const { assetIds } = await app.submitAndSave({ prompt: 'a red fox', provenance: PROVENANCE })
  const assetId = assetIds[0] ?? ''
  const asset = await app.ask('library.get', { id: assetId })
  expect(asset).toMatchObject({ prompt: 'a red fox', template: PROVENANCE.template })
  const sidecar = join(app.dataDir, 'media', asset.sha256.slice(0, 2), `${asset.sha256}.json`)
  const entry = async () => (JSON.parse(await readFile(sidecar, 'utf8')) as { entries: unknown[] }).entries[0]
  expect(await entry()).toMatchObject({ prompt: 'a red fox', template: PROVENANCE.template })
  // A sidecar that is written again keeps it.
  await app.ask('library.update', { ids: [assetId], rating: 4 })
  await app.until(async () => ((await entry()) as { rating: number }).rating === 4)
  expect(await entry()).toMatchObject({ template: PROVENANCE.template })
  await app.close()
  for (const suffix of ['', '-wal', '-shm', '-mark'])
    await rm(join(app.dataDir, `library.db${suffix}`), { force: true })
  const again = await app.reopen()
  await again.ask('library.rebuild', {})
  expect(await again.ask('library.get', { id: assetId })).toMatchObject({ template: PROVENANCE.template })
})

it('names tasks so that their ids sort in the order they were made in', () => {
  const idOf = createTaskIds()
  const ids = [1_700_000_000_000, 1_700_000_000_001].flatMap((now) =>
    Array.from({ length: 1_000 }, () => idOf(now)),
  )
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids).size).toBe(2_000)
  expect(
    ids.every((id) => /^task_[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/.test(id)),
  ).toBe(true)
})
