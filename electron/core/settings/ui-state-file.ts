/**
 * `ui-state.json`: the UI state beside library.db, so that presets, snippets and drafts are not lost with it.
 *
 * The database is the truth. The file follows it by some seconds, and is read only after a recovery.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { jsonSchema } from '#contract/json.ts'
import type { Database } from '../store/database.ts'
import type { Context } from '../context/context.ts'
import { writeFileDurably } from '../store/files.ts'
import { isJson, type Recoverable } from '../store/recovery/recoverable.ts'

const WRITE_AFTER_MS = 10_000

const fileSchema = z.object({
  format: z.literal(1),
  items: z.array(z.object({ name: z.string(), value: jsonSchema, updatedAt: z.int() })),
})
type UiStateItems = z.infer<typeof fileSchema>['items']

export type UiStateFile = ReturnType<typeof createUiStateFile>

export function createUiStateFile({
  db,
  dataDir,
  clock,
  events,
  log,
}: Pick<Context, 'db' | 'dataDir' | 'clock' | 'events' | 'log'>) {
  let cancel: (() => void) | null = null
  let writing = Promise.resolve()
  const write = (): void => {
    cancel = null
    const rows = db.all('SELECT name, value, updated_at FROM ui_state ORDER BY name')
    const lines = rows.map(
      (row) =>
        `{"name":${JSON.stringify(row['name'])},"updatedAt":${Number(row['updated_at'])},"value":${String(row['value'])}}`,
    )
    const text = `{"format":1,"items":[\n${lines.join(',\n')}\n]}\n`
    writing = writing
      .then(() => writeFileDurably(pathIn(dataDir), text))
      .catch((error: unknown) => log(`ui-state.json could not be written: ${String(error)}`))
  }
  const unsubscribe = events.subscribe(({ name }) => {
    if (name === 'uiState.changed') cancel ??= clock.after(WRITE_AFTER_MS, write)
  })
  return {
    /** Writes what is behind. */
    close: async (): Promise<void> => {
      unsubscribe()
      if (cancel) {
        cancel()
        write()
      }
      await writing
    },
  }
}

/** With what the file says; a backup that was put back keeps what is in it. */
export async function readUiStateRecovery(dataDir: string): Promise<Recoverable> {
  const items = await readUiStateFile(dataDir)
  return {
    tables: [{ name: 'ui_state', isValid: ({ value }) => isJson(value) }],
    settle: (db, kind) => {
      if (kind !== 'copy') restoreUiState(db, items)
      return undefined
    },
  }
}

/** Nothing where there is no file that can be read. */
async function readUiStateFile(dataDir: string): Promise<UiStateItems> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(pathIn(dataDir), 'utf8'))).items
  } catch {
    return []
  }
}

/** Adds what the database lacks or has in an older state. Part of the caller's transaction. */
function restoreUiState(db: Database, items: UiStateItems): void {
  for (const { name, value, updatedAt } of items)
    db.run(
      `INSERT INTO ui_state (name, value, updated_at) VALUES (?, ?, ?)
       ON CONFLICT (name) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
       WHERE excluded.updated_at > updated_at`,
      name,
      JSON.stringify(value),
      updatedAt,
    )
}

function pathIn(dataDir: string): string {
  return join(dataDir, 'ui-state.json')
}
