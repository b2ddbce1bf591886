/** Filters by one exact prompt: its words narrow the candidates, the rows decide. */
import type { Reader } from '../../store/reader.ts'
import type { Columns } from './columns.ts'
import { FAILS_ALL } from './filter.ts'

/** Enough to leave few candidates after a short search. */
const TELLING_WORDS = 3

/** The longest words of a prompt: every asset made with it contains them. */
export function tellingWords(prompt: string): string {
  const words = new Set(prompt.split(/[\s,;|、。，；｜｡､]+/u))
  const longFirst = [...words].toSorted((a, b) => b.length - a.length)
  return longFirst.slice(0, TELLING_WORDS).join(' ')
}

/**
 * Marks in `failed` every slot whose asset was not made with exactly this prompt. `scores` are those of its `tellingWords`; null
 * where it has none.
 */
export function failOtherPrompts(
  db: Reader,
  { arrays: { seqs } }: Columns,
  prompt: { readonly text: string; readonly scores: Uint8Array | null },
  failed: Uint16Array,
): void {
  const likely: number[] = []
  for (let slot = 0; slot < failed.length; slot++) {
    const isLikely = ((failed[slot] ?? 0) & FAILS_ALL) === 0 && prompt.scores?.[slot] !== 0
    if (isLikely) likely.push(seqs[slot] ?? 0)
  }
  const rows = db.arrays(
    'SELECT seq FROM assets WHERE prompt = ? AND seq IN (SELECT value FROM json_each(?))',
    prompt.text,
    JSON.stringify(likely),
  )
  const same = new Set(rows.map(([seq]) => Number(seq)))
  for (let slot = 0; slot < failed.length; slot++) if (!same.has(seqs[slot] ?? 0)) failed[slot] = FAILS_ALL
}
