/** Where exported files go: a folder, or one zip file. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rename, rm, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { streamSpans, writeSpans } from '../provenance/spans.ts'
import type { OutgoingFile } from './outgoing.ts'

export interface ExportTarget {
  /** What the user finds at the end. */
  readonly path: string
  /** Whether it is one file that is nothing before it is whole. */
  readonly isOneFile: boolean
  add(file: OutgoingFile): Promise<void>
  finish(): Promise<void>
  /** Takes away what is not whole: the file under way, or the zip. Files that were finished stay. */
  abandon(): Promise<void>
}

/** Files get their name only when they are whole. */
export async function openFolderTarget(folder: string, signal: AbortSignal): Promise<ExportTarget> {
  await mkdir(folder, { recursive: true })
  const part = partIn(folder)
  return {
    path: folder,
    isOneFile: false,
    add: async ({ name, from, spans, modifiedAt }) => {
      await writeSpans(from, spans, part, { signal })
      await utimes(part, new Date(), new Date(modifiedAt))
      await rename(part, join(folder, name))
    },
    finish: () => Promise.resolve(),
    abandon: () => rm(part, { force: true }),
  }
}

/** The files stand in it as they are: media do not become smaller. It is written as it is made, never held in memory. */
export async function openZipTarget(
  folder: string,
  name: string,
  signal: AbortSignal,
): Promise<ExportTarget> {
  await mkdir(folder, { recursive: true })
  const part = partIn(folder)
  const path = join(folder, name)
  const zip = new ZipFile()
  const file = await open(part, 'wx')
  const ended = new AbortController()
  const written = pipeline(zip.outputStream, file.createWriteStream({ flush: true }), {
    signal: AbortSignal.any([signal, ended.signal]),
  })
  // Whoever waits for the whole or for an entry is told.
  written.catch(() => undefined)
  zip.on('error', (error) => ended.abort(error))
  return {
    path,
    isOneFile: true,
    add: (file) => {
      const entry = Promise.withResolvers<void>()
      const options = { compress: false, size: file.sizeBytes, mtime: new Date(file.modifiedAt) }
      zip.addReadStreamLazy(file.name, options, (give) => {
        const stream = streamSpans(file.from, file.spans)
        stream.once('error', entry.reject).once('end', entry.resolve)
        ended.signal.addEventListener('abort', () => stream.destroy(), { once: true })
        give(null, stream)
      })
      return Promise.race([entry.promise, written])
    },
    finish: async () => {
      zip.end()
      await written
      await rename(part, path)
    },
    abandon: async () => {
      ended.abort()
      await written.catch(() => undefined)
      await file.close()
      await rm(part, { force: true })
    },
  }
}

/** The path of a file that is not whole yet. */
export function partIn(folder: string): string {
  return join(folder, `.${randomUUID()}.part`)
}

/** Whether a file of this name is one that `add` or `finish` had yet to name. */
export function isPart(name: string): boolean {
  return /^\.[0-9a-f-]{36}\.part$/.test(name)
}
