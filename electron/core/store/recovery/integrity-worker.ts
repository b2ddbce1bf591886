/** Entry of the check's thread: checks what `workerData` names, posts what is wrong or null, and ends. */
import { DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { message, type Message } from '#contract/messages/message.ts'
import { damageOf, isDamage } from '../damage.ts'

export interface IntegrityOrder {
  readonly path: string
  /** `pages`: that every page is one, and every tree whole. `indexes`: also that they fit their tables. */
  readonly depth: 'pages' | 'indexes'
}

const JSON_COLUMNS = [
  ['tasks', 'request'],
  ['tasks', 'error'],
  ['tasks', 'watch'],
  ['tasks', 'last_response'],
  ['assets', 'options'],
  ['assets', 'inputs'],
  ['saved_searches', 'filter'],
  ['facts', 'value'],
  ['model_listings', 'body'],
  ['model_descriptions', 'body'],
  ['workflows', 'body'],
] as const

function check({ path, depth }: IntegrityOrder): Message | null {
  const connection = new DatabaseSync(path, { readOnly: true })
  try {
    const pragma = depth === 'indexes' ? 'integrity_check' : 'quick_check'
    const [first] = connection.prepare(`PRAGMA ${pragma}(1)`).all()
    const said = String(first?.[pragma])
    if (said !== 'ok') return message('store.damage.said', { said })
    for (const [table, column] of JSON_COLUMNS) {
      const sql = `SELECT 1 FROM ${table} WHERE NOT coalesce(json_valid(${column}), 1) LIMIT 1`
      if (connection.prepare(sql).get()) return message('store.damage.row', { table })
    }
    return null
  } catch (error) {
    if (isDamage(error)) return damageOf(error)
    throw error
  } finally {
    connection.close()
  }
}

parentPort?.postMessage(check(workerData as IntegrityOrder), [])
