/** Where exported files go: a folder, or one zip file. */
import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { streamSpans, writeFresh } from '../provenance/spans.ts'
import { nameParts } from './name-parts.ts'
import { bytesOf, type OutgoingFile } from './outgoing.ts'

export interface ExportTarget {
  /**
   * Files that belong together: all of them, or none. `claim` gives their stem, and is asked again where a name of theirs is taken
   * meanwhile. A zip that fails at one takes no more.
   */
  add(filesOf: (stem: string) => readonly OutgoingFile[], claim: () => string): Promise<void>
  /** Returns the path of what the user finds at the end. */
  finish(): Promise<string>
  /** Takes away a zip that is not whole. Files that were finished stay. */
  abandon(): Promise<void>
}

/** Files get their name only when they are whole. */
export async function openFolderTarget(folder: string, signal: AbortSignal): Promise<ExportTarget> {
  await mkdir(folder, { recursive: true })
  return {
    add: async (filesOf, claim) => {
      const parts: string[] = []
      try {
        for (const file of filesOf('')) {
          const part = partIn(folder)
          parts.push(part)
          await writeFresh(bytesOf(file), part, { signal, flush: false })
          await utimes(part, new Date(), new Date(file.modifiedAt))
        }
        await nameParts(folder, parts, () => filesOf(claim()).map(({ name }) => name))
      } catch (error) {
        for (const part of parts) await rm(part, { force: true })
        throw error
      }
    },
    finish: () => Promise.resolve(folder),
    abandon: () => Promise.resolve(),
  }
}

export interface ZipTarget extends ExportTarget {
  /** One that has its name. */
  addFile(file: OutgoingFile): Promise<void>
}

/**
 * The files stand in it as they are: media do not become smaller. It is written to `part` as it is made, never held in memory; `place`
 * gives it its name when it is whole, and returns its path.
 */
export async function openZipTarget(
  part: string,
  place: (part: string) => Promise<string>,
  signal: AbortSignal,
): Promise<ZipTarget> {
  await mkdir(dirname(part), { recursive: true })
  const zip = new ZipFile()
  const file = await open(part, 'wx')
  const ended = new AbortController()
  const written = pipeline(zip.outputStream, file.createWriteStream({ flush: true }), {
    signal: AbortSignal.any([signal, ended.signal]),
  })
  // Whoever waits for the whole or for an entry is told.
  written.catch(() => undefined)
  zip.on('error', (error) => ended.abort(error))
  const addFile = (added: OutgoingFile): Promise<void> => {
    const entry = Promise.withResolvers<void>()
    const options = { compress: false, size: added.sizeBytes, mtime: new Date(added.modifiedAt) }
    zip.addReadStreamLazy(added.name, options, (give) => {
      const stream = streamSpans(added.from, added.spans)
      stream.once('error', entry.reject).once('end', entry.resolve)
      ended.signal.addEventListener('abort', () => stream.destroy(), { once: true })
      give(null, stream)
    })
    return Promise.race([entry.promise, written])
  }
  return {
    addFile,
    add: async (filesOf, claim) => {
      for (const added of filesOf(claim())) await addFile(added)
    },
    finish: async () => {
      zip.end()
      await written
      return place(part)
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
