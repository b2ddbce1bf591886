/** The models of the picker: what of the listing fits and matches the words typed, favourites and recent ones on top, and what a search of the service finds. */
import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { useActiveService } from '../../../bridge/host.tsx'
import type { MessageId } from '../../../ui/text.ts'
import { foundFor, hasWordsOf } from '../../../ui/typed-words.ts'
import { useCreate, useView } from '../create-context.ts'
import { useSettledQuery } from '../use-settled-query.ts'
import { findIn, modelKey, type ModelName } from './models-store.ts'

/** Which models are offered: those that make the scene, the media type, or all. */
export type Scope = 'scene' | 'media' | 'all'

export interface ModelEntry extends ModelName {
  /** Unique in the whole picker. */
  readonly key: string
  readonly label: string
  readonly isFavourite: boolean
  /** Absent for a model that the listing does not know. */
  readonly model?: Model
}

export interface ModelSection {
  readonly id: string
  /** `found`: what the service's search found beside its listing. */
  readonly kind: 'favourites' | 'recent' | 'provider' | 'found'
  /** Empty beside `provider`. */
  readonly provider: string
  readonly items: readonly ModelEntry[]
}

interface ModelsToArrange {
  /** Those that fit the scope, in the listing's order. */
  readonly models: readonly Model[]
  readonly favourites: readonly ModelName[]
  readonly recent: readonly ModelName[]
  readonly typed: string
  /** Whatever words the service found them by. */
  readonly found?: readonly Model[]
}

const MAX_RECENT = 5
/** More than anybody reads; further words bring the others. */
export const MAX_SHOWN = 200

/** The models of a scope; those that do not say what they make fit everywhere. */
export function modelsIn(
  models: readonly Model[],
  scope: Scope,
  mediaType: MediaType,
  scene: Scene,
): readonly Model[] {
  if (scope === 'all') return models
  const fits = (named: readonly string[], wanted: string): boolean =>
    named.length === 0 || named.includes(wanted)
  return models.filter(
    ({ mediaTypes, scenes }) => fits(mediaTypes, mediaType) && (scope === 'media' || fits(scenes, scene)),
  )
}

/** A choice of the picker, and the narrower ones that would show the same. */
export interface OfferedScope {
  readonly scope: Scope
  readonly count: number
  readonly covers: readonly Scope[]
}

/** From narrow to wide; one that shows nothing, or the same as the next wider one, is left out. */
export function offeredScopes(
  models: readonly Model[],
  mediaType: MediaType,
  scene: Scene,
): readonly OfferedScope[] {
  const offered: OfferedScope[] = []
  let covers: readonly Scope[] = []
  for (const [place, scope] of SCOPES.entries()) {
    covers = [...covers, scope]
    const { length: count } = modelsIn(models, scope, mediaType, scene)
    const wider = SCOPES[place + 1]
    if (wider !== undefined && (count === 0 || count === modelsIn(models, wider, mediaType, scene).length))
      continue
    offered.push({ scope, count, covers })
    covers = []
  }
  return offered
}

const SCOPES: readonly Scope[] = ['scene', 'media', 'all']

export function useScopes(): readonly OfferedScope[] {
  const items = useView((view) => view.list?.items ?? NONE)
  const mediaType = useView((view) => view.mediaType)
  const scene = useView((view) => view.scene)
  return useMemo(() => offeredScopes(items, mediaType, scene), [items, mediaType, scene])
}

/** Models in which every typed word occurs, in their order. */
function matchingModels(models: readonly Model[], typed: string): readonly Model[] {
  return foundFor(typed, { items: models, isCurrent: false }, searchedText)
}

function searchedText({ label, id, provider, description = '' }: Model): string {
  return `${label} ${id} ${provider} ${description}`
}

