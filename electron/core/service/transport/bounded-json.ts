/** Parses JSON of a service, and refuses nesting so deep that recursive code would overflow the stack. */
import type { Json } from '#contract/json.ts'

/** Real results are below 20 levels; zod's schemas overflow the stack after some thousand. */
const DEEPEST = 200

/** The value, or undefined when `text` is not JSON or is nested deeper than 200 levels. */
export function parseBoundedJson(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json
    return isShallow(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Goes level by level: a recursive walk would overflow the stack itself. */
function isShallow(value: Json): boolean {
  let level: readonly Json[] = [value]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    const next: Json[] = []
    for (const item of level) {
      if (typeof item !== 'object' || item === null) continue
      for (const child of Object.values(item))
        if (typeof child === 'object' && child !== null) next.push(child)
    }
    if (next.length === 0) return true
    level = next
  }
  return false
}
