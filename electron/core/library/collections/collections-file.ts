/**
 * `media/.library.json`: the collections and saved searches, beside the files that outlive the database.
 *
 * Which assets are in a collection is in their sidecars.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { libraryFilterSchema } from '#contract/library.ts'
import { renameDurably, writeFileDurably } from '../../store/files.ts'

const shelfSchema = z.object({
  format: z.literal(1),
  collections: z.array(
    z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable(), createdAt: z.int() }),
  ),
  searches: z.array(
    z.object({ id: z.string(), name: z.string(), filter: libraryFilterSchema, createdAt: z.int() }),
  ),
})
export type Shelf = z.infer<typeof shelfSchema>

const EMPTY: Shelf = { format: 1, collections: [], searches: [] }

export interface ShelfFile {
  /** What it says; nothing where there is none that can be read. @throws the disk's error. */
  read(): Promise<Shelf>
  /** Writes it whole, synced. One that cannot be read is kept beside it. */
  write(shelf: {
    readonly collections: readonly Shelf['collections'][number][]
    readonly searches: readonly Shelf['searches'][number][]
  }): Promise<void>
}

export function createShelfFile(mediaRoot: string): ShelfFile {
  const path = join(mediaRoot, '.library.json')
  const readIfThere = async (): Promise<Shelf | 'unreadable' | null> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
    return text === null ? null : parse(text)
  }
  return {
    read: async () => {
      const shelf = await readIfThere()
      return shelf === null || shelf === 'unreadable' ? EMPTY : shelf
    },
    write: async ({ collections, searches }) => {
      if ((await readIfThere()) === 'unreadable') await renameDurably(path, `${path}.unread-${randomUUID()}`)
      const shelf: Shelf = { format: 1, collections: [...collections], searches: [...searches] }
      await writeFileDurably(path, `${JSON.stringify(shelf, null, 1)}\n`)
    },
  }
}

function parse(text: string): Shelf | 'unreadable' {
  try {
    return shelfSchema.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}
