/** The calls about prompts of the past and the lists that prompts draw from. */
import { succeed } from '#contract/errors.ts'
import type { HandlersFor } from '../router.ts'
import type { PromptHistory } from './prompt-history.ts'
import type { WordLists } from './word-lists.ts'

export function createPromptHandlers(history: PromptHistory): HandlersFor<'prompts'> {
  return { 'prompts.history': async (query) => succeed(await history.list(query)) }
}

export function createWordListHandlers(lists: WordLists): HandlersFor<'wordlists'> {
  return {
    'wordlists.list': async () => succeed({ items: await lists.list() }),
    'wordlists.get': async ({ names }) => succeed({ items: await lists.get(names) }),
    'wordlists.read': ({ name }) => lists.read(name),
    'wordlists.set': ({ name, text }) => lists.set(name, text),
  }
}
