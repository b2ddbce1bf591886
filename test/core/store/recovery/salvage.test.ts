/** What the rows of a damaged or older library.db know beyond the files beside it comes back with them. */
import { readFile, writeFile } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { Sidecar } from '#core/library/assets/sidecar.ts'
import { MIGRATIONS } from '#core/store/migrations.ts'
import { openDatabase, PAGE_BYTES } from '#core/store/database.ts'
import { salvageRows } from '#core/store/recovery/salvage.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'
import { openTestLibrary } from '../../library/fixtures.ts'

/** Changes library.db as it lies. */
function change(dataDir: string, sql: string): void {
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  database.exec(sql)
  database.close()
}

/** As it is where the host ended before the sidecar and `.library.json` were written. */
async function changedLast() {
  const library = await openTestLibrary()
  const { id, sha256 } = await library.add(1)
  await library.library.change([id], { rating: 2, addTags: ['old'] })
  await library.close()
  const { dataDir } = library
  change(
    dataDir,
    `UPDATE assets SET rating = 5, title = 'Dawn';
     UPDATE asset_tags SET tag = 'new';
     INSERT INTO collections (id, name, parent_id, created_at) VALUES ('a', 'Inner', NULL, 1), ('b', 'Outer', NULL, 2);
     UPDATE collections SET parent_id = 'b' WHERE id = 'a';
     INSERT INTO collection_assets (collection_id, asset_id) SELECT 'a', id FROM assets;
     INSERT INTO sidecars_due (asset_id) SELECT id FROM assets;
     INSERT INTO facts (name, value) VALUES ('collections.due', '1')`,
  )
  return { dataDir, id, sidecar: library.library.media.sidecarPath(sha256) }
}

const LOSSES: readonly (readonly [name: string, lose: (dataDir: string) => unknown])[] = [
  ['is damaged', (dataDir) => change(dataDir, 'DROP INDEX assets_by_hash')],
  ['lost its latest commits', (dataDir) => writeFile(join(dataDir, 'library.db-mark'), '0000000000099999\n')],
]

test.each(LOSSES)('keeps what no sidecar knows yet when library.db %s', async (_name, lose) => {
  const { dataDir, id, sidecar } = await changedLast()
  await lose(dataDir)
  const app = await openTestApp({ dataDir })
  await app.until(async () => (await app.ask('jobs.list', {})).items[0]?.state === 'done')
  expect(await app.ask('library.get', { id })).toMatchObject({ rating: 5, title: 'Dawn', tags: ['new'] })
  expect((await app.ask('collections.list', {})).items).toMatchObject([
    { id: 'a', name: 'Inner', parentId: 'b', count: 1 },
    { id: 'b', name: 'Outer', parentId: null },
  ])
  await app.close()
  expect(JSON.parse(await readFile(sidecar, 'utf8'))).toMatchObject({
    entries: [{ rating: 5, title: 'Dawn', tags: ['new'], collections: ['a'] }],
  })
})

test('leaves a sidecar that was written after more commits than the rows know of', async () => {
  const { dataDir, id, sidecar } = await changedLast()
  const content = JSON.parse(await readFile(sidecar, 'utf8')) as Sidecar
  const entries = content.entries.map((entry) => ({ ...entry, rating: 3, commits: 99_990 }))
  await writeFile(sidecar, JSON.stringify({ ...content, entries }))
  await writeFile(join(dataDir, 'library.db-mark'), '0000000000099999\n')
  const app = await openTestApp({ dataDir })
  await app.until(async () => (await app.ask('jobs.list', {})).items[0]?.state === 'done')
  expect(await app.ask('library.get', { id })).toMatchObject({ rating: 3, tags: ['old'] })
})

test('brings back what lies in no file: prompts, workflows, files of other tools, what models taught', async () => {
  const first = await openTestApp()
  await first.close()
  const { dataDir } = first
  const rows = {
    prompts: `(digest, media_type, used_at, uses, folded, prompt, provider, model) VALUES ('d', 'image', 1, 3, 'fox', 'Fox', 'p', 'm')`,
    workflows: `VALUES ('local', 'Mine', 1, '{"1":{}}')`,
    archive_files: `VALUES ('/elsewhere/fox.png', 'abc', 1, 1, 0)`,
    model_uses: `VALUES ('p', 'm', 'image', 1, 2, 0)`,
    option_uses: `VALUES ('p', 'm', 'seed', 'succeeded', '7', 1, 1)`,
    input_uses: `VALUES ('p', 'm', 'image', 'url', 'succeeded', 1, 1)`,
    tasks_learned: `VALUES (7)`,
    removed_batches: `VALUES ('batch_x')`,
  }
  const tables = Object.entries(rows)
  change(dataDir, tables.map(([name, row]) => `INSERT INTO ${name} ${row}`).join(';'))
  change(dataDir, 'DROP INDEX assets_by_hash')
  const app = await openTestApp({ dataDir })
  expect((await app.ask('notices.list', {})).items).toMatchObject([{ code: 'library_was_damaged' }])
  await app.close()
  const database = new DatabaseSync(join(dataDir, 'library.db'), { readOnly: true })
  const counts = tables.map(([name]) => [name, database.prepare(`SELECT * FROM ${name}`).all().length])
  database.close()
  expect(counts).toEqual(tables.map(([name]) => [name, 1]))
})

const ROWS = 2_000

test.each([
  [
    'prompts',
    `(id, digest, media_type, used_at, uses, folded, prompt, provider, model)
    SELECT value, value, 'image', 1, 1, 'fox', 'fox', 'p', 'm' FROM`,
  ],
  ['task_history', `(rowid, task_id, at, kind, message) SELECT value, 'a task', value, 'other', '' FROM`],
  ['workflows', `(profile_id, name, added_at, body) SELECT 'local', printf('%06d', value), value, '{}' FROM`],
])('takes from %s what lies on both sides of a page that cannot be read, once', async (name, sql) => {
  const folder = await makeTempDir()
  const path = join(folder, 'damaged.db')
  const source = new DatabaseSync(path)
  source.exec(`PRAGMA foreign_keys = OFF; ${MIGRATIONS.join(';')}; PRAGMA user_version = ${MIGRATIONS.length};
    WITH RECURSIVE numbers (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM numbers LIMIT ${ROWS})
    INSERT INTO ${name} ${sql} numbers`)
  const pages = source.prepare(`SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path`)
  const leaves = pages.all(name).map((row) => Number(row['pageno']))
  source.close()
  const bytes = await readFile(path)
  const middle = leaves[Math.floor(leaves.length / 2)] ?? 0
  bytes.fill(0xee, (middle - 1) * PAGE_BYTES, middle * PAGE_BYTES)
  await writeFile(path, bytes)
  const db = openDatabase(join(folder, 'fresh.db'))
  db.run('PRAGMA foreign_keys = OFF')
  await salvageRows(path, [{ name }], db)
  const found = db.all(`SELECT * FROM ${name}`)
  db.close()
  expect(found.length).toBeLessThan(ROWS)
  expect(found.length).toBeGreaterThan(ROWS * (1 - 3 / leaves.length))
  expect(new Set(found.map((row) => JSON.stringify(row))).size).toBe(found.length)
})
