import { createIntl } from 'react-intl'
import { expect, it } from 'vitest'
import { createFormatter } from '#renderer/ui/text.ts'

it.each([
  [2, '$2.00'],
  [0.0125, '$0.0125'],
  [0.00002, '$0.00002'],
  [0, '$0.00'],
])('writes %d dollars as %s', (value, written) => {
  expect(createFormatter(createIntl({ locale: 'en' })).amount({ unit: 'USD', value })).toBe(written)
})
