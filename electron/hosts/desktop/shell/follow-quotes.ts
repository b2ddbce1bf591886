/** The quotes that wait for the user's approval, as the shell hears of them. */
import type { WaitingQuote } from '#contract/agents.ts'
import type { App } from '#core/app.ts'

/**
 * Calls `listener` with those whose agents want to send them now: where there are any at the start, and after each change.
 * `isNew`: one of them was not there before. The returned function ends it.
 */
export function followQuotes(
  app: Pick<App, 'call' | 'subscribe'>,
  listener: (asked: readonly WaitingQuote[], isNew: boolean) => void,
): () => void {
  let known: ReadonlySet<string> = new Set()
  let isFollowing = false
  const take = (items: readonly WaitingQuote[]): void => {
    const asked = items.filter((quote) => quote.asked)
    const isNew = asked.some(({ quoteId }) => !known.has(quoteId))
    known = new Set(asked.map(({ quoteId }) => quoteId))
    listener(asked, isNew)
  }
  const stop = app.subscribe((event) => {
    if (event.name !== 'quotes.changed') return
    isFollowing = true
    take(event.data.items)
  })
  async function readInitialQuotes(): Promise<void> {
    const response = await app.call('agents.waiting', {})
    const { items = [] } = (response.ok ? response.data : {}) as { readonly items?: readonly WaitingQuote[] }
    if (!isFollowing && items.some(({ asked }) => asked)) take(items)
  }
  void readInitialQuotes()
  return () => {
    // What is answered later is not taken.
    isFollowing = true
    stop()
  }
}
