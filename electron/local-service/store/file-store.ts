/**
 * Finished files: what is known of them, and the addresses under which they are served.
 *
 * A file is born with a short-lived address; `persist` gives it a lasting one. Their bytes are `blob-store.ts`'s business,
 * serving them over HTTP is `http/files-route.ts`'s.
 */
import { randomBytes } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import type { BlobStore, KeptBytes } from './blob-store.ts'
import type { FileFacts, MadeFile } from './made-file.ts'

/** A made file whose bytes are on disk, and its preview's if it has one. */
export interface KeptFile {
  readonly file: MadeFile
  readonly kept: KeptBytes
  readonly keptPreview: KeptBytes | null
}

type RowContent = Pick<MadeFile, 'name' | 'contentType' | 'facts'>

interface Served {
  readonly name: string
  readonly contentType: string
  readonly sha256: string
  readonly sizeBytes: number
  /** Where the bytes lie on this machine. */
  readonly diskPath: string
  /** Where they are served, beginning with `/files/`. */
  readonly urlPath: string
}

export interface StoredFile extends Served {
  readonly list: string
  readonly facts: FileFacts
}

export interface Result extends StoredFile {
  readonly preview: Served | null
}

export interface FileStore {
  /** Writes the bytes; their rows are written by `record`, so that a crash in between leaves no half a task. */
  keep(file: MadeFile): Promise<KeptFile>
  /** Writes the rows of a finished task's files, in order, with short-lived addresses. */
  record(taskId: string, files: readonly KeptFile[]): void
  ofTask(taskId: string): readonly Result[]
  /** Gives every file of the task a lasting address. */
  persist(taskId: string): void
  /** Gives every file of the task whose short-lived address ran out a fresh one. */
  renew(taskId: string): void
  /** The file behind a path such as `/files/tmp/<token>/<name>`, or null when there is none or its time is over. */
  find(urlPath: string): StoredFile | null
}

const fileRow = z.object({
  position: z.number(),
  list: z.string(),
  name: z.string(),
  sha256: z.string(),
  size_bytes: z.number(),
  content_type: z.string(),
  facts: z.string(),
  temporary_token: z.string(),
  temporary_until: z.number(),
  lasting_token: z.string().nullable(),
  preview_of: z.number().nullable(),
})
type FileRow = z.infer<typeof fileRow>
const factsSchema = z.record(z.string(), z.unknown())
const URL_PATH = /^\/files\/(tmp\/)?([A-Za-z0-9_-]{20,})\/([A-Za-z0-9._-]+)$/u

/** The files in `database`, their bytes in `blobs`. A short-lived address is good for `temporaryMs`. */
export function createFileStore(
  database: DatabaseSync,
  blobs: BlobStore,
  temporaryMs: number,
  now: () => number,
): FileStore {
  const insert = database.prepare(
    `INSERT INTO files (task_id, position, list, name, sha256, size_bytes, content_type, facts, temporary_token,
      temporary_until, preview_of) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const clear = database.prepare('DELETE FROM files WHERE task_id = ?')
  const selectTask = database.prepare('SELECT * FROM files WHERE task_id = ? ORDER BY position')
  const selectTemporary = database.prepare(
    'SELECT * FROM files WHERE temporary_token = ? AND name = ? AND temporary_until > ?',
  )
  const selectLasting = database.prepare('SELECT * FROM files WHERE lasting_token = ? AND name = ?')
  const setLasting = database.prepare(
    'UPDATE files SET lasting_token = ? WHERE task_id = ? AND position = ? AND lasting_token IS NULL',
  )
  const setTemporary = database.prepare(
    `UPDATE files SET temporary_token = ?, temporary_until = ?
      WHERE task_id = ? AND position = ? AND temporary_until <= ?`,
  )
  const token = (): string => randomBytes(18).toString('base64url')
  const rowsOf = (taskId: string): FileRow[] => selectTask.all(taskId).map((row) => fileRow.parse(row))

  function read(row: FileRow): StoredFile {
    const place = row.lasting_token === null ? `tmp/${row.temporary_token}` : row.lasting_token
    return {
      list: row.list,
      name: row.name,
      contentType: row.content_type,
      sha256: row.sha256,
      sizeBytes: row.size_bytes,
      facts: factsSchema.parse(JSON.parse(row.facts)),
      diskPath: blobs.path(row.sha256),
      urlPath: `/files/${place}/${row.name}`,
    }
  }

  function record(taskId: string, files: readonly KeptFile[]): void {
    clear.run(taskId)
    const until = now() + temporaryMs
    let position = 0
    function add(list: string, row: RowContent, kept: KeptBytes, previewOf: number | null): void {
      const { name, contentType, facts } = row
      const { sha256, sizeBytes } = kept
      const bytes = [sha256, sizeBytes, contentType, JSON.stringify(facts)] as const
      insert.run(taskId, position, list, name, ...bytes, token(), until, previewOf)
      blobs.settle(sha256)
      position += 1
    }
    for (const { file, kept, keptPreview } of files) {
      const place = position
      add(file.list, file, kept, null)
      const { preview } = file
      if (preview !== undefined && keptPreview !== null) {
        add(file.list, { ...preview, facts: {} }, keptPreview, place)
      }
    }
  }

  return {
    async keep(file) {
      const kept = await blobs.keep(file.content)
      const keptPreview = file.preview === undefined ? null : await blobs.keep(file.preview.content)
      return { file, kept, keptPreview }
    },
    record,
    ofTask(taskId) {
      const rows = rowsOf(taskId)
      const previews = new Map(rows.map((row) => [row.preview_of, row]))
      return rows
        .filter((row) => row.preview_of === null)
        .map((row) => {
          const preview = previews.get(row.position)
          return { ...read(row), preview: preview === undefined ? null : read(preview) }
        })
    },
    persist(taskId) {
      for (const { position } of rowsOf(taskId)) setLasting.run(token(), taskId, position)
    },
    renew(taskId) {
      const at = now()
      for (const { position } of rowsOf(taskId))
        setTemporary.run(token(), at + temporaryMs, taskId, position, at)
    },
    find(urlPath) {
      const [, temporary, secret, name] = URL_PATH.exec(urlPath) ?? []
      if (secret === undefined || name === undefined) return null
      const row =
        temporary === undefined ? selectLasting.get(secret, name) : selectTemporary.get(secret, name, now())
      return row === undefined ? null : read(fileRow.parse(row))
    },
  }
}
