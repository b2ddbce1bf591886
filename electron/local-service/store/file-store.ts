/**
 * Finished files: their bytes on disk, named by content, and the addresses under which they are served.
 *
 * A file is born with a short-lived address; `persist` gives it a lasting one. Serving them over HTTP is
 * `http/files-route.ts`'s business.
 */
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

/** A file as its maker hands it over. */
export interface MadeFile {
  /** The entry of the task result that lists it, such as `images`. */
  readonly list: string
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
  /** What the task result says about it beside its address. */
  readonly facts: Readonly<Record<string, string | number>>
}

export interface StoredFile {
  readonly list: string
  readonly name: string
  readonly contentType: string
  readonly sha256: string
  readonly sizeBytes: number
  readonly facts: Readonly<Record<string, unknown>>
  /** Where the bytes lie on this machine. */
  readonly diskPath: string
  /** Where they are served, beginning with `/files/`. */
  readonly urlPath: string
}

export interface FileStore {
  /** Writes the bytes; their rows are written by `record`, so that a crash in between leaves no half a task. */
  keepBytes(bytes: Uint8Array): Promise<string>
  /** Writes the rows of a finished task's files, in order, with short-lived addresses. */
  record(taskId: string, files: readonly { readonly file: MadeFile; readonly sha256: string }[]): void
  ofTask(taskId: string): readonly StoredFile[]
  /** Gives every file of the task a lasting address. */
  persist(taskId: string): void
  /** Gives every file of the task whose short-lived address ran out a fresh one. */
  renew(taskId: string): void
  /** The file behind a path such as `/files/tmp/<token>/<name>`, or null when there is none or its time is over. */
  find(urlPath: string): StoredFile | null
}

const fileRow = z.object({
  list: z.string(),
  name: z.string(),
  sha256: z.string(),
  size_bytes: z.number(),
  content_type: z.string(),
  facts: z.string(),
  temporary_token: z.string(),
  temporary_until: z.number(),
  lasting_token: z.string().nullable(),
})
const URL_PATH = /^\/files\/(tmp\/)?([A-Za-z0-9_-]{20,})\/([A-Za-z0-9._-]+)$/u

/** The files in `database` and in `dataDir/files`. A short-lived address is good for `temporaryMs`. */
export function createFileStore(
  database: DatabaseSync,
  dataDir: string,
  temporaryMs: number,
  now: () => number,
): FileStore {
  const folder = join(dataDir, 'files')
  mkdirSync(folder, { recursive: true })
  const insert = database.prepare(
    `INSERT INTO files (task_id, position, list, name, sha256, size_bytes, content_type, facts, temporary_token,
      temporary_until) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const clear = database.prepare('DELETE FROM files WHERE task_id = ?')
  const selectTask = database.prepare('SELECT rowid AS id, * FROM files WHERE task_id = ? ORDER BY position')
  const selectTemporary = database.prepare(
    'SELECT * FROM files WHERE temporary_token = ? AND name = ? AND temporary_until > ?',
  )
  const selectLasting = database.prepare('SELECT * FROM files WHERE lasting_token = ? AND name = ?')
  const setLasting = database.prepare('UPDATE files SET lasting_token = ? WHERE rowid = ?')
  const setTemporary = database.prepare(
    'UPDATE files SET temporary_token = ?, temporary_until = ? WHERE rowid = ?',
  )
  const token = (): string => randomBytes(18).toString('base64url')
  const rowId = z.object({ id: z.number() })

  function read(row: unknown): StoredFile {
    const file = fileRow.parse(row)
    const place = file.lasting_token === null ? `tmp/${file.temporary_token}` : file.lasting_token
    return {
      list: file.list,
      name: file.name,
      contentType: file.content_type,
      sha256: file.sha256,
      sizeBytes: file.size_bytes,
      facts: z.record(z.string(), z.unknown()).parse(JSON.parse(file.facts)),
      diskPath: join(folder, file.sha256),
      urlPath: `/files/${place}/${file.name}`,
    }
  }

  return {
    async keepBytes(bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const part = join(folder, `${token()}.part`)
      try {
        await writeFile(part, bytes, { flush: true })
        await rename(part, join(folder, sha256))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      return sha256
    },
    record(taskId, files) {
      clear.run(taskId)
      for (const [position, { file, sha256 }] of files.entries()) {
        const { list, name, bytes, contentType, facts } = file
        const until = now() + temporaryMs
        const factsJson = JSON.stringify(facts)
        insert.run(taskId, position, list, name, sha256, bytes.length, contentType, factsJson, token(), until)
      }
    },
    ofTask: (taskId) => selectTask.all(taskId).map(read),
    persist(taskId) {
      for (const row of selectTask.all(taskId)) {
        if (fileRow.parse(row).lasting_token === null) setLasting.run(token(), rowId.parse(row).id)
      }
    },
    renew(taskId) {
      for (const row of selectTask.all(taskId)) {
        const over = fileRow.parse(row).temporary_until <= now()
        if (over) setTemporary.run(token(), now() + temporaryMs, rowId.parse(row).id)
      }
    },
    find(urlPath) {
      const [, temporary, secret, name] = URL_PATH.exec(urlPath) ?? []
      if (secret === undefined || name === undefined) return null
      const row =
        temporary === undefined ? selectLasting.get(secret, name) : selectTemporary.get(secret, name, now())
      return row === undefined ? null : read(row)
    },
  }
}
