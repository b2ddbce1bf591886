/** The calls about the history of prompts and word lists. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../calls/handlers.ts'
import type { PromptHistory } from './prompt-history.ts'
import { createWordLists } from './word-lists.ts'

export function createPromptHandlers(history: PromptHistory): HandlersFor<'prompts'> {
  return { 'prompts.history': async (query) => succeed(await history.list(query)) }
}

export function createWordListHandlers(dataDir: string): HandlersFor<'wordlists'> {
  const lists = createWordLists(dataDir)
  return {
    'wordlists.list': async () => succeed({ items: await lists.list() }),
    'wordlists.get': async ({ names }) => succeed({ items: await lists.get(names) }),
    'wordlists.read': ({ name }) => lists.read(name),
    'wordlists.set': ({ name, text }) => lists.set(name, text),
  }
}
