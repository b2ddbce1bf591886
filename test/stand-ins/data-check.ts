/** What must hold of a data directory after any crash: a valid database, and no file under a name that is not its hash. */
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TaskState } from '#contract/rules/task-states.ts'
import { sha256 } from './hostile-content.ts'

const FINAL_NAME = /^[0-9a-f]{64}\.\w+$/

/** A task as library.db has it. */
export interface KeptTask {
  readonly id: string
  readonly profileId: string
  readonly state: TaskState
  readonly remoteId: string | null
  readonly prompt: string
  /** The words of its error. */
  readonly error: string
}

/** What is wrong with the directory, a sentence each. Nobody else may have it open. */
export async function findDamage(dataDir: string): Promise<readonly string[]> {
  return [...databaseDamage(dataDir), ...(await mediaDamage(join(dataDir, 'media')))]
}

/** Every task in the order of submission; none where there is no database yet. */
export function readTasks(dataDir: string): readonly KeptTask[] {
  return (
    withDatabase(dataDir, (database) => {
      const tables = database.prepare("SELECT name FROM sqlite_schema WHERE name = 'tasks'").all()
      if (tables.length === 0) return []
      const rows = database
        .prepare(
          `SELECT id, profile_id AS profileId, state, remote_id AS remoteId,
             coalesce(request ->> '$.prompt', '') AS prompt, coalesce(error ->> '$.id', '') AS error
           FROM tasks ORDER BY seq`,
        )
        .all()
      return rows as unknown as KeptTask[]
    }) ?? []
  )
}

function databaseDamage(dataDir: string): readonly string[] {
  const rows = withDatabase(dataDir, (database) => database.prepare('PRAGMA integrity_check').all()) ?? []
  const said = rows.map((row) => String(row['integrity_check'])).filter((line) => line !== 'ok')
  return said.map((line) => `library.db: ${line}`)
}

/**
 * Tasks whose request was under way: neither the row nor `accepted.jsonl`, which is written first, says how it ended. A start
 * must find them `unknown`.
 */
export async function readInterrupted(dataDir: string): Promise<readonly KeptTask[]> {
  const text = await readFile(join(dataDir, 'accepted.jsonl'), 'utf8').catch(() => '')
  const whole = text.split('\n').slice(1, -1)
  const lines = whole.map((line) => JSON.parse(line) as { readonly id: string; readonly state: string })
  const logged = new Map(lines.map(({ id, state }) => [id, state]))
  return readTasks(dataDir).filter(
    ({ id, state }) => state === 'sending' && (logged.get(id) ?? 'sending') === 'sending',
  )
}

function withDatabase<Value>(dataDir: string, read: (database: DatabaseSync) => Value): Value | null {
  const path = join(dataDir, 'library.db')
  if (!existsSync(path)) return null
  const database = new DatabaseSync(path)
  try {
    return read(database)
  } finally {
    database.close()
  }
}

async function mediaDamage(root: string): Promise<readonly string[]> {
  if (!existsSync(root)) return []
  const damage: string[] = []
  for (const file of await readdir(root, { recursive: true, withFileTypes: true })) {
    // What is still arriving, or was set aside, carries a name of its own.
    if (!file.isFile() || !FINAL_NAME.test(file.name)) continue
    const bytes = await readFile(join(file.parentPath, file.name))
    const { name, ext } = parse(file.name)
    if (ext === '.json') {
      if (!isJson(bytes.toString('utf8'))) damage.push(`${file.name} is no JSON`)
    } else if (sha256(bytes) !== name) {
      damage.push(`${file.name} holds ${bytes.length} bytes of something else`)
    }
  }
  return damage
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Removes library.db with its log: what a disk does that fails. */
export async function loseDatabase(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) if (name.startsWith('library.db')) await rm(join(dataDir, name))
}
