/** What the parts of Create share: its stores, and the ways to the other places. */
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { RenderedFailure } from '#contract/errors.ts'
import type { Task } from '#contract/tasks.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { Host } from '../../bridge/host.tsx'
import type { SettingsPlace } from '../../bridge/settings-place.ts'
import { activeProfile } from '../../bridge/stores/profiles.ts'
import { isFreeOf } from '../../bridge/stores/services.ts'
import { createTaskList, type TaskListStore } from '../../bridge/stores/task-list.ts'
import { createUiStateStore, namesUnder, type UiStateStore } from '../../bridge/stores/ui-state.ts'
import { createDraftSaver, type DraftSaver } from './draft-saver.ts'
import { type CreateForm, createFormStore, type CreateFormStore } from './form-store.ts'
import { createFormView, type FormView, type FormViewStore } from './form-view.ts'
import type { DraggedAssets } from './inputs/dropped-items.ts'
import { createModelsStore, type ModelsStore } from './model/models-store.ts'
import { followInputRatio } from './options/same-ratio.ts'
import { createPrompting, type Prompting } from './prompt/prompting.ts'
import { createReuse, type Reuse, type ReuseStore } from './reuse/reuse.ts'
import { createVariations, type Variations } from './reuse/variations.ts'
import type { History } from './inputs/editor/edit.ts'
import { createWorkflows } from './workflow/workflows.ts'

export interface CreateStores {
  readonly form: CreateFormStore
  readonly drafts: DraftSaver
  readonly models: ModelsStore
  /** Lists, snippets, presets and prompts of the past. */
  readonly prompting: Prompting
  readonly view: FormViewStore
  /** Fills the form from a task, an asset or a recipe. */
  readonly reuse: ReuseStore
  /** Asks for the same again with other seeds, past the form. */
  readonly variations: Variations
  /** The results beside the form, and which batches of them are folded. */
  readonly feed: TaskListStore
  readonly folded: StoreApi<ReadonlySet<string>>
  /** The field that is being looked for, as `fieldOf` names it. */
  readonly wanted: StoreApi<string | null>
  /** Whether the comparison of options is open. */
  readonly matrix: StoreApi<boolean>
  readonly editedInput: EditedInputStore
  /** Notes that the user has taken away for good. */
  readonly dismissed: UiStateStore<true>
  /** The result that the next chosen one is compared with. */
  readonly marked: StoreApi<MarkedResult | null>
  /** The id of the asset that was opened from the feed: who comes back finds it with the focus. */
  readonly opened: StoreApi<string | null>
}

/** The input that is open in the editor, and what was done to it there: who goes to another place finds it again. */
export type EditedInputStore = StoreApi<{ readonly key: string; readonly history?: History } | null>

export interface MarkedResult {
  readonly assetId: string
  /** Its prompt, or what its cell of a matrix stands for. */
  readonly name: string
}

/** Changes to assets, each of them shown at once. `store` holds why the last one failed. */
export interface AssetChanges {
  readonly store: ReadonlyStore<{ readonly problem: RenderedFailure | null }>
  favorite(ids: readonly string[], favorite: boolean): Promise<unknown>
  rate(ids: readonly string[], rating: number): Promise<unknown>
  move(kind: 'trash' | 'restore', ids: readonly string[]): Promise<void>
  /** Shows a failure, also of something other than a change. */
  fail(problem: RenderedFailure): void
  dismiss(): void
}

type ReadonlyStore<State> = Pick<StoreApi<State>, 'getState' | 'getInitialState' | 'subscribe'>

/** How large results are: the same slider as the gallery's. */
export interface Zoom {
  readonly store: ReadonlyStore<{ readonly zoom: number }>
  readonly most: number
  /** In pixels. */
  rowHeightAt(zoom: number): number
  set(zoom: number): void
}

