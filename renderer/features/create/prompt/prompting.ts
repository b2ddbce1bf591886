/** What the prompt box works with beside the draft: lists, snippets, presets, the cast and prompts of the past. */
import type { RenderedResult, RenderedFailure } from '#contract/errors.ts'
import type { PastPrompt, Preset } from '#contract/prompts.ts'
import type { Page } from '#contract/route.ts'
import type { RouteInput, RouteOutput } from '#contract/routes.ts'
import type { Bridge } from '../../../bridge/bridge.ts'
import { createUiStateStore, type UiStateKind, type UiStateStore } from '../../../bridge/stores/ui-state.ts'
import { type CastStore, createCastStore } from '../cast/cast-store.ts'
import { isObject } from '#contract/rules/json-values.ts'
import { PRESETS } from '../presets/presets.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { compareNames } from '../../../locales/compare-names.ts'
import type { WordLists } from './plan-prompts.ts'

export interface Prompting {
  readonly wordLists: WordListsStore
  readonly snippets: UiStateStore<Snippet>
  readonly presets: UiStateStore<Preset>
  readonly cast: CastStore
  /** The newest first; `text` is searched for, in any media type unless one is given. */
  history(question: RouteInput<'prompts.history'>): Promise<RenderedResult<Page<PastPrompt>>>
  /** An id for something that is kept. */
  createKey(): string
}

export function createPrompting(bridge: Bridge, createKey: () => string): Prompting {
  return {
    wordLists: createWordLists(bridge),
    snippets: createUiStateStore(bridge, SNIPPETS),
    presets: createUiStateStore(bridge, PRESETS),
    cast: createCastStore(bridge),
    history: (question) => bridge.call('prompts.history', question),
    createKey,
  }
}

export interface Snippet {
  readonly name: string
  readonly text: string
}

/** Characters. */
export const MAX_SNIPPET_NAME = 80

export const SNIPPETS: UiStateKind<Snippet> = {
  prefix: 'snippet/',
  read(value) {
    if (!isObject(value)) return null
    const { name, text } = value
    return typeof name === 'string' && typeof text === 'string' ? { name, text } : null
  },
  write: ({ name, text }) => ({ name, text }),
  compare: (one, other) => compareNames(one.name, other.name),
}

export interface WordListsView {
  readonly names: RouteOutput<'wordlists.list'>['items']
  readonly lists: WordLists
  readonly error: RenderedFailure | null
  loadNames(): Promise<void>
  /** Reads the lists of these names that have not been read. */
  need(names: readonly string[]): Promise<void>
  /** Reads everything again: the lists are files, which other programs may write. */
  refresh(): Promise<void>
  /** The list's file as it was written, comments and blank lines too. */
  read(name: string): Promise<RenderedResult<{ readonly text: string }>>
  /** One entry a line; null takes the list away. */
  save(name: string, text: string | null): Promise<RenderedResult<unknown>>
}

export type WordListsStore = StoreApi<WordListsView>

/** What the host takes as a name: see `wordlists.set`. A list of another name cannot exist. */
const NAME = /^[\p{L}\p{N}_-]+(\/[\p{L}\p{N}_-]+){0,3}$/u
const MAX_NAME = 200
/** Names that one call may ask for. */
const MAX_NAMES = 100

export function isListName(name: string): boolean {
  return name.length <= MAX_NAME && NAME.test(name)
}

export function createWordLists(bridge: Bridge): WordListsStore {
  /** Also those that could not be read. */
  const asked = new Set<string>()
  const store = createStore<WordListsView>()((set, get) => {
    async function read(names: readonly string[]): Promise<void> {
      const possible = names.filter(isListName)
      const found = new Map<string, readonly string[]>()
      for (let start = 0; start < possible.length; start += MAX_NAMES) {
        const response = await bridge.call('wordlists.get', {
          names: possible.slice(start, start + MAX_NAMES),
        })
        if (!response.ok) return set({ error: response.error })
        for (const { name, entries } of response.data.items) found.set(name, entries)
      }
      const lists = Object.fromEntries(names.map((name) => [name, found.get(name) ?? null]))
      set({ lists: { ...get().lists, ...lists }, error: null })
    }
    return {
      names: [],
      lists: {},
      error: null,
      async loadNames() {
        const response = await bridge.call('wordlists.list', {})
        if (response.ok) set({ names: response.data.items })
      },
      async need(names) {
        for (const name of names) asked.add(name)
        const unread = names.filter((name) => !Object.hasOwn(get().lists, name))
        if (unread.length > 0) await read(unread)
      },
      async refresh() {
        await Promise.all([get().loadNames(), asked.size === 0 ? null : read(Array.from(asked))])
      },
      read: (name) => bridge.call('wordlists.read', { name }),
      async save(name, text) {
        const response = await bridge.call('wordlists.set', { name, text })
        if (response.ok) await Promise.all([read([name]), get().loadNames()])
        return response
      },
    }
  })
  bridge.onReconnect(() => void store.getState().refresh())
  return store
}
