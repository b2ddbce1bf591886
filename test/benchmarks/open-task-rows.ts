/** Running tasks of many models in a library.db, as the core would have left them. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LOCAL_PROFILE_ID } from '#core/profiles/profiles.ts'

const MODELS = 40

/** Nobody may have the data directory open meanwhile. */
export function writeOpenTasks(dataDir: string, count: number): void {
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  const task = database.prepare(
    `INSERT INTO tasks (id, batch_id, profile_id, state, request, remote_id, remote_status, created_at, updated_at, sent_at, polls)
     VALUES (?, ?, ?, 'running', ?, ?, 'PROCESSING', ?, ?, ?, 3)`,
  )
  const history = database.prepare(
    'INSERT INTO task_history (task_id, at, kind, message) VALUES (?, ?, ?, ?)',
  )
  const now = Date.now()
  database.exec('BEGIN')
  for (let number = 0; number < count; number++) {
    const id = `task_${number}`
    const request = {
      provider: 'stand-in',
      mediaType: 'image',
      model: `model-${number % MODELS}`,
      scene: 'text-to-image',
      prompt: `a red fox in snow, number ${number}, in the manner of an old and very patient master`,
    }
    const at = now - 60_000 - (number % 600) * 1_000
    task.run(
      id,
      `batch_${number % 100}`,
      LOCAL_PROFILE_ID,
      JSON.stringify(request),
      `remote-${number}`,
      at,
      at,
      at,
    )
    for (const kind of ['queued', 'sending', 'accepted']) history.run(id, at, kind, `it was ${kind}`)
  }
  database.exec('COMMIT')
  database.close()
}

/** Takes them away again, also from `accepted.jsonl`: a start would bring them back from it. */
export function removeOpenTasks(dataDir: string): void {
  rmSync(join(dataDir, 'accepted.jsonl'), { force: true })
  const database = new DatabaseSync(join(dataDir, 'library.db'))
  database.exec(
    "DELETE FROM task_history WHERE task_id IN (SELECT id FROM tasks WHERE remote_id LIKE 'remote-%')",
  )
  database.exec("DELETE FROM tasks WHERE remote_id LIKE 'remote-%'")
  database.close()
}
