/**
 * Finished files: what is known of them, and the addresses under which they are served.
 *
 * A file begins with a short-lived address; `persist` gives it a lasting one. Their bytes are `blob-store.ts`'s business,
 * serving them over HTTP is `http/files-route.ts`'s.
 */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { FileFacts, MadeFile, BlobStore, KeptBytes } from './blob-store.ts'

/** A made file whose bytes are on disk, and its preview's if it has one. */
export interface KeptFile {
  readonly file: MadeFile
  readonly kept: KeptBytes
  readonly keptPreview: KeptBytes | null
}

export interface StoredFile {
  readonly name: string
  readonly contentType: string
  readonly sha256: string
  readonly sizeBytes: number
  /** Where the bytes lie on this computer. */
  readonly diskPath: string
  /** Where they are served, beginning with `/files/`. */
  readonly urlPath: string
  readonly list: string
  readonly facts: FileFacts
}

export interface Result extends StoredFile {
  readonly preview: StoredFile | null
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

export type FileStore = ReturnType<typeof createFileStore>

function prepareStatements(database: DatabaseSync) {
  return {
    insert: database.prepare(
      `INSERT INTO files (task_id, position, name, sha256, size_bytes, about, preview_of, temporary_token, temporary_until)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    clear: database.prepare('DELETE FROM files WHERE task_id = ?'),
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
  }
}

/** The files in `database`, their bytes in `blobs`. A short-lived address is good for `temporaryMs`. */
export function createFileStore(
  database: DatabaseSync,
  blobs: BlobStore,
  temporaryMs: number,
  now: () => number,
) {
  const sql = prepareStatements(database)
  const rowsOf = (taskId: string): FileRow[] => sql.selectTask.all(taskId).map((row) => fileRow.parse(row))
  return {
    /** Writes the bytes; their rows are written by `record`, so that a crash in between leaves no half a task. */
    async keep(file: MadeFile): Promise<KeptFile> {
      const kept = await blobs.keep(file.content)
      const keptPreview = file.preview === undefined ? null : await blobs.keep(file.preview.content)
      return { file, kept, keptPreview }
    },
    /** Writes the rows of a finished task's files, in order, with short-lived addresses. */
    record(taskId: string, files: readonly KeptFile[]): void {
      sql.clear.run(taskId)
      const until = now() + temporaryMs
      let position = 0
      function add(name: string, about: object, { sha256, sizeBytes }: KeptBytes, of: number | null): void {
        sql.insert.run(taskId, position, name, sha256, sizeBytes, JSON.stringify(about), of, token(), until)
        blobs.settle(sha256)
        position += 1
      }
      for (const { file, kept, keptPreview } of files) {
        const { list, contentType, facts, preview } = file
        const place = position
        add(file.name, { list, contentType, facts }, kept, null)
        if (preview !== undefined && keptPreview !== null)
          add(preview.name, { list, contentType: preview.contentType, facts: {} }, keptPreview, place)
      }
    },
    ofTask(taskId: string): readonly Result[] {
      const rows = rowsOf(taskId)
      const previews = new Map(rows.map((row) => [row.preview_of, row]))
      const results = rows.filter((row) => row.preview_of === null)
      return results.map((row) => {
        const preview = previews.get(row.position)
        return {
          ...storedFile(row, blobs),
          preview: preview === undefined ? null : storedFile(preview, blobs),
        }
      })
    },
    /** Gives every file of the task a lasting address. */
    persist(taskId: string): void {
      for (const { position } of rowsOf(taskId)) sql.setLasting.run(token(), taskId, position)
    },
    /** Gives every file of the task whose short-lived address ran out a fresh one. */
    renew(taskId: string): void {
      const at = now()
      for (const { position } of rowsOf(taskId))
        sql.setTemporary.run(token(), at + temporaryMs, taskId, position, at)
    },
    /** The file behind a path such as `/files/tmp/<token>/<name>`, or null when there is none or its time is over. */
    find(urlPath: string): StoredFile | null {
      const [, temporary, secret, name] = URL_PATH.exec(urlPath) ?? []
      if (secret === undefined || name === undefined) return null
      const row =
        temporary === undefined
          ? sql.selectLasting.get(secret, name)
          : sql.selectTemporary.get(secret, name, now())
      return row === undefined ? null : storedFile(fileRow.parse(row), blobs)
    },
  }
}

function storedFile(row: FileRow, blobs: BlobStore): StoredFile {
  const place = row.lasting_token === null ? `tmp/${row.temporary_token}` : row.lasting_token
  return {
    ...row.about,
    name: row.name,
    sha256: row.sha256,
    sizeBytes: row.size_bytes,
    diskPath: blobs.path(row.sha256),
    urlPath: `/files/${place}/${row.name}`,
  }
}

function token(): string {
  return randomBytes(18).toString('base64url')
}
