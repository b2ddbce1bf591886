/** The order of names in a language. */
import type { Language } from './languages.ts'

const collators = new Map<Language, Intl.Collator>()

/** A number in a name counts as one. */
export function compareNamesIn(language: Language, one: string, other: string): number {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator.compare(one, other)
}
