/** What may have been charged outlives a damaged library.db: rows that can be read, and requests that only accepted.jsonl knows. */
import { rm, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dropAfterBody, errorObject, rateLimited, respond } from '#test/stand-ins/faulty-responses.ts'
import { slow } from '#test/stand-ins/scale.ts'
import { openAtService, REQUEST, type TestApp } from '#test/stand-ins/test-app.ts'
import { until } from '#test/stand-ins/until.ts'

const spent = async (app: TestApp) =>
  (await app.ask('spending.query', { from: 0, to: 8e15, by: ['model'] })).rows[0]

async function markDamaged({ dataDir }: TestApp): Promise<void> {
  const aside = 'library.db.damaged-20250701T120000Z-abcd'
  const note = JSON.stringify({ reason: 'It is damaged.', aside })
  await writeFile(join(dataDir, 'library.db-recovery'), note)
}

slow('the ledger, typed prices, agents and votes are salvaged from a damaged library.db', async () => {
  const { service, app } = await openAtService()
  const { provider, model } = REQUEST
  const price = { profileId: app.profileId, provider, model, amount: { unit: 'credits', value: 2 } }
  await app.ask('spending.setPrice', price)
  await app.ask('agents.create', { name: 'Editor', budget: { requestsPerDay: 1 } })
  await app.submitAndSave()
  service.script('generate', dropAfterBody)
  await app.untilTask((await app.submitOne()).id, 'unknown')
  const before = await spent(app)
  expect(before).toMatchObject({ requests: 2, unknown: 1 })
  await app.close()
  const path = join(app.dataDir, 'library.db')
  const db = new DatabaseSync(path)
  db.exec(`INSERT INTO votes (at, media_type, first_asset_id, second_asset_id, first_provider, first_model, second_provider,
    second_model, preferred) VALUES (1, 'image', 'a', 'b', 'p', 'm', 'p', 'n', 'first')`)
  db.close()
  await markDamaged(app)
  const again = await app.reopen()
  expect(await spent(again)).toEqual(before)
  expect((await again.ask('spending.prices', {})).items).toEqual([
    { ...price, per: 'request', source: 'user' },
  ])
  const { items } = await again.ask('agents.list', {})
  expect(items.map(({ name }) => name)).toContain('Editor')
  const fresh = new DatabaseSync(path, { readOnly: true })
  expect(fresh.prepare('SELECT count(*) AS votes FROM votes').get()).toEqual({ votes: 1 })
  fresh.close()
})

test('requests are in the ledger again after library.db was lost, as far as accepted.jsonl knows them', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PROCESSING']
  await app.untilTask((await app.submitOne()).id, 'running')
  service.script('generate', dropAfterBody)
  await app.untilTask((await app.submitOne()).id, 'unknown')
  await app.close()
  for (const suffix of ['', '-wal', '-shm', '-mark'])
    await rm(join(app.dataDir, `library.db${suffix}`), { force: true })
  const again = await app.reopen()
  expect(await spent(again)).toMatchObject({ model: REQUEST.model, requests: 2, unknown: 1, unpriced: 2 })
})

test('requests of tasks that have ended are in the ledger again where only their rows were lost', async () => {
  const { service, app } = await openAtService()
  await app.submitAndSave()
  service.tasks.life = ['FAILED']
  await app.untilTask((await app.submitOne()).id, 'failed')
  service.tasks.life = ['PROCESSING']
  const { id } = await app.untilTask((await app.submitOne()).id, 'running')
  await app.ask('tasks.stop', { id })
  service.script('generate', respond(400, errorObject(400, 'no')))
  await app.untilTask((await app.submitOne()).id, 'rejected')
  expect(await spent(app)).toMatchObject({ requests: 3 })
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.exec('DELETE FROM requests')
  db.close()
  await markDamaged(app)
  expect(await spent(await app.reopen())).toMatchObject({ requests: 3, unknown: 0, unpriced: 3 })
})

test('a request under way is concluded as its task is: accepted where the service has it, else unknown', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PROCESSING']
  const { id } = await app.untilTask((await app.submitOne()).id, 'running')
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.exec("UPDATE requests SET outcome = 'sending'")
  db.exec(`INSERT INTO requests (task_id, profile_id, provider, model, day, at, outcome)
    SELECT 'gone', profile_id, provider, model, day, at, 'sending' FROM requests`)
  db.close()
  const again = await app.reopen()
  expect((await again.task(id)).state).toBe('running')
  expect(await spent(again)).toMatchObject({ requests: 2, unknown: 1 })
  const { items } = await again.ask('queue.usage', {})
  expect(items.map(({ outcome }) => outcome).toSorted()).toEqual(['accepted', 'unknown'])
})

test('a refusal and a decision that accepted.jsonl alone knows free what was reserved', async () => {
  const { service, app } = await openAtService()
  service.script('generate', respond(400, errorObject(400, 'no')))
  await app.untilTask((await app.submitOne()).id, 'rejected')
  service.script('generate', dropAfterBody)
  const { id } = await app.untilTask((await app.submitOne()).id, 'unknown')
  // Waits for hours: what is sent again below waits behind it.
  service.always('generate', rateLimited('9999'))
  await app.submitOne()
  await until(async () =>
    (await app.ask('queue.usage', {})).items.some(({ outcome }) => outcome === 'rate_limited'),
  )
  await app.ask('tasks.decide', { id, action: 'resend' })
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.exec("UPDATE requests SET outcome = iif(outcome = 'denied', 'unknown', 'sending')")
  db.close()
  const again = await app.reopen()
  expect(await spent(again)).toBeUndefined()
  const { items } = await again.ask('queue.usage', {})
  expect(items.map(({ outcome }) => outcome).toSorted()).toEqual(['denied', 'not_sent', 'rejected'])
})

test.each([
  ['no', undefined],
  ['maybe', 1],
])('a refusal that was charged (%s) is counted as such after a crash', async (charged, counted) => {
  const { service, app } = await openAtService()
  service.script('generate', respond(400, errorObject(400, 'no')))
  await app.untilTask((await app.submitOne()).id, 'rejected')
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  db.prepare("UPDATE tasks SET error = json_set(error, '$.charged', ?)").run(charged)
  db.exec("UPDATE requests SET outcome = 'sending'")
  db.close()
  const again = await app.reopen()
  expect((await spent(again))?.requests).toBe(counted)
})

test('an attempt that was refused is not the request that the service took; one that it does not have is not lost', async () => {
  const { service, app } = await openAtService()
  service.tasks.life = ['PROCESSING']
  await app.untilTask((await app.submitOne()).id, 'running')
  service.script('generate', dropAfterBody)
  const { id } = await app.untilTask((await app.submitOne()).id, 'unknown')
  await app.close()
  const db = new DatabaseSync(join(app.dataDir, 'library.db'))
  // As an older copy has it, and as after the service was asked.
  db.exec("UPDATE requests SET outcome = 'rate_limited' WHERE outcome = 'accepted'")
  db.exec("UPDATE requests SET outcome = 'not_sent' WHERE outcome = 'unknown'")
  db.exec("UPDATE tasks SET error = json_set(error, '$.charged', 'no') WHERE state = 'unknown'")
  db.close()
  await markDamaged(app)
  const again = await app.reopen()
  expect(await spent(again)).toMatchObject({ requests: 1, unknown: 0 })
  // Found all the same.
  await again.ask('tasks.decide', { id, action: 'link', remoteId: service.generates()[1]?.taskId ?? '' })
  expect(await spent(again)).toMatchObject({ requests: 2, unknown: 0 })
})
