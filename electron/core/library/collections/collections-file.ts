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

const collectionsFileSchema = z.object({
  format: z.literal(1),
  collections: z.array(
    z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable(), createdAt: z.int() }),
  ),
  searches: z.array(
    z.object({ id: z.string(), name: z.string(), filter: libraryFilterSchema, createdAt: z.int() }),
  ),
})
export type CollectionsContent = z.infer<typeof collectionsFileSchema>

const EMPTY: CollectionsContent = { format: 1, collections: [], searches: [] }

export interface CollectionsFile {
  /** What it says; nothing where there is none that can be read. @throws the disk's error. */
  read(): Promise<CollectionsContent>
  /** Writes it whole, synced. One that cannot be read is kept beside it. */
  write(content: {
    readonly collections: readonly CollectionsContent['collections'][number][]
    readonly searches: readonly CollectionsContent['searches'][number][]
  }): Promise<void>
}

export function createCollectionsFile(mediaRoot: string): CollectionsFile {
  const path = join(mediaRoot, '.library.json')
  const readIfThere = async (): Promise<CollectionsContent | 'unreadable' | null> => {
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
    return text === null ? null : parse(text)
  }
  return {
    read: async () => {
      const content = await readIfThere()
      return content === null || content === 'unreadable' ? EMPTY : content
    },
    write: async ({ collections, searches }) => {
      if ((await readIfThere()) === 'unreadable') await renameDurably(path, `${path}.unread-${randomUUID()}`)
      const content: CollectionsContent = {
        format: 1,
        collections: [...collections],
        searches: [...searches],
      }
      await writeFileDurably(path, `${JSON.stringify(content, null, 1)}\n`)
    },
  }
}

function parse(text: string): CollectionsContent | 'unreadable' {
  try {
    return collectionsFileSchema.parse(JSON.parse(text))
  } catch {
    return 'unreadable'
  }
}
