/** Folders as other tools leave them, and a library that takes them in. */
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ArchiveResult } from '#contract/rules/archive-result.ts'
import type { Job } from '#contract/library.ts'
import { type Archives, createArchives } from '#core/library/exchange/archives/import-archive.ts'
import { NO_WATCHDOG } from '#core/reading/watchdog.ts'
import { makeImage } from '#test/stand-ins/faulty-tasks.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'
import { type Exchange, openExchange } from '../fixtures.ts'
import { withText } from '../../provenance/files.ts'

export interface ArchiveLibrary extends Exchange {
  readonly archives: Archives
  /** Takes the folder in, and tells how it ended. @throws Error where it did not end well. */
  take(path: string, mode?: 'copy' | 'in-place', collectionId?: string): Promise<ArchiveResult>
  /** The job as it ended. */
  run(path: string, mode: 'copy' | 'in-place'): Promise<Job>
}

export async function openArchives(dir?: string): Promise<ArchiveLibrary> {
  const exchange = await openExchange(undefined, dir)
  const archives = createArchives({ ...exchange, shell: undefined, watchdog: NO_WATCHDOG })
  const run = (path: string, mode: 'copy' | 'in-place', collectionId?: string) =>
    exchange.ended(archives.start({ path, mode, ...(collectionId !== undefined && { collectionId }) }))
  return {
    ...exchange,
    archives,
    run,
    take: async (path, mode = 'copy', collectionId) => {
      const { state, archive, message } = await run(path, mode, collectionId)
      if (state !== 'done' || !archive) throw new Error(message.text)
      return archive
    },
  }
}

/** Writes the files into a new folder, each with an old time. */
export async function makeArchive(files: Readonly<Record<string, string | Uint8Array>>): Promise<string> {
  const root = join(await makeTempDir(), 'archive')
  await mkdir(root)
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    await utimes(path, new Date(1_700_000_000_000), new Date(1_700_000_000_000))
  }
  return root
}

/** An image of A1111; another one for each number. */
export async function a1111Image(number: number, prompt = `fox ${number}`): Promise<Buffer> {
  const text = `${prompt}\nNegative prompt: blur\nSteps: 20, Sampler: Euler, CFG scale: 7, Seed: ${number}, Size: 64x64, Model: photon`
  return withText(await makeImage(number), 'tEXt', 'parameters', text)
}

/** Every file below the folder with its bytes and its time. */
export async function stateOf(root: string): Promise<Readonly<Record<string, string>>> {
  const names = await readdir(root, { recursive: true })
  const files: Record<string, string> = {}
  for (const name of names.toSorted()) {
    const path = join(root, name)
    const info = await stat(path)
    if (info.isFile()) files[name] = `${info.mtimeMs} ${(await readFile(path)).toString('base64')}`
  }
  return files
}
