/** What a layout says of each asset, for tests. */
import {
  formatAssetId,
  isFavoriteMarks,
  kindOfMarks,
  layoutColumns,
  ratingOfMarks,
} from '#contract/rules/layout.ts'

export type LayoutItem = ReturnType<typeof readLayout>[number]

export function readLayout(bytes: Uint8Array) {
  const { words, seconds, aspects, marks } = layoutColumns(bytes.slice().buffer)
  return Array.from(marks, (own, at) => ({
    id: formatAssetId(new Uint8Array(words.buffer, words.byteOffset + 16 * at, 16)),
    createdAt: (seconds[at] ?? 0) * 1_000,
    kind: kindOfMarks(own),
    favorite: isFavoriteMarks(own),
    rating: ratingOfMarks(own),
    aspect: (aspects[at] ?? 0) / 1_000 || null,
  }))
}
