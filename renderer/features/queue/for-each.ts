/** Calls for many items, a few at a time; the results are in the order of the items. */
const AT_ONCE = 6

export async function forEach<Item, Outcome>(
  items: readonly Item[],
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const entries = items.entries()
  async function go(): Promise<void> {
    for (const [index, item] of entries) outcomes[index] = await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, go))
  return outcomes
}
