/** What may stand for a prompt: the service wants one "unless options supplies equivalent input". */
import type { Json, JsonObject } from '#contract/json.ts'
import type { DraftInput } from '../draft.ts'
import { isMediaProperty } from '../options/media-keys.ts'

/** Options in which models take words beside the prompt. */
const WORDS: readonly string[] = ['prompt', 'prompts', 'text', 'lyrics', 'script', 'story', 'messages']

export function standsForPrompt(options: JsonObject, inputs: readonly DraftInput[]): boolean {
  if (inputs.some(({ problem }) => problem === null)) return true
  return Object.entries(options).some(
    ([key, value]) => isSomething(value) && (WORDS.includes(key) || isMedia(key)),
  )
}

/** By its name: nobody knows the schema of an option that the user types. */
function isMedia(key: string): boolean {
  return /(^|_)urls?$/i.test(key) || isMediaProperty(key, { type: ['string', 'array'] })
}

function isSomething(value: Json): boolean {
  return (typeof value === 'string' && value.trim() !== '') || (Array.isArray(value) && value.length > 0)
}
