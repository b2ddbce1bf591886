/** Tags as typed, and the tags of a selection. */
import type { Asset } from '#contract/library.ts'

const LONGEST = 100
const MOST_SUGGESTED = 12

/** The tags in what was typed: separated by commas, each once. */
export function splitTags(words: string): readonly string[] {
  const tags = words
    .split(',')
    .map((tag) => tag.trim().slice(0, LONGEST))
    .filter((tag) => tag !== '')
  return [...new Set(tags)]
}

/** Known tags that match the last word being typed, without `taken`. */
export function suggestTags(
  known: readonly string[],
  words: string,
  taken: readonly string[],
): readonly string[] {
  const last = (words.split(',').at(-1) ?? '').trim().toLocaleLowerCase()
  return known
    .filter((tag) => !taken.includes(tag) && tag.toLocaleLowerCase().includes(last))
    .slice(0, MOST_SUGGESTED)
}

/** Every tag of `assets` with the number that carry it, the most common first. */
export function countTags(
  assets: readonly Asset[],
): readonly { readonly tag: string; readonly count: number }[] {
  const counts = new Map<string, number>()
  for (const { tags } of assets) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return Array.from(counts, ([tag, count]) => ({ tag, count })).toSorted(
    (a, b) => b.count - a.count || a.tag.localeCompare(b.tag),
  )
}
