/** Which of several duplicates to keep. */
import type { Asset } from '#contract/library.ts'

/**
 * The one that the user cared for most: a favourite, then the highest rating, then tags or a title; among equals the one
 * with the most pixels, then the most bytes, then the oldest.
 */
export function bestOf(assets: readonly Asset[]): Asset | undefined {
  return assets.toSorted((a, b) => {
    const [one, other] = [worth(a), worth(b)]
    const at = one.findIndex((value, place) => value !== other[place])
    return at < 0 ? 0 : (other[at] ?? 0) - (one[at] ?? 0)
  })[0]
}

function worth(asset: Asset): readonly number[] {
  const { favorite, rating, tags, title, width = 0, height = 0, sizeBytes, createdAt } = asset
  return [Number(favorite), rating, tags.length + (title ? 1 : 0), width * height, sizeBytes, -createdAt]
}
