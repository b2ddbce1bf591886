/** What an earlier version stored as a sentence is still shown, from a valid library.db and from a damaged one. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '#core/store/migrations.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { openTestApp } from '#test/stand-ins/test-app.ts'

/** The last version of the schema with sentences. */
const SENTENCES = 7
const WHY = 'The service could not make it. It gave no reason.'

async function writeOlder(): Promise<string> {
  const dataDir = await makeTempDir()
  const db = new DatabaseSync(join(dataDir, 'library.db'))
  db.exec('PRAGMA journal_mode = WAL')
  for (const change of MIGRATIONS.slice(0, SENTENCES)) db.exec(change)
  db.exec(`PRAGMA user_version = ${SENTENCES}`)
  const request = { provider: 'p', mediaType: 'image', model: 'm', scene: 'text-to-image', prompt: 'a fox' }
  db.prepare(
    `INSERT INTO tasks (id, batch_id, profile_id, state, request, created_at, updated_at, polls, attempts, error)
     VALUES ('t', 'b', 'local', 'failed', ?, 1, 2, 3, 0, ?)`,
  ).run(JSON.stringify(request), JSON.stringify({ code: 'service_rejected', message: WHY, charged: 'maybe' }))
  const line = db.prepare('INSERT INTO task_history (task_id, at, kind, text) VALUES (?, ?, ?, ?)')
  line.run('t', 1, 'queued', 'waits in the queue')
  line.run('t', 2, 'failed', WHY)
  db.close()
  return dataDir
}

test('a message with a value that cannot be read is shown without it, and damages nothing', async () => {
  const dataDir = await writeOlder()
  const db = new DatabaseSync(join(dataDir, 'library.db'))
  const said = { id: 'tasks.someMissing', values: { missing: null, more: { a: 1 } } }
  db.prepare('UPDATE tasks SET error = ?').run(JSON.stringify({ code: 'service_rejected', ...said }))
  db.prepare('UPDATE task_history SET text = ? WHERE at = 2').run(JSON.stringify(said))
  db.close()
  const app = await openTestApp({ dataDir })
  const task = await app.task('t')
  expect(task).toMatchObject({ state: 'failed', error: { code: 'service_rejected' } })
  expect(task.history).toHaveLength(2)
})

test.each(['valid', 'damaged'])('of a library.db that is %s', async (state) => {
  const dataDir = await writeOlder()
  if (state === 'damaged') {
    const note = { reason: 'It is damaged.', aside: 'library.db.damaged-20250701T120000Z-abcd' }
    await writeFile(join(dataDir, 'library.db-recovery'), JSON.stringify(note))
  }
  const app = await openTestApp({ dataDir })
  const task = await app.task('t')
  expect(task.error).toMatchObject({ code: 'service_rejected', message: WHY, charged: 'maybe' })
  expect(task.history.map(({ kind, message }) => [kind, message?.text])).toEqual([
    ['queued', 'waits in the queue'],
    ['failed', WHY],
  ])
})
