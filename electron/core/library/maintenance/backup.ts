/**
 * A backup while Atelier runs: a copy of library.db, and the list of the files that belong to it, in a folder of its own.
 *
 * The files themselves are not copied: they never change, so any copy of `media/` and `inputs/` made later has them all. The
 * copy of the database knows that it is one: tasks that waited when it was made are put before the user when it comes back.
 */
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Context } from '../../context/context.ts'
import { ifThere, renameDurably, syncFile, PRIVATE_FOLDER } from '../../store/files.ts'
import { contentFileName, contentFolders, contentsIn } from '../assets/media-folder.ts'

const STATS_AT_ONCE = 32

export interface BackupDeps extends Pick<Context, 'db' | 'dataDir'> {
  /** In milliseconds since the epoch: names the folder. */
  readonly now: number
}

export interface Backup {
  readonly path: string
  readonly databaseBytes: number
  /** Files in the list, and their size together. */
  readonly files: number
  readonly fileBytes: number
}

export interface BackupProgress {
  readonly part: 'database' | 'files'
  readonly done: number
  readonly total: number | null
}

/** The folder has its name only once everything is in it. @throws the reason of `signal`, or the disk's error. */
export async function backUp(
  { db, dataDir, now }: BackupDeps,
  report: (progress: BackupProgress) => void,
  signal: AbortSignal,
): Promise<Backup> {
  const moment = new Date(now).toISOString().replaceAll(/[-:]/g, '')
  const path = await freeName(join(dataDir, 'backups', moment))
  const part = `${path}.part`
  await mkdir(part, PRIVATE_FOLDER)
  try {
    const database = join(part, 'library.db')
    await db.copyTo(database, (done, total) => report({ part: 'database', done, total }), signal)
    markAsCopy(database, now)
    await syncFile(database)
    const list = await listFiles(dataDir, join(part, 'files.json'), report, signal)
    await renameDurably(part, path)
    return { path, databaseBytes: (await stat(join(path, 'library.db'))).size, ...list }
  } catch (error) {
    await rm(part, { recursive: true, force: true })
    throw error
  }
}

function markAsCopy(path: string, now: number): void {
  const copy = new DatabaseSync(path)
  try {
    copy.exec('PRAGMA journal_mode = WAL')
    copy.prepare("INSERT OR REPLACE INTO facts (name, value) VALUES ('copied', ?)").run(String(now))
  } finally {
    copy.close()
  }
}

/** `[{path, sizeBytes, sha256}]`, one a line; paths with `/`, from the data directory. */
async function listFiles(
  dataDir: string,
  target: string,
  report: (progress: BackupProgress) => void,
  signal: AbortSignal,
): Promise<{ readonly files: number; readonly fileBytes: number }> {
  const sums = { files: 0, fileBytes: 0 }
  const lines = async function* () {
    yield '['
    for await (const file of storedFiles(dataDir)) {
      yield `${sums.files === 0 ? '' : ','}\n${JSON.stringify(file)}`
      sums.files++
      sums.fileBytes += file.sizeBytes
      report({ part: 'files', done: sums.files, total: null })
    }
    yield '\n]\n'
  }
  await pipeline(Readable.from(lines()), createWriteStream(target, { flush: true }), { signal })
  return sums
}

interface StoredFile {
  readonly path: string
  readonly sizeBytes: number
  readonly sha256: string
}

async function* storedFiles(dataDir: string): AsyncGenerator<StoredFile> {
  for (const name of ['media', 'inputs']) {
    const root = join(dataDir, name)
    for (const folder of await contentFolders(root)) {
      const contents = await contentsIn(root, folder)
      const paths = contents.flatMap(({ sha256, extensions }) =>
        extensions.map((extension) => ({
          sha256,
          path: join(root, folder, contentFileName(sha256, extension)),
        })),
      )
      for (let at = 0; at < paths.length; at += STATS_AT_ONCE) {
        const files = await Promise.all(
          paths.slice(at, at + STATS_AT_ONCE).map(async ({ path, sha256 }) => {
            const info = await ifThere(stat(path))
            return (
              info && { path: relative(dataDir, path).split(sep).join('/'), sizeBytes: info.size, sha256 }
            )
          }),
        )
        // What the user deleted a moment ago is no part of it.
        yield* files.filter((file) => file !== null)
      }
    }
  }
}

async function freeName(path: string): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? path : `${path}-${number}`
    if (!(await ifThere(stat(name)))) return name
  }
}
