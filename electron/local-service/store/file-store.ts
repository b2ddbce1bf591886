/**
 * Finished files: their bytes, named by their content in `dataDir/files`, what is known of them, and the addresses under which they
 * are served: first a short-lived one, and after `persist` a lasting one.
 *
 * Old tasks and their files are deleted here too, so that the folder does not grow for ever. Serving files over HTTP is
 * `http/files-route.ts`'s business.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pipeline } from 'node:stream/promises'
import pLimit, { type LimitFunction } from 'p-limit'
import { z } from 'zod'
import { inTransaction } from './database.ts'

interface MadeBytes {
  /** `[A-Za-z0-9._-]+`, with the extension its bytes deserve; the last part of its address. */
  readonly name: string
  readonly contentType: string
  /** Bytes in memory, or a file in the task's scratch folder, which is moved away (a video never passes through memory). */
  readonly content: { readonly bytes: Uint8Array } | { readonly path: string }
}

export interface MadeFile extends MadeBytes {
  /** What a task result with named lists calls the list it stands in: `images`, `videos`, `audios`, … */
  readonly list: string
  /** What the task result says about it, such as `width`, `height`, `duration` (seconds), `seed`, `title`. */
  readonly facts: Readonly<Record<string, unknown>>
  /** A small image that stands for it (a video's poster, the cover of music), and is no result of its own. */
  readonly preview?: MadeBytes
}

export interface StoredFile {
  readonly name: string
  readonly contentType: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly diskPath: string
  /** Where they are served, beginning with `/files/`. */
  readonly urlPath: string
  readonly list: string
  readonly facts: Readonly<Record<string, unknown>>
}

export interface Result extends StoredFile {
  readonly preview: StoredFile | null
}

export interface RetentionRules {
  readonly maxAgeMs: number
  /** The oldest finished tasks are deleted while all finished files together are larger. */
  readonly maxBytes: number
}

export interface FileStoreTerms {
  readonly dataDir: string
  readonly temporaryFileMs: number
  readonly retention: RetentionRules
  readonly now: () => number
}

const aboutSchema = z.object({
  list: z.string(),
  contentType: z.string(),
  facts: z.record(z.string(), z.unknown()),
})
const fileRow = z.object({
  position: z.number(),
  name: z.string(),
  sha256: z.string(),
  size_bytes: z.number(),
  about: z.string().transform((text) => aboutSchema.parse(JSON.parse(text))),
  temporary_token: z.string(),
  lasting_token: z.string().nullable(),
  preview_of: z.number().nullable(),
})
type FileRow = z.infer<typeof fileRow>
const URL_PATH = /^\/files\/(tmp\/)?([A-Za-z0-9_-]{20,})\/([A-Za-z0-9._-]+)$/u

/** Tasks deleted in one transaction, between waiting requests. */
const STEP = 50

export type FileStore = ReturnType<typeof createFileStore>

/** The files in `database`, their bytes in `dataDir/files`, which is created when missing. */
export function createFileStore(database: DatabaseSync, terms: FileStoreTerms) {
  const { temporaryFileMs, now } = terms
  const folder = join(terms.dataDir, 'files')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const sql = prepareStatements(database)
  /** Nothing is deleted between the writing of bytes and of the rows that name them. */
  const alone = pLimit(1)
  const rowsOf = (taskId: string): FileRow[] => sql.selectTask.all(taskId).map((row) => fileRow.parse(row))
  const stored = (row: FileRow): StoredFile => ({
    ...row.about,
    name: row.name,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    diskPath: join(folder, row.sha256),
    urlPath: `/files/${row.lasting_token ?? `tmp/${row.temporary_token}`}/${row.name}`,
  })

  return {
    /** Keeps the files of a finished task, in order; `alongside` is written in the same transaction as their rows. */
    async save(taskId: string, files: readonly MadeFile[], alongside: () => void): Promise<void> {
      await alone(async () => {
        const rows: (readonly [made: MadeBytes, list: string, facts: object, of: number | null])[] = []
        for (const { preview, list, facts, ...made } of files) {
          const of = rows.push([made, list, facts, null]) - 1
          if (preview !== undefined) rows.push([preview, list, {}, of])
        }
        const kept: { sha256: string; sizeBytes: number }[] = []
        for (const [{ content }] of rows) kept.push(await keepBytes(folder, content))
        const until = now() + temporaryFileMs
        inTransaction(database, () => {
          sql.clear.run(taskId)
          for (const [position, [{ name, contentType }, list, facts, of]] of rows.entries()) {
            const { sha256 = '', sizeBytes = 0 } = kept[position] ?? {}
            const about = JSON.stringify({ list, contentType, facts })
            sql.insert.run(taskId, position, name, sha256, sizeBytes, about, of, token(), until)
          }
          alongside()
        })
      })
    },
    ofTask(taskId: string): readonly Result[] {
      const rows = rowsOf(taskId)
      return rows
        .filter((row) => row.preview_of === null)
        .map((row) => {
          const preview = rows.find(({ preview_of }) => preview_of === row.position)
          return { ...stored(row), preview: preview === undefined ? null : stored(preview) }
        })
    },
    persist(taskId: string): void {
      for (const { position } of rowsOf(taskId)) sql.setLasting.run(token(), taskId, position)
    },
    /** Gives every file of the task whose short-lived address ran out a fresh one. */
    renew(taskId: string): void {
      for (const { position } of rowsOf(taskId))
        sql.setTemporary.run(token(), now() + temporaryFileMs, taskId, position, now())
    },
    /** The file behind a path such as `/files/tmp/<token>/<name>`, or null when there is none or its time is over. */
    find(urlPath: string): StoredFile | null {
      const [, temporary, secret = '', name = ''] = URL_PATH.exec(urlPath) ?? []
      const row =
        temporary === undefined
          ? sql.selectLasting.get(secret, name)
          : sql.selectTemporary.get(secret, name, now())
      return row === undefined ? null : stored(fileRow.parse(row))
    },
    ...createSweeper(database, sql, folder, alone, terms),
  }
}

