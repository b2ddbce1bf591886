/** `exports/` in the data directory: where exports go unless the user chooses, and the one folder that they are fetched from. */
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Result } from '#contract/errors.ts'
import { renameDurably, syncFile } from '../../store/files.ts'
import { isPart, partIn } from './export-target.ts'
import { createNameClaims, type NameClaims } from './file-names.ts'

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
  return {
    path,
    /** The name, with a number behind it where it is taken. */
    claim: async (stem: string): Promise<string> => {
      names ??= tidyExports(path)
      return (await names).claim(stem)
    },
    /**
     * The file has its name when `fill` has written all of it to the path that it is given; nothing is left where that fails.
     *
     * @throws what `fill` throws, and the disk's error.
     */
    write: async <Data>(
      name: string,
      fill: (part: string) => Promise<Result<Data>>,
    ): Promise<Result<Data>> => {
      await mkdir(path, { recursive: true })
      const part = partIn(path)
      try {
        const filled = await fill(part)
        if (!filled.ok) return filled
        await syncFile(part)
        await renameDurably(part, join(path, name))
        return filled
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
