/** JSON as it is, for the parts of a request or a response whose shape is not fixed. */
import { z } from 'zod'
import type { PlainMessageId } from './messages/message.ts'

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
export type JsonObject = { readonly [key: string]: Json }

/** The most values that a text from outside may hold. Real results hold some thousand, large listings a hundred thousand. */
export const MAX_VALUES = 200_000
/** The same of a call, which may name every asset of a large library. */
export const MAX_CALL_VALUES = 300_000
/** The deepest nesting. Real results are below 20 levels, and recursive code overflows the stack after some thousand. */
export const DEEPEST = 200

const NOT_JSON: PlainMessageId = 'shared.notJson'

export const jsonSchema = z.unknown().refine(isJson, NOT_JSON) as z.ZodType<Json>
export const jsonObjectSchema = z
  .record(z.string(), z.unknown())
  .refine(isJson, NOT_JSON) as unknown as z.ZodType<JsonObject>

/** Goes level by level: a recursive walk would overflow the stack itself. */
function isJson(root: unknown): root is Json {
  let level: readonly unknown[] = [root]
  let values = 0
  for (let depth = 0; depth <= DEEPEST && level.length > 0; depth += 1) {
    values += level.length
    if (values > MAX_VALUES || !level.every(isPlain)) return false
    level = level.flatMap((value) =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    )
  }
  return level.length === 0
}

function isPlain(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  if (typeof value !== 'object' || value === null) return /^(?:string|boolean|object)$/.test(typeof value)
  if (Array.isArray(value)) return true
  return Object.getPrototypeOf(value) === Object.prototype && !Object.hasOwn(value, '__proto__')
}
