/** Finds the seed that a service chose, in its response about a task. */
import type { Json } from '#contract/json.ts'

/** Deeper than any service nests it, and shallow enough for any stack. */
const DEEPEST = 12

/** undefined where the response tells none, or several: which of them made which file is not known. */
export function seedIn(response: Json): string | undefined {
  const seeds = new Set<string>()
  collect(response, seeds, 0)
  const [only] = seeds
  return seeds.size === 1 ? only : undefined
}

function collect(value: Json, seeds: Set<string>, depth: number): void {
  if (typeof value !== 'object' || value === null || depth > DEEPEST) return
  for (const [key, part] of Object.entries(value)) {
    if (key.toLowerCase() !== 'seed') collect(part, seeds, depth + 1)
    else if (typeof part === 'number' || (typeof part === 'string' && /^\d{1,20}$/.test(part)))
      seeds.add(String(part))
  }
}
