/** The English text of a message. */
import { createIntl } from '@formatjs/intl'
import catalogue from './en/catalogue.ts'
const intl = createIntl({
  locale: 'en',
  messages: catalogue as Record<string, string>,
  onError: () => undefined,
})
export function english(id: string, values: Readonly<Record<string, unknown>>): string {
  return intl.formatMessage(
    { id: id as never },
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        Array.isArray(value) ? intl.formatList(value, { type: 'conjunction' }) : (value as string),
      ]),
    ) as Record<string, string>,
  ) as string
}
