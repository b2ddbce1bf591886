import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#local-service/store/database.ts'
import { createTaskStore } from '#local-service/store/task-store.ts'
import { createUsageStore } from '#local-service/store/usage-store.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

/** The tables as the first version of the service laid them out, without a version number. */
const FIRST = `
  CREATE TABLE api_keys (key TEXT PRIMARY KEY, owner TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE tasks (id TEXT PRIMARY KEY, owner TEXT NOT NULL, provider TEXT NOT NULL, media_type TEXT NOT NULL,
    model TEXT NOT NULL, scene TEXT NOT NULL, prompt TEXT NOT NULL, job TEXT NOT NULL, inputs INTEGER NOT NULL,
    remarks TEXT NOT NULL, credits REAL NOT NULL, status TEXT NOT NULL, error_message TEXT,
    created_at INTEGER NOT NULL, finished_at INTEGER) STRICT;
  CREATE TABLE files (task_id TEXT NOT NULL REFERENCES tasks (id), position INTEGER NOT NULL, list TEXT NOT NULL,
    name TEXT NOT NULL, sha256 TEXT NOT NULL, size_bytes INTEGER NOT NULL, content_type TEXT NOT NULL,
    facts TEXT NOT NULL, temporary_token TEXT NOT NULL UNIQUE, temporary_until INTEGER NOT NULL,
    lasting_token TEXT UNIQUE, PRIMARY KEY (task_id, position)) STRICT;
  CREATE TABLE contacts (id INTEGER PRIMARY KEY, visitor TEXT NOT NULL, email TEXT NOT NULL, content TEXT NOT NULL,
    created_at INTEGER NOT NULL) STRICT;
  INSERT INTO tasks VALUES ('t1', 'ada', 'sample', 'image', 'ink-wash', 'text-to-image', 'x', '[]', 0, '{}', 3,
    'SUCCESS', NULL, 10, 20);`

it('takes over a database of the first version, with what was used', async () => {
  const dataDir = await makeTempDir()
  const first = new DatabaseSync(join(dataDir, 'service.db'))
  first.exec(FIRST)
  first.close()
  for (let start = 0; start < 2; start += 1) {
    const database = openDatabase(dataDir)
    const tasks = createTaskStore(database, Date.now, () => undefined)
    expect(tasks.get('t1')).toMatchObject({ status: 'SUCCESS', resultShape: 'lists', finishedAt: 20 })
    expect(createUsageStore(database).of('ada')).toEqual([
      { model: 'ink-wash', mediaType: 'image', tasks: 1, credits: 3 },
    ])
    database.close()
  }
})

it('refuses a database of a later version and leaves it as it is', async () => {
  const dataDir = await makeTempDir()
  const later = new DatabaseSync(join(dataDir, 'service.db'))
  later.exec('PRAGMA user_version = 999; CREATE TABLE unheard_of (x TEXT)')
  later.close()
  expect(() => openDatabase(dataDir)).toThrow('its database was written by a later version')
  const again = new DatabaseSync(join(dataDir, 'service.db'))
  onTestFinished(() => again.close())
  const names = again.prepare('SELECT name FROM sqlite_schema').all()
  expect(names).toEqual([{ name: 'unheard_of' }])
})
