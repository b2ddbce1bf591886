/**
 * The active profile's models: their listing, and what the host remembers beside it: how their options fared, which were used
 * last, which the user likes.
 */
import type { RenderedFailure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Model, ModelKnowledge, ModelList, RecentModel } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../bridge/bridge.ts'
import type { ProfilesStore } from '../../../bridge/stores/profiles.ts'
import { isObject } from '#contract/rules/json-values.ts'

export interface ModelName {
  readonly provider: string
  readonly id: string
}

/** The model in the form or on an axis of a matrix. */
export interface ChosenModel extends ModelName {
  /** Typed by hand or filled in: it stays although the listing does not know it. */
  readonly isTyped: boolean
  /** The user wants it although the listing does not know it. */
  readonly isConfirmed?: boolean
}

export interface Models {
  readonly list: ModelList | null
  readonly error: RenderedFailure | null
  readonly loading: boolean
  /** Models, by `modelKey`, whose whole entry was asked for, and what came of it. */
  readonly described: Readonly<Record<string, 'asked' | 'told' | 'failed'>>
  /** By `modelKey`, of the active profile. */
  readonly known: Readonly<Record<string, ModelKnowledge>>
  /** The one used last first. */
  readonly recent: readonly RecentModel[]
  /** The one marked last is last. */
  readonly favourites: readonly ModelName[]
  load(refresh?: boolean): Promise<void>
  /** Asks what is known of a model, once, and again when a task of it has ended. */
  know(model: ModelName): Promise<void>
  loadRecent(mediaType: MediaType): Promise<void>
  loadFavourites(): Promise<void>
  /** Shown at once, and taken back where the host could not keep it. */
  setFavourite(model: ModelName, isFavourite: boolean): Promise<void>
  /** Puts a model beside the listing, or its whole entry in place of the listing's. */
  take(model: Model): void
  /** Forgets what was taken under this id. */
  drop(id: string): void
  /** Asks for the whole entry of a model, once, where the listing has its name alone. */
  describe(model: ModelName): Promise<void>
}

export type ModelsStore = StoreApi<Models>

const FAVOURITES = 'models.favourites'
/** Ends that teach something about the options. */
const TELLING: ReadonlySet<TaskState> = new Set(['saved', 'unsaved', 'failed', 'rejected'])

/** One id may stand under two providers, so both make the key. */
export function modelKey({ provider, id }: ModelName): string {
  return JSON.stringify([provider, id])
}

export function createModelsStore(bridge: Bridge, profiles: ProfilesStore): ModelsStore {
  /** Models that the listing does not have, or not whole, by `modelKey`. */
  const taken = new Map<string, Model>()
  const store = createStore<Models>()(() => ({
    list: null,
    error: null,
    loading: false,
    described: {},
    known: {},
    recent: [],
    favourites: [],
    load: createListing(bridge, taken, (patch) => store.setState(patch)),
    know: (model) => knowledge.know(model),
    async loadRecent(mediaType) {
      const response = await bridge.call('models.recent', { mediaType })
      if (response.ok) store.setState({ recent: response.data.items })
    },
    async loadFavourites() {
      const response = await bridge.call('uiState.list', { prefix: FAVOURITES })
      if (!response.ok) return
      const kept = response.data.items.find(({ name }) => name === FAVOURITES)
      store.setState({ favourites: readFavourites(kept?.value) })
    },
    async setFavourite(model, isFavourite) {
      const before = store.getState().favourites
      const others = before.filter((other) => modelKey(other) !== modelKey(model))
      const { provider, id } = model
      const favourites = isFavourite ? [...others, { provider, id }] : others
      store.setState({ favourites })
      const response = await bridge.call('uiState.set', { name: FAVOURITES, value: favourites })
      if (!response.ok && store.getState().favourites === favourites) store.setState({ favourites: before })
    },
    take(model) {
      taken.set(modelKey(model), model)
      store.setState(({ list }) => ({ list: list && withTaken(list, taken) }))
    },
    drop(id) {
      for (const [key, model] of taken) if (model.id === id) taken.delete(key)
    },
    async describe({ provider, id }) {
      const { list, described, take } = store.getState()
      const { activeId: profileId } = profiles.getState()
      const key = modelKey({ provider, id })
      const isWhole = findModel(list, { provider, id })?.optionSchema !== undefined
      const isAsked = (described[key] ?? 'failed') !== 'failed'
      if (list === null || profileId === null || id.trim() === '' || isWhole || isAsked) return
      const mark = (came: Models['described'][string]): void =>
        store.setState(({ described: before }) => ({ described: { ...before, [key]: came } }))
      mark('asked')
      const response = await bridge.call('models.describe', { profileId, provider, model: id })
      if (profileId !== profiles.getState().activeId) return
      mark(response.ok ? 'told' : 'failed')
      if (response.ok && response.data.model !== null) take(response.data.model)
    },
  }))
  const knowledge = createKnowledge(bridge, profiles, store)
  profiles.subscribe((now, before) => {
    if (now.activeId !== before.activeId) {
      store.setState({ list: null, error: null, described: {} })
      taken.clear()
      knowledge.askAgain(true)
    }
    const changed = JSON.stringify(now.items) !== JSON.stringify(before.items)
    if (now.activeId !== null && (now.activeId !== before.activeId || changed)) void store.getState().load()
  })
  bridge.on((event) => {
    if (event.name === 'uiState.changed' && event.data.name === FAVOURITES)
      store.setState({ favourites: readFavourites(event.data.value) })
    if (event.name !== 'task.changed' || !TELLING.has(event.data.task.state)) return
    const { provider, model } = event.data.task.request
    knowledge.refresh({ provider, id: model })
  })
  bridge.onReconnect(() => {
    void store.getState().load()
    void store.getState().loadFavourites()
    knowledge.askAgain(false)
  })
  return store
}