function createSweeper(
  database: DatabaseSync,
  sql: ReturnType<typeof prepareStatements>,
  folder: string,
  alone: LimitFunction,
  { retention, now }: FileStoreTerms,
) {
  async function removeUnnamed(names: readonly unknown[]): Promise<void> {
    for (const name of names.map(String))
      if (!sql.isNamed.get(name)) await rm(join(folder, name), { force: true })
  }

  /** Deletes tasks for as long as `next` names some; resolves with their number. */
  async function removeWhile(next: () => readonly Record<string, unknown>[], removed = 0): Promise<number> {
    const ids = next().map(({ id }) => String(id))
    if (ids.length === 0) return removed
    const names = ids.flatMap((id) => sql.selectTask.all(id).map(({ sha256 }) => sha256))
    inTransaction(database, () => {
      for (const id of ids) sql.clear.run(id)
      for (const id of ids) sql.removeTask.run(id)
    })
    await removeUnnamed(names)
    return await removeWhile(next, removed + ids.length)
  }

  return {
    /** Deletes tasks by the rules of retention, oldest first; resolves with their number. */
    async sweep(): Promise<number> {
      const oldest = now() - retention.maxAgeMs
      const isOver = (): boolean => Number(sql.sumBytes.get()?.['bytes']) > retention.maxBytes
      const old = await alone(() => removeWhile(() => sql.selectOldest.all(oldest, STEP)))
      return old + (await alone(() => removeWhile(() => (isOver() ? sql.selectOldest.all(Infinity, 1) : []))))
    },
    /** Deletes files in the folder that no task names, as an interrupted write or delete leaves them. */
    removeOrphans: (): Promise<void> => alone(async () => await removeUnnamed(await readdir(folder))),
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO files (task_id, position, name, sha256, size_bytes, about, preview_of, temporary_token, temporary_until)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    clear: database.prepare('DELETE FROM files WHERE task_id = ?'),
    removeTask: database.prepare('DELETE FROM tasks WHERE id = ?'),
    selectTask: database.prepare('SELECT * FROM files WHERE task_id = ? ORDER BY position'),
    selectTemporary: database.prepare(
      'SELECT * FROM files WHERE temporary_token = ? AND name = ? AND temporary_until > ?',
    ),
    selectLasting: database.prepare('SELECT * FROM files WHERE lasting_token = ? AND name = ?'),
    setLasting: database.prepare(
      'UPDATE files SET lasting_token = ? WHERE task_id = ? AND position = ? AND lasting_token IS NULL',
    ),
    setTemporary: database.prepare(
      `UPDATE files SET temporary_token = ?, temporary_until = ?
        WHERE task_id = ? AND position = ? AND temporary_until <= ?`,
    ),
    isNamed: database.prepare('SELECT 1 FROM files WHERE sha256 = ? LIMIT 1'),
    selectOldest: database.prepare('SELECT id FROM tasks WHERE finished_at < ? ORDER BY finished_at LIMIT ?'),
    sumBytes: database.prepare(
      'SELECT sum(size) AS bytes FROM (SELECT max(size_bytes) AS size FROM files GROUP BY sha256)',
    ),
  }
}

/** Writes bytes, or moves a file in, under the name of its content; synced to disk when it resolves. */
async function keepBytes(folder: string, content: MadeBytes['content']) {
  const part = 'path' in content ? content.path : join(folder, `${randomUUID()}.part`)
  if ('bytes' in content) await writeFile(part, content.bytes)
  const hash = createHash('sha256')
  await pipeline(createReadStream(part), hash)
  const sha256 = hash.digest('hex')
  {
    await using file = await open(part, 'r+')
    await file.sync()
  }
  const { size: sizeBytes } = await stat(part)
  await rename(part, join(folder, sha256))
  return { sha256, sizeBytes }
}

function token(): string {
  return randomBytes(18).toString('base64url')
}