export interface Create extends CreateStores {
  readonly zoom: Zoom
  readonly changes: AssetChanges
  /** Assets that are being dragged out of the gallery. */
  readonly dragged: DraggedAssets
  /** Puts a preset or a prompt of the past in the place of what stands in the form, which Undo brings back. */
  write: Reuse['write']
  onOpenAsset(assetId: string): void
  /** Shows two results beside or over each other. */
  onCompare(assetIds: readonly string[]): void
  /** Begins a sequence of these, or an empty one. */
  onSequence(assetIds: readonly string[]): void
  onOpenTask(taskId: string): void
  onOpenSettings(section?: SettingsPlace): void
  onOpenCreate(): void
}

export function createStores(
  bridge: Bridge,
  { profiles, services }: Pick<Host, 'profiles' | 'services'>,
  window: Window,
  firstPrompt: string,
): CreateStores {
  const createKey = (): string => window.crypto.randomUUID()
  const drafts = createDraftSaver({
    bridge,
    createKey,
    wait: (ms, then) => void window.setTimeout(then, ms),
    onOversized: (oversized) => form.setState({ oversized }),
  })
  const now = (): number => window.performance.now()
  const feed = createTaskList(bridge)
  const onAccepted = (tasks: readonly Task[]): void => feed.apply(tasks)
  const onLateInput: Reuse['settle'] = (key, to) => reuse.getState().settle(key, to)
  const form = createFormStore({
    bridge,
    saver: drafts,
    firstPrompt,
    createKey,
    now,
    onAccepted,
    onLateInput,
  })
  const openForm = (): void => {
    const { phase, activeId } = profiles.getState()
    if (phase === 'ready') void form.getState().open(activeId ?? '')
  }
  profiles.subscribe(openForm)
  const keepExample = (): void => {
    if (form.getState().example === null) return
    const { phase, ...known } = services.getState()
    const isKnown = phase === 'ready' && profiles.getState().phase === 'ready'
    const isPaid = isKnown && !isFreeOf(known, activeProfile(profiles.getState()))
    if (isPaid || feed.getState().tasks.length > 0) form.getState().dropExample()
  }
  for (const source of [form, feed, profiles, services]) source.subscribe(keepExample)
  const models = createModelsStore(bridge, profiles)
  const prompting = createPrompting(bridge, createKey)
  const view = createFormView(form, models, prompting.wordLists)
  followInputRatio(form, view)
  const draw = (): number => Math.floor(Math.random() * 2 ** 31)
  const workflows = createWorkflows({ bridge, profiles, services, models })
  const reuse = createReuse({ bridge, form, draw, workflows })
  return {
    form,
    drafts,
    models,
    prompting,
    view,
    reuse,
    variations: createVariations({ bridge, form, models, draw }),
    feed,
    folded: createStore<ReadonlySet<string>>()(() => new Set()),
    wanted: createStore<string | null>()(() => null),
    matrix: createStore<boolean>()(() => false),
    editedInput: createEditedInput(),
    dismissed: createUiStateStore(bridge, namesUnder('dismissed/')),
    marked: createStore<MarkedResult | null>()(() => null),
    opened: createStore<string | null>()(() => null),
  }
}

export function createEditedInput(): EditedInputStore {
  return createStore<ReturnType<EditedInputStore['getState']>>()(() => null)
}

const Context = createContext<Create | null>(null)

export const CreateProvider = Context.Provider

export function useCreate(): Create {
  const create = use(Context)
  if (create === null) throw new Error('useCreate is called outside CreateProvider')
  return create
}

/** Keep `select` narrow: it decides when the component renders. */
export function useForm<Part>(select: (form: CreateForm) => Part): Part {
  return useStore(useCreate().form, select)
}

/** Whether the provider of a model needs no mention: the listing has but one. */
export function useHasOneProvider(): boolean {
  return useView(({ list }) => new Set(list?.items.map(({ provider }) => provider)).size < 2)
}

/** What follows from the open draft. Keep `select` narrow, as above. */
export function useView<Part>(select: (view: FormView) => Part): Part {
  return useStore(useCreate().view, select)
}