/** Every model once: as a favourite, else as a recent one, else under its provider. At most `MAX_SHOWN` of them. */
export function arrangeModels({ models, favourites, recent, typed, found = [] }: ModelsToArrange): {
  readonly sections: readonly ModelSection[]
  /** Models that match and are not shown. */
  readonly left: number
} {
  const listed = new Map([...found, ...models].map((model) => [modelKey(model), model]))
  const marked = new Set(favourites.map(modelKey))
  const matches = hasWordsOf(typed)
  const entryOf = (name: ModelName): ModelEntry => {
    const model = listed.get(modelKey(name))
    const { provider, id } = name
    const isFavourite = marked.has(modelKey(name))
    return {
      key: modelKey(name),
      provider,
      id,
      label: model?.label ?? id,
      isFavourite,
      ...(model && { model }),
    }
  }
  const matched = (names: readonly ModelName[]): readonly ModelEntry[] =>
    names.map(entryOf).filter(({ label, id, provider }) => matches(`${label} ${id} ${provider}`))
  const pinned = matched(favourites)
  const used = matched(recent.filter((name) => !marked.has(modelKey(name)))).slice(0, MAX_RECENT)
  const taken = new Set([...pinned, ...used].map(({ key }) => key))
  const rest = matchingModels(models, typed).filter((model) => !taken.has(modelKey(model)))
  const groups = Map.groupBy(rest.slice(0, MAX_SHOWN).map(entryOf), ({ provider }) => provider)
  const shown = new Set([...taken, ...rest.map(modelKey)])
  const others = found.filter((model) => !shown.has(modelKey(model))).map(entryOf)
  const sections: ModelSection[] = [
    { id: 'favourites', kind: 'favourites', provider: '', items: pinned },
    { id: 'recent', kind: 'recent', provider: '', items: used },
    ...[...groups].map(([provider, items]) => ({
      id: `provider:${provider}`,
      kind: 'provider' as const,
      provider,
      items,
    })),
    { id: 'found', kind: 'found', provider: '', items: others },
  ]
  return {
    sections: sections.filter(({ items }) => items.length > 0),
    left: Math.max(0, rest.length - MAX_SHOWN),
  }
}

const NONE: readonly Model[] = []
const MIN_SEARCH = 2

/** What the picker offers for the words typed, and what there is to say of the search of a service that has more models than it lists. */
export function useOfferedModels(typed: string, scope: Scope) {
  const { models } = useCreate()
  const recent = useStore(models, (state) => state.recent)
  const favourites = useStore(models, (state) => state.favourites)
  const items = useView((view) => view.list?.items ?? NONE)
  const mediaType = useView((view) => view.mediaType)
  const scene = useView((view) => view.scene)
  const isSearched = useActiveService()?.capabilities.searchesModels === true
  const isAsked = isSearched && typed.length >= MIN_SEARCH
  const { data, isCurrent } = useSettledQuery(isAsked ? { text: typed } : null, (bridge, question) =>
    bridge.call('models.search', question),
  )
  const offered = useMemo(() => {
    const fitting = modelsIn(items, scope, mediaType, scene)
    const isOffered = (name: ModelName): boolean =>
      findIn(fitting, name) !== undefined || findIn(items, name) === undefined
    return arrangeModels({
      models: fitting,
      favourites: favourites.filter(isOffered),
      recent: recent.filter((used) => (scope === 'all' || used.mediaType === mediaType) && isOffered(used)),
      typed,
      found: foundFor(
        typed,
        { items: isAsked ? modelsIn(data?.items ?? NONE, scope, mediaType, scene) : NONE, isCurrent },
        searchedText,
      ),
    })
  }, [items, favourites, recent, typed, scope, mediaType, scene, isAsked, isCurrent, data])
  return { ...offered, message: isSearched ? searchMessage(isAsked, isCurrent, data !== null) : null }
}

function searchMessage(isAsked: boolean, isCurrent: boolean, isFound: boolean): MessageId | null {
  if (!isAsked) return 'model.search.hint'
  if (!isCurrent) return 'model.searching'
  return isFound ? null : 'model.search.failed'
}
