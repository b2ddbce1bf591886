/** A library of rows alone, and the search over it: no files, no thumbnails. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Result } from '#contract/errors.ts'
import type { Asset, LayoutQuery, LibraryFacets, LibraryFilter } from '#contract/library.ts'
import type { AssetRecord } from '#core/library/assets/asset-row.ts'
import { createAssetStore, type AssetStore, type LibraryQuery } from '#core/library/assets/asset-store.ts'
import { createSearch, type LibraryPage, type Search, type SearchDeps } from '#core/library/search/search.ts'
import { openDatabase, type Database } from '#core/store/database.ts'
import { readLayout, type LayoutItem } from '#test/stand-ins/read-layout.ts'
import { makeTempDir } from '#test/stand-ins/temp-dir.ts'

export type NewRow = Omit<AssetRecord, 'seq'>

export interface TestSearch {
  readonly search: Search
  readonly store: AssetStore
  readonly db: Database
  readonly dataDir: string
  readonly indexFile: string
  readonly logLines: readonly string[]
  /** Adds a row, a minute after the one before unless it says otherwise. */
  add(facts?: Partial<NewRow>): AssetRecord
  query(query: LibraryQuery): Promise<LibraryPage>
  prompts(query: LibraryQuery): Promise<(string | undefined)[]>
  facets(filter: LibraryFilter): Promise<LibraryFacets>
  layout(query: LayoutQuery): Promise<readonly LayoutItem[]>
  close(): Promise<void>
  /** Closes, and opens the same library again. */
  reopen(deps?: Partial<SearchDeps>): Promise<TestSearch>
}

const FIRST_TIME = Date.UTC(2026, 0, 1)
const MINUTE_MS = 60_000

/** The row of image `number`, with an id as the library gives it. */
export function newRow(number: number, facts: Partial<NewRow> = {}): NewRow {
  const sha256 = createHash('sha256').update(String(number)).digest('hex')
  return {
    id: `asset_${sha256.slice(0, 32)}`,
    place: 0,
    kind: 'image',
    mediaType: 'image',
    mimeType: 'image/png',
    extension: 'png',
    sha256,
    sizeBytes: 100 + number,
    createdAt: FIRST_TIME + number * MINUTE_MS,
    provider: 'p1',
    model: 'm1',
    scene: 's1',
    prompt: `number ${number}`,
    options: {},
    inputs: [],
    rating: 0,
    favorite: false,
    tags: [],
    ...facts,
  }
}

export async function openTestSearch(
  deps: Partial<SearchDeps> = {},
  dir?: string,
  counter = { rows: 0 },
): Promise<TestSearch> {
  const dataDir = dir ?? (await makeTempDir())
  const database = join(dataDir, 'library.db')
  const indexFile = join(dataDir, 'search.index')
  const db = openDatabase(database)
  const store = createAssetStore(db)
  const logLines: string[] = []
  const search = createSearch({
    db,
    database,
    indexFile,
    log: (line) => void logLines.push(line),
    ...deps,
  })
  let closing: Promise<void> | null = null
  const close = () => {
    closing ??= search.close().then(() => db.close())
    return closing
  }
  onTestFinished(close)
  const query = async (asked: LibraryQuery) => dataOf(await search.query(asked))
  return {
    search,
    store,
    db,
    dataDir,
    indexFile,
    logLines,
    add: (facts) => store.insert(newRow(counter.rows++, facts)),
    query,
    prompts: async (asked) => (await query(asked)).items.map(({ prompt }: Asset) => prompt),
    facets: async (filter) => dataOf(await search.facets(filter)),
    layout: async (asked) => readLayout(dataOf(await search.layout(asked))),
    close,
    reopen: async (again = {}) => {
      await close()
      return openTestSearch({ ...deps, ...again }, dataDir, counter)
    },
  }
}

function dataOf<Data>(result: Result<Data>): Data {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.id}`)
  return result.data
}
