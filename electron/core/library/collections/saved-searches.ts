/** Saved searches: a filter under a name. */
import { randomUUID } from 'node:crypto'
import { fail, type Result, succeed } from '#contract/errors.ts'
import { type LibraryFilter, libraryFilterSchema, type SavedSearch } from '#contract/library.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { Context } from '../../context/context.ts'
import { parseRow } from '../../store/damage.ts'
import type { Database, Row } from '../../store/database.ts'
import { insertRow } from '../../store/reader.ts'

export type SavedSearches = ReturnType<typeof createSavedSearches>

export interface SavedSearchesDeps extends Pick<Context, 'db' | 'clock' | 'events'> {
  /** The file that holds them too: `due` is called in the transaction of a change, `flush` after it. */
  readonly collectionsFile: { due(): void; flush(): void }
}

export function createSavedSearches({ db, clock, events, collectionsFile }: SavedSearchesDeps) {
  const list = (): readonly SavedSearch[] =>
    readSavedSearches(db).map(({ id, name, filter }) => ({ id, name, filter }))
  const change = (write: () => number): boolean => {
    const changed = db.transaction(() => {
      const number = write()
      if (number > 0) collectionsFile.due()
      return number
    })
    if (changed === 0) return false
    collectionsFile.flush()
    events.emit('searches.changed', { items: list() })
    return true
  }
  return {
    /** In the order in which they were saved. */
    list,
    create: (name: string, filter: LibraryFilter): SavedSearch => {
      const id = `search_${randomUUID()}`
      change(() => insertRow(db, 'INTO saved_searches', { id, name, filter, createdAt: clock.now() }))
      return { id, name, filter }
    },
    update: (
      id: string,
      { name, filter }: Omit<ParsedInput<'searches.update'>, 'id'>,
    ): Result<SavedSearch> => {
      change(() =>
        db.run(
          'UPDATE saved_searches SET name = coalesce(?, name), filter = coalesce(?, filter) WHERE id = ?',
          name ?? null,
          filter === undefined ? null : JSON.stringify(filter),
          id,
        ),
      )
      const search = list().find((one) => one.id === id)
      return search ? succeed(search) : NO_SUCH
    },
    remove: (id: string): Result<Record<string, never>> =>
      change(() => db.run('DELETE FROM saved_searches WHERE id = ?', id)) ? succeed({}) : NO_SUCH,
  }
}

const NO_SUCH = fail('not_found', 'library.noSearch')

type SavedRow = SavedSearch & { readonly createdAt: number }

/** Every saved search, the first saved first. @throws DamagedDatabase */
export function readSavedSearches(db: Database): readonly SavedRow[] {
  return db.all('SELECT * FROM saved_searches ORDER BY created_at, id').map(toSavedSearch)
}

/** @throws DamagedDatabase */
export function toSavedSearch(row: Row): SavedRow {
  return parseRow('saved_searches', () => ({
    id: String(row['id']),
    name: String(row['name']),
    filter: libraryFilterSchema.parse(JSON.parse(String(row['filter']))),
    createdAt: Number(row['created_at']),
  }))
}
