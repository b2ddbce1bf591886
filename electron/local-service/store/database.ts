/**
 * Opens the service's database and lays out its tables.
 *
 * Owns the file, its pragmas and the schema's versions. The statements lie beside their subject in this folder.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** What takes the schema from one version to the next; the first entry from nothing to version 1. Never edited, only added to. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS api_keys (
    key TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS tasks (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    provider TEXT NOT NULL,
    media_type TEXT NOT NULL,
    model TEXT NOT NULL,
    scene TEXT NOT NULL,
    prompt TEXT NOT NULL,
    job TEXT NOT NULL,
    inputs INTEGER NOT NULL,
    remarks TEXT NOT NULL,
    credits REAL NOT NULL,
    status TEXT NOT NULL,
    error_message TEXT,
    created_at INTEGER NOT NULL,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX IF NOT EXISTS tasks_by_owner ON tasks (owner, created_at);
  CREATE INDEX IF NOT EXISTS tasks_by_status ON tasks (status, owner);
  CREATE TABLE IF NOT EXISTS files (
    task_id TEXT NOT NULL REFERENCES tasks (id),
    position INTEGER NOT NULL,
    list TEXT NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    content_type TEXT NOT NULL,
    facts TEXT NOT NULL,
    temporary_token TEXT NOT NULL UNIQUE,
    temporary_until INTEGER NOT NULL,
    lasting_token TEXT UNIQUE,
    PRIMARY KEY (task_id, position)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS contacts (
    id INTEGER PRIMARY KEY,
    visitor TEXT NOT NULL,
    email TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;`,
  `ALTER TABLE tasks ADD COLUMN result_shape TEXT NOT NULL DEFAULT 'lists';
  ALTER TABLE tasks ADD COLUMN progress REAL NOT NULL DEFAULT 0;
  ALTER TABLE tasks ADD COLUMN started_at INTEGER;
  ALTER TABLE files ADD COLUMN preview_of INTEGER;
  CREATE INDEX files_by_sha256 ON files (sha256);
  CREATE INDEX tasks_by_finish ON tasks (finished_at) WHERE finished_at IS NOT NULL;
  CREATE TABLE usage (
    owner TEXT NOT NULL,
    model TEXT NOT NULL,
    media_type TEXT NOT NULL,
    tasks INTEGER NOT NULL,
    credits REAL NOT NULL,
    PRIMARY KEY (owner, model)
  ) STRICT;
  INSERT INTO usage (owner, model, media_type, tasks, credits)
    SELECT owner, model, min(media_type), count(*), sum(credits) FROM tasks WHERE status = 'SUCCESS' GROUP BY owner, model;`,
]

const versionRow = z.object({ user_version: z.int() })

/**
 * Opens `service.db` in `dataDir`, which is created when missing, for this user alone: it holds keys and what people wrote.
 *
 * The file is locked for this connection: a second service on the same folder gets an error here instead of running every
 * unfinished task twice. A database of a later version of the service is refused rather than damaged.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataDir, 'service.db'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    migrate(database)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function migrate(database: DatabaseSync): void {
  const { user_version: version } = versionRow.parse(database.prepare('PRAGMA user_version').get())
  if (version > MIGRATIONS.length)
    throw new Error('its database was written by a later version of the service')
  inTransaction(database, () => {
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
  })
}

/** Runs `work`, which must be synchronous, so that all of its writes are kept or none. */
export function inTransaction<Result>(database: DatabaseSync, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = work()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
