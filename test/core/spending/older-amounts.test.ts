/** What an earlier version wrote as decimal numbers is the same amount in millionths, in a valid library.db and in a damaged one. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect } from 'vitest'
import { MIGRATIONS } from '#core/store/migrations.ts'
import { openAtService, openTestApp } from '#test/stand-ins/test-app.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { slow } from '#test/stand-ins/scale.ts'

/** The last version of the schema with decimal amounts. */
const DECIMAL = 4
const REQUESTS = [
  [0.1, 'USD'],
  [0.2, 'USD'],
  [3, 'credits'],
  [1e9, 'credits'],
  [null, null],
] as const

async function writeOlder(profileId: string): Promise<string> {
  const dataDir = await makeTempDir()
  const db = new DatabaseSync(join(dataDir, 'library.db'))
  db.exec('PRAGMA journal_mode = WAL')
  for (const change of MIGRATIONS.slice(0, DECIMAL)) db.exec(change)
  db.exec(`PRAGMA user_version = ${DECIMAL}`)
  const insert =
    db.prepare(`INSERT INTO requests (task_id, profile_id, provider, model, day, at, outcome, amount, unit)
    VALUES ('t', ?, 'p', 'm', '2025-07-01', 1, 'accepted', ?, ?)`)
  for (const [amount, unit] of REQUESTS) insert.run(profileId, amount, unit)
  const price = db.prepare("INSERT INTO model_prices VALUES (?, 'p', ?, ?, ?, 1)")
  price.run(profileId, 'typed', 'user', '{"unit":"USD","value":0.29}')
  const scenes = { unit: 'credits', value: null, per: 'request', scenes: { 'text-to-image': 1.5 } }
  price.run(profileId, 'listed', 'listing', JSON.stringify(scenes))
  db.exec(`INSERT INTO agents (id, name, token_hash, created_at, requests_per_day, amount_per_day, amount_unit)
    VALUES ('agent', 'Claude', 'x', 1, 5, 0.3, 'USD')`)
  db.close()
  return dataDir
}

slow.each(['valid', 'damaged'])('of a library.db that is %s', async (state) => {
  const { app: first } = await openAtService()
  const { profileId } = first
  const dataDir = await writeOlder(profileId)
  if (state === 'damaged') {
    const note = { reason: 'It is damaged.', aside: 'library.db.damaged-20250701T120000Z-abcd' }
    await writeFile(join(dataDir, 'library.db-recovery'), JSON.stringify(note))
  }
  const app = await openTestApp({ dataDir })
  const { rows } = await app.ask('spending.query', { from: 0, to: 8e15, by: [] })
  expect(rows).toMatchObject([
    {
      requests: 5,
      unpriced: 1,
      amounts: [
        { unit: 'USD', value: 0.3 },
        { unit: 'credits', value: 1_000_000_003 },
      ],
    },
  ])
  expect((await app.ask('spending.prices', {})).items).toMatchObject([
    { model: 'typed', amount: { unit: 'USD', value: 0.29 }, per: 'request' },
  ])
  const db = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
  const listed = db.prepare("SELECT price FROM model_prices WHERE model = 'listed'").get()
  db.close()
  expect(JSON.parse(String(listed?.['price']))).toMatchObject({ scenes: { 'text-to-image': 1_500_000 } })
  // What was used of a budget is not known any more once the database was damaged.
  const { items } = await app.ask('agents.list', {})
  const budget = { requestsPerDay: 5, amountPerDay: { unit: 'USD', value: 0.3 } }
  expect(items).toMatchObject([{ budget: state === 'valid' ? budget : { requestsPerDay: 0 } }])
})
