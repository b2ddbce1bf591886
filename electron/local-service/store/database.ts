/** Opens the service's database and lays out its tables. The statements lie beside their subject in this folder. */
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const VERSION = 1
const SCHEMA = `
  CREATE TABLE api_keys (key TEXT PRIMARY KEY, owner TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT;
  CREATE TABLE tasks (
    id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    accepted TEXT NOT NULL,
    status TEXT NOT NULL,
    progress REAL NOT NULL DEFAULT 0,
    error_message TEXT,
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    finished_at INTEGER
  ) STRICT;
  CREATE INDEX tasks_by_owner ON tasks (owner, created_at);
  CREATE INDEX tasks_by_status ON tasks (status, owner);
  CREATE INDEX tasks_by_finish ON tasks (finished_at) WHERE finished_at IS NOT NULL;
  CREATE TABLE files (
    task_id TEXT NOT NULL REFERENCES tasks (id),
    position INTEGER NOT NULL,
    name TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    about TEXT NOT NULL,
    preview_of INTEGER,
    temporary_token TEXT NOT NULL UNIQUE,
    temporary_until INTEGER NOT NULL,
    lasting_token TEXT UNIQUE,
    PRIMARY KEY (task_id, position)
  ) STRICT;
  CREATE INDEX files_by_sha256 ON files (sha256);
  CREATE TABLE contacts (
    id INTEGER PRIMARY KEY,
    visitor TEXT NOT NULL,
    email TEXT NOT NULL,
    content TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE usage (
    owner TEXT NOT NULL,
    model TEXT NOT NULL,
    media_type TEXT NOT NULL,
    tasks INTEGER NOT NULL,
    credits REAL NOT NULL,
    PRIMARY KEY (owner, model)
  ) STRICT;
  PRAGMA user_version = ${VERSION};`

/**
 * Opens `service.db` in `dataDir`, which is created when missing, for this user alone: it holds keys and what people wrote.
 *
 * The file is locked for this connection: a second service on the same folder gets an error here instead of running every
 * unfinished task twice. A database of another version is refused rather than damaged.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'service.db')
  // SQLite would make one that everybody reads.
  if (!existsSync(path)) closeSync(openSync(path, 'wx', 0o600))
  const database = new DatabaseSync(path)
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    inTransaction(database, () => layOut(database))
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function layOut(database: DatabaseSync): void {
  const version = database.prepare('PRAGMA user_version').get()?.['user_version']
  if (version === 0) database.exec(SCHEMA)
  else if (version !== VERSION) throw new Error('its database was written by another version of the service')
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
