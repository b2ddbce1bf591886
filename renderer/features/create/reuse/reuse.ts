/**
 * From what there is back to the form: remix, vary, edit and resend, use as input, restore the recipe of a file.
 *
 * Owns which words go into the form and the way back to what stood in it. Nothing here sends anything: every request is a
 * press of Generate.
 */
import type { Recipe as FileRecipe } from '#contract/exchange.ts'
import type { Asset } from '#contract/library.ts'
import type { Preset } from '#contract/prompts.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../../bridge/bridge.ts'
import { mediaTypeOf, mediaTypeOfScene } from '../../../ui/scenes.ts'
import { type Draft, type DraftInput, EMPTY_DRAFT, sceneOf } from '../draft.ts'
import type { CreateFormStore } from '../form-store.ts'
import type { DroppedItems } from '../inputs/dropped-items.ts'
import { draftFrom, readDroppedPreset } from '../presets/presets.ts'
import type { DroppedWorkflow, Workflows } from '../workflow/workflows.ts'
import {
  asTemplate,
  fromFile,
  hasModel,
  type PastRequest,
  originOf,
  requestOf,
  type Source,
  type FormContent,
  verbatim,
} from './reuse-source.ts'

export type ReuseKind =
  | 'remix'
  | 'vary'
  | 'edit'
  | 'continue'
  | 'recipe'
  | 'link'
  | 'preset'
  | 'found'
  | 'workflow'

/**
 * The form was filled; `before` is what stood in it, where the user had written something. `earlier`: what filled it then, so that
 * one gets back to one's own words through several fillings.
 */
export interface Reused {
  readonly how: ReuseKind
  readonly mediaType: MediaType
  readonly before: {
    readonly mediaType: MediaType
    readonly draft: Draft
    readonly earlier: Reused | null
  } | null
  /** The one that it was filled with. */
  readonly preset?: Preset
}

/** A file that says how it was made. */
export interface RecipeOffer {
  readonly name: string
  readonly recipe: FileRecipe
  /** It is in the form by now. A recipe file is nothing besides, and is asked about. */
  readonly isInput: boolean
  /** The one in the same file. */
  readonly workflow?: DroppedWorkflow
}

const RECIPE_FILE = /\.(atelier|json)$/i

export interface Reuse {
  readonly reused: Reused | null
  readonly offer: RecipeOffer | null
  /** Fills the form with what it was made from, as it was written. */
  remix(source: Source): Promise<void>
  /** The same word for word; each press of Generate draws another seed. */
  vary(source: Source): Promise<void>
  /** The same word for word. */
  edit(source: Source): Promise<void>
  /** Fills the form with what a video was made from, and a frame of it as the first one; without one its last. */
  goOn(video: Asset, frame?: Blob): Promise<void>
  /** Adds assets to the form of the scene's media type. */
  startFrom(assets: readonly Asset[], scene: Scene): Promise<void>
  /** Takes what was dropped: a recipe file is asked about, a preset is applied, all else becomes an input. What a single file carries is offered beside it. */
  take(dropped: DroppedItems): Promise<void>
  /** Fills the form with what a file or a link says. */
  restore(recipe: FileRecipe, how: 'recipe' | 'link'): Promise<void>
  /** Puts a prompt or a preset that was looked for into the form of a media type. */
  write(mediaType: MediaType, patch: Partial<Omit<Draft, 'inputs'>>): void
  /** Answers the offer. null: neither. */
  choose(choice: 'recipe' | 'workflow' | null): Promise<void>
  /** Puts back what stood in the form before. */
  undo(): void
  /** The host has read an input that a filling took out of the form: Undo brings it back as it is now. */
  settle(key: string, to: (input: DraftInput) => DraftInput): void
  dismiss(): void
}

export type ReuseStore = StoreApi<Reuse>

export interface ReuseNeeds {
  readonly bridge: Bridge
  readonly form: CreateFormStore
  /** A whole number by chance. */
  draw(): number
  readonly workflows: Workflows
}

