/** What a generation costs, as it is told to an agent that reads no structure. */
import type { QuotedPrice } from '#contract/agents.ts'
import { message, type Message } from '#contract/messages/message.ts'
import type { Say } from '#core/messages/render.ts'

/** `3 credits and 0.5 USD`, `unpriced`, `free`. */
export function priceMessage({ amounts, unpriced, isFree }: QuotedPrice, say: Say): Message {
  if (isFree) return message('agents.price.free')
  const known = amounts.map(({ unit, value }) => message('agents.price.amount', { unit, value }))
  const rest =
    unpriced === 0
      ? []
      : known.length === 0
        ? [message('agents.price.allUnpriced')]
        : [message('agents.price.unpriced', { count: unpriced })]
  const parts = [...known, ...rest]
  if (parts.length === 0) return message('agents.price.nothing')
  return message('agents.price.sum', { parts: parts.map(say) })
}
