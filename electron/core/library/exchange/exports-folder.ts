/** `exports/` in the data directory: where exports go unless the user chooses, and the one folder that they are fetched from. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Result, succeed } from '#contract/errors.ts'
import { syncFile, syncFolder, PRIVATE_FOLDER } from '../../store/files.ts'
import { isPart, partIn } from './export-target.ts'
import { createNameClaims, type NameClaims } from './file-names.ts'
import { isTaken, nameParts } from './name-parts.ts'

/** A file that the page may fetch. */
export interface ExportedFile {
  readonly path: string
  /** With its extension. */
  readonly name: string
  readonly mimeType: string
}

export type ExportsFolder = ReturnType<typeof createExportsFolder>

export function createExportsFolder(dataDir: string) {
  const path = join(dataDir, 'exports')
  const files = new Map<string, ExportedFile>()
  let names: Promise<NameClaims> | null = null
  const claims = async (): Promise<NameClaims> => {
    await mkdir(path, PRIVATE_FOLDER)
    return (names ??= tidyExports(path))
  }
  const place = async (part: string, stem: string, extension: string): Promise<string> => {
    const { claim } = await claims()
    const [name = ''] = await nameParts(path, [part], () => [`${claim(stem)}.${extension}`])
    await syncFolder(path)
    return name
  }
  return {
    path,
    /** A path in the folder for a file that is not whole yet. */
    part: async (): Promise<string> => {
      await claims()
      return partIn(path)
    },
    /** Gives a whole file of the folder its name, with a number behind it where that is taken. Returns the name. */
    place,
    /** Makes a folder of this name, with a number behind it where it is taken. Returns its path. */
    makeFolder: async (stem: string): Promise<string> => {
      const { claim } = await claims()
      for (;;) {
        const folder = join(path, claim(stem))
        try {
          await mkdir(folder)
          return folder
        } catch (error) {
          if (!isTaken(error)) throw error
        }
      }
    },
    /**
     * The file has its name when `fill` has written all of it to the path that it is given; nothing is left where that fails.
     *
     * @throws what `fill` throws, and the disk's error.
     */
    write: async <Data>(
      stem: string,
      extension: string,
      fill: (part: string) => Promise<Result<Data>>,
    ): Promise<Result<{ readonly name: string; readonly data: Data }>> => {
      await claims()
      const part = partIn(path)
      try {
        const filled = await fill(part)
        if (!filled.ok) return filled
        await syncFile(part)
        return succeed({ name: await place(part, stem, extension), data: filled.data })
      } finally {
        await rm(part, { force: true })
      }
    },
    keep: (jobId: string, file: ExportedFile): void => void files.set(jobId, file),
    /** The file of an export, by the id of its job, while this Atelier runs. */
    find: (jobId: string): ExportedFile | null => files.get(jobId) ?? null,
  }
}

/** The names that are taken there. What an Atelier that was killed left is removed: it is nothing before it is whole. */
async function tidyExports(folder: string): Promise<NameClaims> {
  const names = await namesIn(folder)
  for (const name of names) if (isPart(name)) await rm(join(folder, name), { force: true })
  return createNameClaims(names)
}

export async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => [])
}