function createListing(
  bridge: Bridge,
  taken: ReadonlyMap<string, Model>,
  set: (patch: Partial<Models>) => void,
): Models['load'] {
  let asked = 0
  return async (refresh = false) => {
    const mine = ++asked
    set({ loading: true })
    const response = await bridge.call('models.list', refresh ? { refresh } : {})
    if (mine !== asked) return
    set({
      ...(response.ok ? { list: withTaken(response.data, taken), error: null } : { error: response.error }),
      loading: false,
    })
  }
}

/** The listing with what was taken in place of its own entries, and behind them. */
function withTaken(list: ModelList, taken: ReadonlyMap<string, Model>): ModelList {
  if (taken.size === 0) return list
  const left = new Map(taken)
  const items = list.items.map((model) => {
    const whole = left.get(modelKey(model))
    left.delete(modelKey(model))
    return whole ?? model
  })
  return { ...list, items: [...items, ...left.values()] }
}

function createKnowledge(bridge: Bridge, profiles: ProfilesStore, store: ModelsStore) {
  const asked = new Map<string, Promise<void>>()
  /** Everything the form ever named: with another profile, or once there is one, it is asked about again. */
  const named = new Map<string, ModelName>()
  /** Counts the profiles: an answer about an earlier one is dropped. */
  let generation = 0

  /** Resolves when it is known, also to whoever asks while the answer is on its way. */
  async function know({ provider, id }: ModelName): Promise<void> {
    const { activeId: profileId } = profiles.getState()
    const key = modelKey({ provider, id })
    if (provider.trim() === '' || id.trim() === '') return
    named.set(key, { provider, id })
    if (profileId === null) return
    if (!asked.has(key)) asked.set(key, ask(profileId, { provider, id }))
    await asked.get(key)
  }
  async function ask(profileId: string, { provider, id }: ModelName): Promise<void> {
    const key = modelKey({ provider, id })
    const mine = generation
    const response = await bridge.call('models.knowledge', { profileId, provider, model: id })
    if (mine !== generation) return
    if (response.ok) store.setState(({ known }) => ({ known: { ...known, [key]: response.data } }))
    else asked.delete(key)
  }
  return {
    know,
    /** Only a model that somebody has asked about is asked about again. */
    refresh(model: ModelName): void {
      if (asked.delete(modelKey(model))) void know(model)
    },
    askAgain(isOtherProfile: boolean): void {
      if (isOtherProfile) {
        generation += 1
        store.setState({ known: {} })
      }
      asked.clear()
      for (const name of named.values()) void know(name)
    },
  }
}

function readFavourites(value: Json | undefined): readonly ModelName[] {
  if (!Array.isArray(value)) return []
  return (value as readonly unknown[]).filter(isModelName).map(({ provider, id }) => ({ provider, id }))
}

function isModelName(value: unknown): value is ModelName {
  return isObject(value) && typeof value['provider'] === 'string' && typeof value['id'] === 'string'
}

/** Whether what was read from a disk is one. */
export function isChosenModel(value: unknown): value is ChosenModel {
  return isModelName(value) && typeof (value as Partial<ChosenModel>).isTyped === 'boolean'
}

/** A model by an id that was typed: the listing's own, first of the provider that was chosen before; else one of that provider. */
export function typedModel(list: ModelList | null, id: string, chosen: ChosenModel | null): ChosenModel {
  const named = (list?.items ?? []).filter((model) => model.id === id)
  const listed = named.find(({ provider }) => provider === chosen?.provider) ?? named[0]
  if (listed !== undefined) return { id, provider: listed.provider, isTyped: false }
  const provider = chosen?.provider ?? list?.items[0]?.provider ?? ''
  return { id, provider, isTyped: true, isConfirmed: true }
}

export function findModel(list: ModelList | null, chosen: ModelName | null): Model | undefined {
  return chosen === null ? undefined : findIn(list?.items ?? [], chosen)
}

export function findIn<Name extends ModelName>(names: readonly Name[], wanted: ModelName): Name | undefined {
  return names.find(({ provider, id }) => provider === wanted.provider && id === wanted.id)
}

/** Whether the form may send a model without a question: it is sure, the user said so, or there is no listing to be in. */
export function isTrusted(models: Pick<Models, 'list' | 'known'>, chosen: ChosenModel): boolean {
  const hasNames = models.list !== null && models.list.items.length > 0
  return chosen.isConfirmed === true || !hasNames || isSure(models, chosen)
}

/** Whether a model may be sent past the form: the listing knows it, or it has worked with this service. */
export function isSure({ list, known }: Pick<Models, 'list' | 'known'>, model: ModelName): boolean {
  return findModel(list, model) !== undefined || (known[modelKey(model)]?.succeeded ?? 0) > 0
}

/** The models for a media type; those that do not say what they make are shown everywhere. */
export function modelsFor(list: ModelList | null, mediaType: MediaType): readonly Model[] {
  return (list?.items ?? []).filter(
    ({ mediaTypes }) => mediaTypes.length === 0 || mediaTypes.includes(mediaType),
  )
}

/** What the picker starts with: the choice made before, where it still stands, else the first that fits. */
export function settleModel(
  list: ModelList | null,
  mediaType: MediaType,
  chosen: ChosenModel | null,
): ChosenModel | null {
  if (list === null || chosen?.isTyped === true || findModel(list, chosen) !== undefined) return chosen
  const fitting = modelsFor(list, mediaType)
  const current = fitting.filter((model) => model.deprecated !== true)
  const first = current.find((model) => model.mediaTypes.includes(mediaType)) ?? current[0] ?? fitting[0]
  return first === undefined ? chosen : { id: first.id, provider: first.provider, isTyped: false }
}
