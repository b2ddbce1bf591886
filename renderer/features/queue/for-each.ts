/** Works through many items, a few at a time: the host answers hundreds of calls soon, not all at once. */

const AT_ONCE = 6

/** The results in the order of the items. */
export async function forEach<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  let next = 0
  async function go(): Promise<void> {
    while (next < items.length) {
      const index = next++
      const item = items[index]
      if (item !== undefined) outcomes[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, go))
  return outcomes
}
