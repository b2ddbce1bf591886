/** Pieces of prompts that the user kept under a name. */
import type { Json } from '#contract/json.ts'
import type { KeptKind } from '../../../bridge/stores/kept.ts'

export interface Snippet {
  readonly name: string
  readonly text: string
}

/** Characters. */
export const LONGEST_SNIPPET_NAME = 80

export const SNIPPETS: KeptKind<Snippet> = {
  prefix: 'snippet/',
  read: readSnippet,
  write: ({ name, text }) => ({ name, text }),
  compare: (one, other) => one.name.localeCompare(other.name),
}

function readSnippet(value: Json): Snippet | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const { name, text } = value as { readonly name?: Json; readonly text?: Json }
  return typeof name === 'string' && typeof text === 'string' ? { name, text } : null
}
