/**
 * A form for a request that is sent elsewhere, as a shot of a sequence is.
 *
 * Owns what is told of it: only what the user edits. What follows from the listing alone changes nothing, since a request that is paid
 * for already must stay the same.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { JsonObject } from '#contract/json.ts'
import type { InputReference } from '#contract/inputs.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import type { Draft } from './draft.ts'
import { type CreateFormStore, createFormStore } from './form-store.ts'
import { createFormView, type FormViewStore } from './form-view.ts'
import { inputReferences } from './inputs/plan-inputs.ts'
import type { ModelsStore } from './model/models-store.ts'
import { parseOptions } from './options/options-text.ts'
import type { Prompting } from './prompt/prompting.ts'

export interface RequestFields {
  readonly mediaType: MediaType
  readonly provider: string
  readonly model: string
  readonly scene?: Scene | undefined
  readonly prompt: string
  readonly options?: JsonObject | undefined
  readonly inputs?: readonly InputReference[] | undefined
}

type OnFields = (change: Partial<RequestFields>) => void

export interface RequestForm {
  readonly form: CreateFormStore
  readonly view: FormViewStore
  readonly editedInput: StoreApi<string | null>
  /** Shows these fields; what is edited from then on is told to `onChange`. */
  fill(fields: RequestFields, onChange: OnFields): void
}

export function createRequestForm(
  bridge: Bridge,
  { models, prompting }: { readonly models: ModelsStore; readonly prompting: Pick<Prompting, 'wordLists'> },
): RequestForm {
  const form = createFormStore({
    bridge,
    saver: UNSAVED,
    firstPrompt: '',
    createKey: () => crypto.randomUUID(),
    now: () => performance.now(),
    onAccepted: () => undefined,
  })
  form.setState({ isLoaded: true })
  const view = createFormView(form, models, prompting.wordLists)
  let filled: Promise<void> = Promise.resolve()
  let open = 0
  let tell: OnFields = () => undefined
  form.subscribe(({ mediaType, drafts }, before) => {
    if (open > 0) return
    const change = changeOf(drafts[mediaType], before.drafts[mediaType], view)
    if (Object.keys(change).length > 0) tell(change)
  })
  async function fill(fields: RequestFields): Promise<void> {
    const { mediaType, scene = `text-to-${mediaType === 'video' ? 'video' : 'image'}` } = fields
    await form.getState().fillFrom({ ...fields, scene })
    if (fields.scene === undefined) form.getState().edit({ scene: null })
  }
  return {
    form,
    view,
    editedInput: createStore<string | null>()(() => null),
    fill(fields, onChange) {
      open += 1
      // One after the other: inputs that still come belong to the fields before.
      const before = filled
      const next = async (): Promise<void> => {
        await before
        await fill(fields)
        open -= 1
        tell = onChange
      }
      filled = next()
    },
  }
}

/** Whoever lends these fields saves what they hold. */
const UNSAVED = {
  read: async () => null,
  load: async () => null,
  save: () => undefined,
  flush: async () => undefined,
  leave: () => undefined,
}

function changeOf(draft: Draft, before: Draft, view: FormViewStore): Partial<RequestFields> {
  const options = draft.optionsText === before.optionsText ? null : parseOptions(draft.optionsText)
  const isSettled = draft.inputs.every(({ media, problem }) => media !== null && problem === null)
  const isOther = draft.inputs !== before.inputs && isSettled
  const inputs = isOther ? inputReferences(draft.inputs, view.getState().knowledge.inputs) : null
  return {
    ...(draft.prompt !== before.prompt && { prompt: draft.prompt }),
    ...(draft.model !== before.model &&
      draft.model !== null && { provider: draft.model.provider, model: draft.model.id }),
    ...(draft.scene !== before.scene && { scene: draft.scene ?? undefined }),
    ...(options?.ok === true && { options: options.value }),
    ...(inputs !== null && { inputs }),
  }
}
