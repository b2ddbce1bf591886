/**
 * The form of Create: a draft per media type, what the host said about the last attempt, and sending it once.
 *
 * `sending` guards the button: a second press while a request is on its way does nothing, because every request costs.
 * Each press has an id that it keeps until the host has answered it, so that pressing again after a lost answer makes
 * nothing twice. A press that repeats the one before it at once, or that the system calls the second click of a double one, is
 * dropped.
 */
import type { Failure } from '#contract/errors.ts'
import type { InputReference } from '#contract/inputs.ts'
import type { Json } from '#contract/json.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { GenerateRequest, Task } from '#contract/tasks.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../bridge/bridge.ts'
import { MEDIA } from '../../ui/scenes.ts'
import { formPart, type Obstacle, type Plan } from './build-requests.ts'
import { type Draft, type Drafts, EMPTY_DRAFT } from './draft.ts'
import type { DraftSaver } from './draft-saver.ts'
import { createInputActions, type InputActions } from './inputs/input-actions.ts'
import { editOptions, formatOptions } from './options/options-text.ts'
import type { OptionPath } from './options/json-tree.ts'
import { drawAgain, ONE_REQUEST } from './batch/batch-settings.ts'

/** What a task, an asset or the user's own words offer to fill the form with. */
export interface Recipe {
  readonly mediaType: string
  readonly provider: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string | undefined
  readonly options?: GenerateRequest['options'] | undefined
  readonly inputs?: readonly InputReference[] | undefined
  /** The asset that the form is filled from. */
  readonly fromAssetId?: string | undefined
}

export interface CreateForm extends InputActions {
  readonly media: MediaType
  readonly drafts: Drafts
  /** Whether the drafts of the last time are here, so that what is written is kept. */
  readonly isLoaded: boolean
  /** Media whose drafts are too large to be kept through a restart. */
  readonly oversized: readonly MediaType[]
  readonly sending: boolean
  /** The host's words on the last attempt, by the part of the form they speak of. */
  readonly partErrors: Readonly<Record<string, string>>
  readonly error: Failure | null
  /** Counts the requests to put the cursor into the prompt. */
  readonly focusRequests: number
  /** Brings the drafts of the last time back, except those that were edited meanwhile. */
  load(): Promise<void>
  setMedia(media: MediaType): void
  edit(patch: Partial<Omit<Draft, 'inputs'>>): void
  /** undefined takes it away. */
  setOption(path: OptionPath, value: Json | undefined): void
  /** Sends what the plan shows. */
  submit(plan: Plan | Obstacle, press?: PressFacts): Promise<readonly Task[]>
  fillFrom(recipe: Recipe): Promise<void>
  focusPrompt(): void
}

export interface PressFacts {
  /** The system counts it to the click before: however late it is handled, it is half of a double click. */
  readonly isFollowUp: boolean
}

export type CreateFormStore = StoreApi<CreateForm>

export interface FormNeeds {
  readonly bridge: Bridge
  readonly saver: DraftSaver
  /** In the box at the very first start. */
  readonly firstPrompt: string
  /** A fresh UUID. */
  createKey(): string
  /** Milliseconds on a clock that only goes forward. */
  now(): number
}

/** As long as the second click of a double click may take: the longest that systems offer is 900 ms, the usual 500. */
const DOUBLE_CLICK_MS = 500

const FIRST_MEDIA_TYPE: MediaType = 'image'
const EMPTY_DRAFTS: Drafts = {
  image: EMPTY_DRAFT,
  video: EMPTY_DRAFT,
  character: EMPTY_DRAFT,
  music: EMPTY_DRAFT,
}

/** A press that the host has not answered, or not that anybody knows. */
interface Press {
  readonly id: string
  /** What it asks for: another press that asks for the same is this one again. */
  readonly requests: string
}

