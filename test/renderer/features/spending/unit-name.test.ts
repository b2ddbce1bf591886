import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { unitName } from '#renderer/features/spending/use-names.ts'
import { speak, spoken } from '#renderer/locales/messages.ts'
import { createFormatter } from '#renderer/ui/text.ts'

it.each([
  ['en', 'credits'],
  ['de', 'Credits'],
  ['fr', 'crédits'],
  ['ja', 'クレジット'],
] as const)('names credits in %s, and every other unit as the service does', async (locale, name) => {
  await speak(locale)
  const { text } = createFormatter(createIntl({ locale, messages: spoken.getState().messages }))
  expect(['credits', 'USD', 'GPU seconds'].map((unit) => unitName(unit, text))).toEqual([
    name,
    'USD',
    'GPU seconds',
  ])
})
