/** What the library's search is held against: one JSON file in memory, looked through; and SQLite's own trigram index. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { LibraryFilter } from '#contract/library.ts'
import type { NewRow } from './library-corpus.ts'

export interface Measured {
  readonly timesMs: readonly number[]
  /** From nothing until the first question can be asked. */
  readonly startMs: number
  readonly note: string
}

const FACETS = ['mediaType', 'kind', 'model', 'provider', 'scene', 'rating'] as const
const ROWS_A_STEP = 1_000
/** The trigram index finds nothing shorter. https://sqlite.org/fts5.html#the_trigram_tokenizer */
const SHORTEST_TRIGRAM = 3

/** One JSON file: read and parsed at the start, then every asset looked at for every question, facets counted alike. */
export async function measureJsonFile(
  folder: string,
  rows: readonly NewRow[],
  filters: readonly LibraryFilter[],
): Promise<Measured> {
  const path = join(folder, 'library.json')
  await writeFile(path, `[${rows.map((row) => JSON.stringify(row)).join(',\n')}]`)
  const memoryBefore = process.memoryUsage().rss
  const begunAt = performance.now()
  const assets = (JSON.parse(await readFile(path, 'utf8')) as NewRow[]).map((asset) => ({
    ...asset,
    text: [asset.prompt, asset.title, ...asset.tags, asset.model, asset.provider, asset.scene]
      .join('\n')
      .toLowerCase(),
  }))
  const startMs = performance.now() - begunAt
  const timesMs = filters.map((filter) => timed(() => scan(assets, filter)))
  const megabytes = (process.memoryUsage().rss - memoryBefore) / 1_048_576
  const fileMegabytes = (await stat(path)).size / 1_048_576
  return {
    timesMs,
    startMs,
    note: `${fileMegabytes.toFixed(0)} MB file, ${megabytes.toFixed(0)} MB of memory`,
  }
}

/** FTS5 over the prompts: how many fit. No facets, no filters, no rank; what it cannot find is left out. */
export function measureTrigrams(
  folder: string,
  rows: readonly NewRow[],
  filters: readonly LibraryFilter[],
): Measured {
  const db = new DatabaseSync(join(folder, 'trigram.db'))
  try {
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
    db.exec(
      "CREATE VIRTUAL TABLE found USING fts5 (text, content = '', tokenize = 'trigram remove_diacritics 1')",
    )
    const insert = db.prepare('INSERT INTO found (rowid, text) VALUES (?, ?)')
    const begunAt = performance.now()
    for (let from = 0; from < rows.length; from += ROWS_A_STEP) {
      db.exec('BEGIN')
      for (const [step, row] of rows.slice(from, from + ROWS_A_STEP).entries())
        insert.run(from + step + 1, row.prompt ?? '')
      db.exec('COMMIT')
    }
    const startMs = performance.now() - begunAt
    const count = db.prepare('SELECT count(*) FROM found WHERE found MATCH ?')
    const texts = filters.flatMap(({ text }) => (text === undefined ? [] : [text]))
    const possible = texts.map(words).filter((list) => list.every((word) => word.length >= SHORTEST_TRIGRAM))
    const timesMs = possible.map((list) =>
      timed(() => count.get(list.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND '))),
    )
    const impossible = texts.length - possible.length
    return {
      timesMs,
      startMs,
      note: `text alone, written in the host's thread; ${impossible} of ${texts.length} texts too short for it`,
    }
  } finally {
    db.close()
  }
}

type ScannedAsset = NewRow & { readonly text: string }

function scan(assets: readonly ScannedAsset[], filter: LibraryFilter): number {
  const terms = words(filter.text ?? '')
  const found = assets.filter(
    (asset) =>
      asset.trashedAt === undefined &&
      (!filter.models || filter.models.includes(asset.model)) &&
      (!filter.mediaTypes || filter.mediaTypes.some((type) => type === asset.mediaType)) &&
      (filter.tags ?? []).every((tag) => asset.tags.includes(tag)) &&
      asset.rating >= (filter.minRating ?? 0) &&
      terms.every((term) => asset.text.includes(term)),
  )
  for (const facet of FACETS) {
    const counts = new Map<unknown, number>()
    for (const asset of found) counts.set(asset[facet], (counts.get(asset[facet]) ?? 0) + 1)
  }
  found.sort((a, b) => b.createdAt - a.createdAt)
  return found.length
}

function words(text: string): string[] {
  return text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
}

function timed(work: () => unknown): number {
  const begunAt = performance.now()
  work()
  return performance.now() - begunAt
}
