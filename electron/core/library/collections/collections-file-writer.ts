/** Keeps `.library.json` up with the collections and saved searches; what is behind is noted with the change itself. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { libraryFilterSchema } from '#contract/library.ts'
import type { Context } from '../../context/context.ts'
import type { BackgroundQueue } from '../background-queue.ts'
import { followFiles } from '../followed-files.ts'
import { ifThere, renameDurably, writeFileDurably } from '../../store/files.ts'
import { readSavedSearches } from './saved-searches.ts'
import { insertRow } from '../../store/reader.ts'
import { toCollection } from './removed-collections.ts'

export type CollectionsWriter = ReturnType<typeof createCollectionsWriter>

/** The name of the fact that notes that the file is behind. */
export const COLLECTIONS_DUE = 'collections.due'

interface CollectionsWriterDeps extends Pick<Context, 'db' | 'clock' | 'log'> {
  readonly file: CollectionsFile
  readonly queue: BackgroundQueue
}

export function createCollectionsWriter({ db, file, queue, clock, log }: CollectionsWriterDeps) {
  const followed = followFiles({
    db,
    clock,
    log,
    queue,
    due: COLLECTIONS_DUE,
    write: () => {
      const collections = db.all('SELECT * FROM collections ORDER BY created_at, id').map(toCollection)
      return file.write({ collections, searches: readSavedSearches(db) })
    },
  })
  return {
    ...followed,
    /** Takes in what the file has: for a rebuild. What the database has too stays as it is there, unless `isNewer`. */
    restore: async (isNewer: boolean): Promise<void> => {
      const { collections, searches } = await file.read()
      const change = (columns: string) =>
        `ON CONFLICT (id) DO ${isNewer ? `UPDATE SET ${columns}` : 'NOTHING'}`
      db.transaction(() => {
        for (const collection of collections) {
          const isNested = collections.some(({ id }) => id === collection.parentId)
          const onConflict = change('name = excluded.name, parent_id = excluded.parent_id')
          insertRow(
            db,
            'INTO collections',
            { ...collection, ...(!isNested && { parentId: null }) },
            onConflict,
          )
        }
        for (const search of searches)
          insertRow(
            db,
            'INTO saved_searches',
            search,
            change('name = excluded.name, filter = excluded.filter'),
          )
      })
    },
  }
}

const collectionsFileSchema = z.object({
  format: z.literal(1),
  collections: z
    .array(
      z.object({ id: z.string(), name: z.string(), parentId: z.string().nullable(), createdAt: z.int() }),
    )
    .readonly(),
  searches: z
    .array(z.object({ id: z.string(), name: z.string(), filter: libraryFilterSchema, createdAt: z.int() }))
    .readonly(),
})
type CollectionsContent = z.infer<typeof collectionsFileSchema>

const EMPTY: CollectionsContent = { format: 1, collections: [], searches: [] }

type CollectionsFile = ReturnType<typeof createCollectionsFile>

/**
 * `media/.library.json`: the collections and saved searches, beside the files that outlive the database.
 *
 * Which assets are in a collection is in their sidecars.
 */
export function createCollectionsFile(mediaRoot: string) {
  const path = join(mediaRoot, '.library.json')
  const readIfThere = async (): Promise<CollectionsContent | 'unreadable'> => {
    const text = await ifThere(readFile(path, 'utf8'))
    return text === null ? EMPTY : parse(text)
  }
  return {
    /** What it says; nothing where there is none that can be read. @throws the disk's error. */
    read: async (): Promise<CollectionsContent> => {
      const content = await readIfThere()
      return content === 'unreadable' ? EMPTY : content
    },
    /** Writes it whole, synced. One that cannot be read is kept beside it. */
    write: async (content: Omit<CollectionsContent, 'format'>): Promise<void> => {
      if ((await readIfThere()) === 'unreadable') await renameDurably(path, `${path}.unread-${randomUUID()}`)
      await writeFileDurably(path, `${JSON.stringify({ format: 1, ...content }, null, 1)}\n`)
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
