/**
 * The form of Create: a draft per medium, what the host said about the last attempt, and sending it once.
 *
 * `sending` guards the button: a second press while a request is on its way does nothing, because every request costs.
 * Each press has an id that it keeps until the host has answered it, so that pressing again after a lost answer makes
 * nothing twice. A press that repeats the one before it at once is the second half of a double click, and is dropped.
 */
import type { Failure, Result } from '#contract/errors.ts'
import type { InputMedia } from '#contract/input.ts'
import type { Json } from '#contract/json.ts'
import type { MediaType, Model, Scene } from '#contract/model.ts'
import type { GenerateRequest, InputReference, Task } from '#contract/task.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Bridge } from '../../bridge/bridge.ts'
import { MEDIA } from '../../ui/scenes.ts'
import { formPart, planRequests } from './build-requests.ts'
import {
  readDrafts,
  saveDrafts,
  type Draft,
  type DraftInput,
  type Drafts,
  type DraftStorage,
} from './draft.ts'
import { formatOptions, parseOptions, withOption } from './options/options-text.ts'

/** What a task, an asset or the user's own words offer to fill the form with. */
export interface Recipe {
  readonly mediaType: string
  readonly provider: string
  readonly model: string
  readonly scene: string
  readonly prompt?: string | undefined
  readonly options?: GenerateRequest['options'] | undefined
  readonly inputs?: readonly InputReference[] | undefined
}

export interface CreateForm {
  readonly media: MediaType
  readonly drafts: Drafts
  readonly sending: boolean
  /** The host's words on the last attempt, by the part of the form they speak of. */
  readonly partErrors: Readonly<Record<string, string>>
  readonly error: Failure | null
  /** Counts the requests to put the cursor into the prompt. */
  readonly focusRequests: number
  setMedia(media: MediaType): void
  edit(patch: Partial<Omit<Draft, 'inputs'>>): void
  setOption(key: string, value: Json | undefined): void
  addFiles(files: readonly File[]): Promise<void>
  addAsset(assetId: string, name: string): Promise<void>
  removeInput(key: string): void
  setInputOption(key: string, option: string | null): void
  submit(model: Model | undefined): Promise<readonly Task[]>
  fillFrom(recipe: Recipe): Promise<void>
  focusPrompt(): void
}

export type CreateFormStore = StoreApi<CreateForm>

export interface FormNeeds {
  readonly bridge: Bridge
  readonly storage: DraftStorage
  /** In the box at the very first start. */
  readonly firstPrompt: string
  /** A fresh UUID. */
  createKey(): string
  /** Milliseconds on a clock that only goes forward. */
  now(): number
}

/** As long as the second click of a double click may take: the longest that systems offer is 900 ms, the usual 500. */
const DOUBLE_CLICK_MS = 500

/** A press that the host has not answered, or not that anybody knows. */
interface Press {
  readonly id: string
  /** What it asks for: another press that asks for the same is this one again. */
  readonly requests: string
}

export function createFormStore({
  bridge,
  storage,
  firstPrompt,
  createKey,
  now,
}: FormNeeds): CreateFormStore {
  let press: Press | null = null
  let lastPress = { requests: '', at: Number.NEGATIVE_INFINITY }
  const store = createStore<CreateForm>()((set, get) => {
    function editDraft(change: (draft: Draft) => Partial<Draft>, media = get().media): void {
      const { drafts } = get()
      set({ drafts: { ...drafts, [media]: { ...drafts[media], ...change(drafts[media]) } }, error: null })
    }
    function changeInput(media: MediaType, key: string, patch: Partial<DraftInput>): void {
      editDraft(
        ({ inputs }) => ({
          inputs: inputs.map((input) => (input.key === key ? { ...input, ...patch } : input)),
        }),
        media,
      )
    }
    async function addInput(
      name: string,
      ask: () => Promise<Result<InputMedia>>,
      option: string | null = null,
    ) {
      const { media } = get()
      const key = createKey()
      editDraft(({ inputs }) => ({ inputs: [...inputs, { key, name, media: null, option, problem: null }] }))
      const answer = await ask()
      changeInput(media, key, answer.ok ? { media: answer.data } : { problem: answer.error.message })
    }
    return {
      ...readDrafts(storage, firstPrompt),
      sending: false,
      partErrors: {},
      error: null,
      focusRequests: 0,
      setMedia(media) {
        set({ media, partErrors: {}, error: null })
      },
      edit(patch) {
        editDraft(() => patch)
        const parts = Object.keys(patch)
        set({
          partErrors: withoutParts(get().partErrors, 'optionsText' in patch ? [...parts, 'options'] : parts),
        })
      },
      setOption(key, value) {
        const parsed = parseOptions(get().drafts[get().media].optionsText)
        if (!parsed.ok) return
        editDraft(() => ({ optionsText: formatOptions(withOption(parsed.value, key, value)) }))
        set({ partErrors: withoutParts(get().partErrors, [`options.${key}`]) })
      },
      async addFiles(files) {
        await Promise.all(files.map((file) => addInput(file.name, () => bridge.upload(file, file.name))))
      },
      async addAsset(assetId, name) {
        await addInput(name, () => bridge.call('inputs.add', { assetId }))
      },
      removeInput(key) {
        editDraft(({ inputs }) => ({ inputs: inputs.filter((input) => input.key !== key) }))
        set({ partErrors: withoutParts(get().partErrors, ['inputs']) })
      },
      setInputOption(key, option) {
        changeInput(get().media, key, { option })
      },
      async submit(model) {
        const { sending, media, drafts } = get()
        const plan = planRequests(media, drafts[media], model)
        if (sending || 'kind' in plan) return []
        const requests = JSON.stringify(plan.requests)
        const isDoubleClick = requests === lastPress.requests && now() - lastPress.at < DOUBLE_CLICK_MS
        lastPress = { requests, at: now() }
        if (isDoubleClick) return []
        set({ sending: true, partErrors: {}, error: null })
        if (press?.requests !== requests) press = { id: createKey(), requests }
        const answer = await bridge.call('tasks.submit', {
          requests: [...plan.requests],
          pressId: press.id,
        })
        if (answer.ok || !isAnswerLost(answer.error)) press = null
        // Counted from the answer: on a busy page the second click is handled only after it.
        lastPress = { requests, at: now() }
        set({ sending: false })
        if (answer.ok) return answer.data.tasks
        const part = formPart(answer.error.field)
        set(part === null ? { error: answer.error } : { partErrors: { [part]: answer.error.message } })
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
          inputs: [],
        }))
        await Promise.all(
          (recipe.inputs ?? []).map(({ inputId, option }) =>
            addInput(option, () => bridge.call('inputs.get', { id: inputId }), option),
          ),
        )
      },
      focusPrompt() {
        set({ focusRequests: get().focusRequests + 1 })
      },
    }
  })
  store.subscribe((now, before) => {
    if (now.drafts !== before.drafts || now.media !== before.media) saveDrafts(storage, now.media, now.drafts)
  })
  return store
}

/** The host may have taken the call all the same. */
export function isAnswerLost(error: Failure): boolean {
  return error.code === 'not_available_here' || error.code === 'internal'
}

function withoutParts(errors: Readonly<Record<string, string>>, parts: readonly string[]) {
  const isMended = (part: string): boolean =>
    parts.some((name) => part === name || part.startsWith(`${name}.`))
  return Object.fromEntries(Object.entries(errors).filter(([part]) => !isMended(part)))
}
