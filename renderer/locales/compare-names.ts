/** The order of names. */
import type { Language } from '#contract/rules/languages.ts'
import { spoken } from './messages.ts'

const collators = new Map<Language, Intl.Collator>()

/** In the language that is spoken; a number in a name counts as one. */
export function compareNames(one: string, other: string): number {
  const { language } = spoken.getState()
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator.compare(one, other)
}