interface ReuseAccess {
  readonly needs: ReuseNeeds
  get(): Reuse
  set(patch: Partial<Reuse>): void
}

export function createReuse(needs: ReuseNeeds): ReuseStore {
  const { bridge, form } = needs
  /** What was asked for last is what stands in the form: a source that is still being read fills it no more. */
  let lookups = 0
  const store = createStore<Reuse>()((set, get) => {
    const access: ReuseAccess = { needs, get, set }
    async function fillFrom(
      source: Source,
      how: ReuseKind,
      contentOf: (request: PastRequest) => FormContent,
    ): Promise<boolean> {
      const mine = ++lookups
      const request = await requestOf(bridge, source)
      if (mine !== lookups) return false
      const { recipe, variables } = contentOf(request)
      await fill(access, how, { recipe: { ...recipe, fromAssetId: originOf(source, request) }, variables })
      return mine === lookups
    }
    return {
      reused: null,
      offer: null,
      remix: async (source) => void (await fillFrom(source, 'remix', asTemplate)),
      vary: async (source) => void (await fillFrom(source, 'vary', verbatim)),
      edit: async (source) => void (await fillFrom(source, 'edit', verbatim)),
      async goOn(asset, frame) {
        const withoutInputs = (request: PastRequest) => ({ ...request, mediaType: 'video', inputs: [] })
        const fills = await fillFrom({ asset }, 'continue', (request) => asTemplate(withoutInputs(request)))
        if (fills) await form.getState().addFrame(frame ?? asset)
      },
      startFrom(assets, scene) {
        const mine = ++lookups
        return startFrom(form, assets, scene, () => mine === lookups)
      },
      take: (dropped) => take(access, dropped),
      restore(recipe, how) {
        lookups += 1
        return fill(access, how, fromFile(recipe, form.getState().mediaType))
      },
      write(mediaType, patch) {
        lookups += 1
        write(access, { how: 'found', mediaType }, patch)
      },
      async choose(choice) {
        const { offer } = get()
        set({ offer: null })
        if (offer === null || choice === null) return
        if (choice === 'workflow') await addWorkflow(access, offer.workflow)
        else await get().restore(offer.recipe, 'recipe')
      },
      undo() {
        lookups += 1
        const { reused } = get()
        set({ reused: reused?.before?.earlier ?? null })
        if (reused?.before == null) return
        const { mediaType, draft } = reused.before
        const { drafts, setMedia } = form.getState()
        form.setState({ drafts: { ...drafts, [reused.mediaType]: draft } })
        setMedia(mediaType)
      },
      settle: (key, to) => set({ reused: settled(get().reused, key, to) }),
      dismiss: () => set({ reused: null, offer: null }),
    }
  })
  form.subscribe(({ pressed, profileId }, before) => {
    if ((pressed !== null && before.pressed === null) || profileId !== before.profileId)
      store.getState().dismiss()
  })
  return store
}

function settled(reused: Reused | null, key: string, to: (input: DraftInput) => DraftInput): Reused | null {
  if (reused?.before == null) return reused
  const { draft, earlier } = reused.before
  const inputs = draft.inputs.map((input) => (input.key === key ? to(input) : input))
  const before = { ...reused.before, draft: { ...draft, inputs }, earlier: settled(earlier, key, to) }
  return { ...reused, before }
}

async function fill(access: ReuseAccess, how: ReuseKind, { recipe, variables }: FormContent): Promise<void> {
  const {
    needs: { form, draw },
    set,
  } = access
  const mediaType = mediaTypeOf(recipe.mediaType)
  const { model } = form.getState().drafts[mediaType]
  set({ reused: { how, mediaType, before: writtenIn(access, mediaType) } })
  const filling = form.getState().fillFrom({ ...recipe, mediaType })
  // Before the inputs are read: the user may be at work in the form by then.
  const { edit, drafts: current } = form.getState()
  const { batch } = current[mediaType]
  edit({
    variables: { ...current[mediaType].variables, ...variables },
    ...(hasModel(recipe) ? {} : { model }),
    ...(how === 'vary' ? { batch: { ...batch, seeds: { kind: 'random', draw: draw() } } } : {}),
  })
  await filling
}

