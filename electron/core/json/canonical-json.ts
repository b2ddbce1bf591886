/** JSON that is the same text whenever it says the same: RFC 8785, "JSON Canonicalization Scheme". */
import type { Json } from '#contract/json.ts'

/** Bounded in depth by who took the value in. Half a pair of surrogates, which the RFC refuses, is escaped. */
export function canonicalJson(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(canonicalJson).join(',')}]`
  const entries = Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}:${canonicalJson(inner)}`).join(',')}}`
}
