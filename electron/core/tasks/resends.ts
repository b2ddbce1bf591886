/** Remembers which presses sent a task of unknown outcome again: a press that comes once more, at any time, must not pay again. */
import { randomUUID } from 'node:crypto'
import { type Press, UNNAMED } from '#contract/press.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Database } from '../store/database.ts'
import type { TaskRecord } from './task-row.ts'

export type Resends = ReturnType<typeof createResends>

export function wasSentAgain(db: Database, taskId: string): boolean {
  return db.get('SELECT 1 FROM resends WHERE task_id = ? LIMIT 1', taskId) !== null
}

export function createResends(db: Database) {
  return {
    /** On disk when this returns, and before the task changes: of an end in between, the press is used up and nothing is sent. */
    note: (press: Press, task: Pick<TaskRecord, 'id'>): void =>
      db.durably(() => {
        const pressId = press || randomUUID()
        db.run('INSERT INTO resends (task_id, press_id) VALUES (?, ?)', task.id, pressId)
      }),
    /** Whether the press was made before. One without an id is, while the task goes on that was sent again. */
    isRepeated: (press: Press, { id, state }: Pick<TaskRecord, 'id' | 'state'>): boolean => {
      if (press === UNNAMED && !isOpen(state)) return false
      const sql = "SELECT 1 FROM resends WHERE task_id = ?1 AND ?2 IN (press_id, '') LIMIT 1"
      return db.get(sql, id, press) !== null
    },
  }
}
