/** The order of names. */
import { compareNamesIn } from '#contract/rules/compare-names.ts'
import { spoken } from './messages.ts'

/** In the language that is spoken; a number in a name counts as one. */
export function compareNames(one: string, other: string): number {
  return compareNamesIn(spoken.getState().language, one, other)
}
