/** A message of the first view, for what is no part of what is drawn. */
import { createIntl } from 'react-intl'
import type first from './en/first.json'
import { spoken } from './messages.ts'

export function say(id: keyof typeof first): string {
  const { language, messages } = spoken.getState()
  return createIntl({ locale: language, messages }).formatMessage({ id })
}
