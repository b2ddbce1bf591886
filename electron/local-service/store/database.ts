/**
 * Opens the service's database and lays out its tables.
 *
 * Owns the file, its pragmas and the schema. The statements lie beside their subject in this folder.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS api_keys (
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
  ) STRICT;
`

/**
 * Opens `service.db` in `dataDir`, which is created when missing.
 *
 * The file is locked for this connection: a second service on the same folder gets an error here instead of running every
 * unfinished task twice.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true })
  const database = new DatabaseSync(join(dataDir, 'service.db'))
  try {
    database.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;')
    database.exec(SCHEMA)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}
