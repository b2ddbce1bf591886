/** Where a service charges nothing, no sentence of the page speaks of money. */
import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import type { MessageId } from '#renderer/ui/text.ts'
import { messageFiles } from './message-files.ts'

const MONEY = /charg|\bpa(?:y|id)|\bcosts?\b|\bbill|dashboard/i

const messages = Object.assign({}, ...messageFiles().map((file) => file.messages)) as Record<
  MessageId,
  string
>
const intl = createIntl({ locale: 'en', messages })
/** Those that are told differently of a free service. */
const told = (Object.entries(messages) as [MessageId, string][]).filter(
  ([id, text]) => id.endsWith('.free') || /\{(?:price|effect), select,/.test(text),
)

it.each(told)('%s', (id) => {
  for (const effect of ['free', 'free_none']) {
    for (const count of [0, 1, 2]) {
      const numbers = { count, sent: count, waiting: 2 - count, unknown: count, unsaved: 2 - count }
      const names = { requests: 2, results: 3, model: 'sd15', profile: 'My GPU' }
      expect(intl.formatMessage({ id }, { price: 'free', effect, ...numbers, ...names })).not.toMatch(MONEY)
    }
  }
})
