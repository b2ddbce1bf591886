/** What the prompt box works with beside the draft: lists, snippets, presets and prompts of the past. */
import type { Result } from '#contract/errors.ts'
import type { PastPrompt, Preset } from '#contract/prompts.ts'
import type { Page } from '#contract/route.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import { createUiStateStore, type UiStateKind, type UiStateStore } from '../../../bridge/stores/ui-state.ts'
import { PRESETS } from '../presets/presets.ts'
import { createWordLists, type WordListsStore } from './word-lists.ts'
import type { Json } from '#contract/json.ts'

export interface Prompting {
  readonly words: WordListsStore
  readonly snippets: UiStateStore<Snippet>
  readonly presets: UiStateStore<Preset>
  /** The newest first; `text` is searched for, in any media type unless one is given. */
  history(question: HistoryQuestion): Promise<Result<Page<PastPrompt>>>
  /** An id for something that is kept. */
  createKey(): string
}

export interface HistoryQuestion {
  readonly text?: string
  readonly mediaType?: MediaType
  readonly cursor?: string
  readonly limit: number
}

export function createPrompting(bridge: Bridge, createKey: () => string): Prompting {
  return {
    words: createWordLists(bridge),
    snippets: createUiStateStore(bridge, SNIPPETS),
    presets: createUiStateStore(bridge, PRESETS),
    history: (question) => bridge.call('prompts.history', question),
    createKey,
  }
}

export interface Snippet {
  readonly name: string
  readonly text: string
}

/** Characters. */
export const LONGEST_SNIPPET_NAME = 80

const SNIPPETS: UiStateKind<Snippet> = {
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
