/** Whether words that are typed into a search occur in a text. */

/** Whether every word of `typed` occurs in a text, whatever its capitals and accents. */
export function hasWordsOf(typed: string): (text: string) => boolean {
  const words = plainText(typed).split(/\s+/).filter(Boolean)
  return (text) => {
    const all = plainText(text)
    return words.every((word) => all.includes(word))
  }
}

/** Without capitals and accents. */
export function plainText(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/**
 * What the host found. While it is asked for what is typed by now, only that of the search before stays which has these words:
 * Enter would take a result of other words.
 */
export function foundFor<Item>(
  typed: string,
  found: { readonly items: readonly Item[]; readonly isCurrent: boolean },
  textOf: (item: Item) => string,
): readonly Item[] {
  const fits = hasWordsOf(typed)
  return found.isCurrent ? found.items : found.items.filter((item) => fits(textOf(item)))
}