async function startFrom(
  form: CreateFormStore,
  assets: readonly Asset[],
  scene: Scene,
  isCurrent: () => boolean,
): Promise<void> {
  const { setMedia, edit, addItems } = form.getState()
  const mediaType = mediaTypeOfScene(scene)
  setMedia(mediaType)
  edit({ scene: null })
  const items = assets.map(({ id, title, prompt }) => ({
    kind: 'asset' as const,
    assetId: id,
    name: title || prompt || id,
  }))
  await addItems({ items, folders: 0 })
  // The inputs make the scene. Where others that were there already make another one, the user's word counts.
  const { drafts, mediaType: open } = form.getState()
  if (isCurrent() && open === mediaType && sceneOf(mediaType, drafts[mediaType]) !== scene) edit({ scene })
}

function write(
  access: ReuseAccess,
  reused: Omit<Reused, 'before'>,
  patch: Partial<Omit<Draft, 'inputs'>>,
): void {
  access.set({ reused: { ...reused, before: writtenIn(access, reused.mediaType) } })
  const { setMedia, edit } = access.needs.form.getState()
  setMedia(reused.mediaType)
  edit(patch)
}

async function take(access: ReuseAccess, dropped: DroppedItems): Promise<void> {
  const {
    needs: { bridge, form, workflows },
    set,
  } = access
  const [only, ...others] = dropped.items
  set({ offer: null })
  if (only?.kind !== 'file' || others.length > 0) return await form.getState().addItems(dropped)
  const preset = await readDroppedPreset(only.file)
  if (preset !== null) {
    return write(access, { how: 'preset', mediaType: preset.mediaType, preset }, draftFrom(preset))
  }
  const { name } = only.file
  const isRecipeFile = RECIPE_FILE.test(name)
  const workflow = await workflows.read(only.file)
  if (workflow !== null && isRecipeFile) return await addWorkflow(access, workflow)
  const adding = isRecipeFile ? null : form.getState().addItems(dropped)
  const response = await bridge.readRecipe(only.file)
  await adding
  if (response.ok) {
    if (isRecipeFile) form.setState({ dropProblem: null })
    set({
      offer: {
        name,
        recipe: response.data,
        isInput: !isRecipeFile,
        ...(workflow?.kind === 'workflow' ? { workflow } : {}),
      },
    })
  } else if (isRecipeFile) form.setState({ dropProblem: { kind: 'recipe', message: response.error.message } })
}

/** The workflow becomes a model, and the form's. */
async function addWorkflow(access: ReuseAccess, workflow: DroppedWorkflow | undefined): Promise<void> {
  const { form, workflows } = access.needs
  if (workflow === undefined) return
  const added = await workflows.add(workflow)
  if ('problem' in added) return form.setState({ dropProblem: added.problem })
  const { model, mediaType = form.getState().mediaType } = added
  write(access, { how: 'workflow', mediaType }, { model, scene: null, optionsText: EMPTY_DRAFT.optionsText })
  form.setState({ dropProblem: null })
}

/** What filling the form of a media type takes away. */
function writtenIn({ needs, get }: ReuseAccess, mediaType: MediaType): Reused['before'] {
  const { mediaType: open, drafts } = needs.form.getState()
  const { reused } = get()
  const earlier = reused?.before ? reused : null
  const draft = drafts[mediaType]
  return earlier !== null || isWritten(draft) ? { mediaType: open, draft, earlier } : null
}

function isWritten({ prompt, optionsText, inputs }: Draft): boolean {
  return prompt.trim() !== '' || optionsText !== EMPTY_DRAFT.optionsText || inputs.length > 0
}
