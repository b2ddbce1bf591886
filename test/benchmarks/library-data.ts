/** The data directory that a large library is measured in: made for one run and thrown away, or kept for the next one. */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Corpus } from './library-corpus.ts'
import { writeMedia } from './library-media.ts'

export interface LibraryData {
  readonly dataDir: string
  /** Whether an earlier run left a library.db of these files here. */
  hasDatabase(): Promise<boolean>
  /** Leaves `media/` alone, so that everything else has to be built from it. */
  forgetDatabase(): Promise<void>
  /** Throws away what is not to be kept. */
  close(): Promise<void>
}

const NOTE = 'benchmark.txt'

/** `folder` is kept and taken up again; without one the data lives as long as the run. Writes the files that are not there. */
export async function openLibraryData(
  folder: string | undefined,
  corpus: Corpus,
  count: number,
): Promise<LibraryData> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'atelier-bench-')))
  await mkdir(dataDir, { recursive: true })
  const note = join(dataDir, NOTE)
  const said = `${count} assets\n`
  if ((await readFile(note, 'utf8').catch(() => null)) !== said) {
    if ((await readdir(dataDir)).length > 0) throw new Error(`${dataDir} holds something else.`)
    await writeMedia(dataDir, corpus, count)
    await writeFile(note, said)
  }
  const names = () => readdir(dataDir)
  return {
    dataDir,
    hasDatabase: async () => (await names()).includes('library.db'),
    forgetDatabase: async () => {
      const derived = (await names()).filter((name) => name !== 'media' && name !== NOTE)
      for (const name of derived) await rm(join(dataDir, name), { recursive: true })
    },
    close: async () => {
      if (folder === undefined) await rm(dataDir, { recursive: true, force: true })
    },
  }
}
