/** The `options` of a request as JSON text. Types stay exactly as typed: `"5"` is not `5`. Where things stand in it: `options-tree.ts`. */
import type { Json, JsonObject } from '#contract/json.ts'
import { withSeedsAsTexts } from '#contract/rules/exact-seeds.ts'
import { isObject, ownValue } from '#contract/rules/json-values.ts'
import type { OptionPath } from '#contract/rules/option-types/option-type.ts'

export type ParsedOptions =
  | { readonly ok: true; readonly value: JsonObject }
  /** `endless`: a number that JSON can write and nobody can compute with, such as 1e999. It would be sent as null. */
  | { readonly ok: false; readonly problem: 'syntax' | 'notObject' | 'endless' }

/** Reads the editor's text; an empty editor means no options. */
export function parseOptions(text: string): ParsedOptions {
  if (text.trim() === '') return { ok: true, value: {} }
  let value: Json
  try {
    value = JSON.parse(withSeedsAsTexts(text)) as Json
  } catch {
    return { ok: false, problem: 'syntax' }
  }
  if (MAY_BE_ENDLESS.test(text) && isEndless(value)) return { ok: false, problem: 'endless' }
  return isObject(value) ? { ok: true, value } : { ok: false, problem: 'notObject' }
}

export function formatOptions(options: JsonObject): string {
  return Object.keys(options).length === 0 ? '{}' : JSON.stringify(options, null, 2)
}

/** The values are searched only where the text has a number that could be that large. */
const MAY_BE_ENDLESS = /\d[eE]\+?\d{3}|\d{300}/

/** Without recursion: the text may be nested deeper than the call stack. */
function isEndless(whole: Json): boolean {
  const left: Json[] = [whole]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    if (typeof value === 'number' && !Number.isFinite(value)) return true
    if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) left.push(inner)
  }
  return false
}

/** The value at a place, undefined where there is none. */
export function valueAt(options: JsonObject, path: OptionPath): Json | undefined {
  return path.reduce<Json | undefined>((value, step) => {
    if (typeof step === 'number') return Array.isArray(value) ? (value[step] as Json | undefined) : undefined
    return isObject(value) ? ownValue(value, step) : undefined
  }, options)
}