export function createFormStore({ bridge, saver, firstPrompt, createKey, now }: FormNeeds): CreateFormStore {
  let press: Press | null = null
  let lastPress = { form: '', at: Number.NEGATIVE_INFINITY }
  const store = createStore<CreateForm>()((set, get) => {
    function editDraft(change: (draft: Draft) => Partial<Draft>, media = get().media): void {
      const { drafts } = get()
      set({ drafts: { ...drafts, [media]: { ...drafts[media], ...change(drafts[media]) } }, error: null })
    }
    const { addInput, ...inputActions } = createInputActions({
      bridge,
      createKey,
      mediaType: () => get().media,
      inputsOf: (media) => get().drafts[media].inputs,
      edit(media, inputs) {
        editDraft(() => ({ inputs }), media)
        set({ partErrors: withoutParts(get().partErrors, ['inputs']) })
      },
      tell: (dropProblem) => set({ dropProblem }),
    })
    return {
      media: FIRST_MEDIA_TYPE,
      drafts: EMPTY_DRAFTS,
      isLoaded: false,
      oversized: [],
      sending: false,
      partErrors: {},
      error: null,
      focusRequests: 0,
      dropProblem: null,
      ...inputActions,
      async load() {
        if (get().isLoaded) return
        const kept = await saver.load()
        if (kept === null) return
        const { media, drafts } = get()
        const first = kept.media === null ? { image: { ...EMPTY_DRAFT, prompt: firstPrompt } } : {}
        const loaded = { ...EMPTY_DRAFTS, ...first, ...kept.drafts }
        const edited = MEDIA.filter((name) => isWritten(drafts[name])).map((name) => [name, drafts[name]])
        set({
          isLoaded: true,
          media: media === FIRST_MEDIA_TYPE ? (kept.media ?? media) : media,
          drafts: { ...loaded, ...Object.fromEntries(edited) },
        })
      },
      setMedia(media) {
        set({ media, partErrors: {}, error: null, dropProblem: null })
      },
      edit(patch) {
        // An emptied prompt is a fresh start: what is written next has nothing to do with what the form was filled from.
        const isFresh = patch.prompt !== undefined && patch.prompt.trim() === ''
        editDraft(() => (isFresh ? { ...patch, fromAssetId: null } : patch))
        const parts = Object.keys(patch)
        set({
          partErrors: withoutParts(get().partErrors, 'optionsText' in patch ? [...parts, 'options'] : parts),
        })
      },
      setOption(path, value) {
        editDraft(({ optionsText }) => ({ optionsText: editOptions(optionsText, path, value) }))
        set({ partErrors: withoutParts(get().partErrors, [`options.${path.join('.')}`]) })
      },
      async submit(plan, { isFollowUp } = { isFollowUp: false }) {
        const { sending, media, drafts } = get()
        if (sending || 'kind' in plan) return []
        const requests = JSON.stringify([plan.name, plan.requests])
        const form = formOf(media, drafts[media])
        const isDoubleClick =
          form === lastPress.form && (isFollowUp || now() - lastPress.at < DOUBLE_CLICK_MS)
        lastPress = { form, at: now() }
        if (isDoubleClick) return []
        set({ sending: true, partErrors: {}, error: null })
        if (press?.requests !== requests) press = { id: createKey(), requests }
        const response = await bridge.call('tasks.submit', {
          requests: [...plan.requests],
          pressId: press.id,
          ...(plan.name === undefined ? {} : { name: plan.name }),
        })
        if (response.ok || !isResponseLost(response.error)) press = null
        // Counted from the answer: on a busy page the second click is handled only after it.
        lastPress = { form, at: now() }
        set({ sending: false })
        if (response.ok) {
          editDraft(({ batch, pickSeed }) => ({ batch: drawAgain(batch), pickSeed: pickSeed + 1 }), media)
          return response.data.tasks
        }
        const part = formPart(response.error.field)
        set(part === null ? { error: response.error } : { partErrors: { [part]: response.error.message } })
        return []
      },
      async fillFrom(recipe) {
        const media = MEDIA.find((name) => name === recipe.mediaType) ?? 'image'
        set({ media, partErrors: {}, error: null })
        editDraft(() => ({
          prompt: recipe.prompt ?? '',
          model: { provider: recipe.provider, id: recipe.model, isTyped: true },
          scene: recipe.inputs === undefined || recipe.inputs.length === 0 ? null : (recipe.scene as Scene),
          optionsText: formatOptions(recipe.options ?? {}),
          requests: 1,
          batch: ONE_REQUEST,
          inputs: [],
          fromAssetId: recipe.fromAssetId ?? null,
        }))
        await Promise.all(
          (recipe.inputs ?? []).map(({ inputId, option, shape }) =>
            addInput(option, () => bridge.call('inputs.get', { id: inputId }), {
              option,
              ...(shape === undefined ? {} : { shape }),
            }),
          ),
        )
      },
      focusPrompt() {
        set({ focusRequests: get().focusRequests + 1 })
      },
    }
  })
  store.subscribe((now, before) => {
    if (now.drafts !== before.drafts || now.media !== before.media) saver.save(now.media, now.drafts)
  })
  bridge.onReconnect(() => void store.getState().load())
  return store
}

/** What a press asks for, whatever chance makes of it: the second half of a double click may draw other seeds. */
function formOf(media: MediaType, draft: Draft): string {
  const { pickSeed: _, batch, ...rest } = draft
  const { seeds } = batch
  return JSON.stringify([media, rest, { ...batch, seeds: seeds.kind === 'random' ? seeds.kind : seeds }])
}

/** A model chosen from the listing by the form itself is no work of the user's. */
function isWritten({ prompt, optionsText, inputs }: Draft): boolean {
  return prompt !== '' || optionsText !== EMPTY_DRAFT.optionsText || inputs.length > 0
}

/** The host may have taken the call all the same. */
export function isResponseLost(error: Failure): boolean {
  return error.code === 'not_available_here' || error.code === 'internal'
}

function withoutParts(errors: Readonly<Record<string, string>>, parts: readonly string[]) {
  const isMended = (part: string): boolean =>
    parts.some((name) => part === name || part.startsWith(`${name}.`))
  return Object.keys(errors).some(isMended)
    ? Object.fromEntries(Object.entries(errors).filter(([part]) => !isMended(part)))
    : errors
}
