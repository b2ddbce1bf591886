/**
 * A form for a request that is sent elsewhere, as a shot of a sequence is.
 *
 * Owns what is told of it: only what the user edits. What follows from the listing alone changes nothing, since a request that is paid
 * for already must stay the same.
 */
import type { JsonObject } from '#contract/json.ts'
import type { InputReference } from '#contract/inputs.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import { createEditedInput, type EditedInputStore } from './create-context.ts'
import type { Draft, DraftInput } from './draft.ts'
import { type CreateFormStore, createFormStore } from './form-store.ts'
import { createFormView, type FormViewStore } from './form-view.ts'
import { createLateInputs } from './inputs/late-inputs.ts'
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
  readonly editedInput: EditedInputStore
  /**
   * Shows the fields of a request; what is edited from then on is told to `onChange`. An input that is under way when another request
   * is shown is told to the one that it was added to; where that is shown again by then, it is in the form again.
   */
  fill(id: string, fields: RequestFields, onChange: OnFields): void
}

interface Shown {
  readonly id: string
  readonly mediaType: MediaType
  readonly onChange: OnFields
  /** What `onChange` knows of. */
  told: Draft
  /** Its inputs still come: edits are told together when they are there. */
  isLoading: boolean
}

export function createRequestForm(
  bridge: Bridge,
  { models, prompting }: { readonly models: ModelsStore; readonly prompting: Pick<Prompting, 'wordLists'> },
): RequestForm {
  const late = createLateInputs()
  let shown: Shown | null = null
  const form = createFormStore({
    bridge,
    saver: UNSAVED,
    firstPrompt: '',
    createKey: () => crypto.randomUUID(),
    now: () => performance.now(),
    onAccepted: () => undefined,
    onLateInput: settle,
  })
  form.setState({ isLoaded: true })
  const view = createFormView(form, models, prompting.wordLists)
  const inputsOf = (mediaType: MediaType): Draft['inputs'] => form.getState().drafts[mediaType].inputs
  const setInputs = (mediaType: MediaType, inputs: Draft['inputs']): void =>
    form.setState(({ drafts }) => ({ drafts: { ...drafts, [mediaType]: { ...drafts[mediaType], inputs } } }))
  /** It may be in the form of another media type since. */
  function settle(key: string, to: (input: DraftInput) => DraftInput): void {
    late.settle(key, to)
    const inputs = shown === null ? [] : inputsOf(shown.mediaType)
    if (shown === null || !inputs.some((input) => input.key === key)) return
    setInputs(
      shown.mediaType,
      inputs.map((input) => (input.key === key ? to(input) : input)),
    )
  }
  function tell(): void {
    if (shown === null || shown.isLoading) return
    const now = form.getState().drafts[shown.mediaType]
    const change = changeOf(now, shown.told, view)
    shown.told = { ...now, inputs: change.inputs === undefined ? shown.told.inputs : now.inputs }
    if (Object.keys(change).length > 0) shown.onChange(change)
  }
  function endLoading(): void {
    if (shown?.isLoading !== true) return
    const inputs = inputsOf(shown.mediaType)
    if (isSame(inputs, shown.told.inputs)) shown.told = { ...shown.told, inputs }
    shown.isLoading = false
    tell()
  }
  /** Clears the form for the request `next`; what was shown of the same one was replaced by its fields. */
  function leave(next: string): void {
    if (shown === null) return
    const { id, mediaType, onChange } = shown
    if (id !== next) endLoading()
    const [inputs, told] = [inputsOf(mediaType), shown.told.inputs]
    shown = null
    const kept = { inputs, told, knowledge: view.getState().knowledge.inputs, onChange }
    if (inputs !== told) late.keep(id, kept)
    if (id !== next) late.tellSettled(id)
    setInputs(mediaType, [])
  }
  form.subscribe(tell)
  return {
    form,
    view,
    editedInput: createEditedInput(),
    fill(id, fields, onChange) {
      leave(id)
      const { mediaType, scene = `text-to-${mediaType === 'video' ? 'video' : 'image'}` } = fields
      const filling = form.getState().fillFrom({ ...fields, scene })
      if (fields.scene === undefined) form.getState().edit({ scene: null })
      const told = form.getState().drafts[mediaType]
      const mine: Shown = { id, mediaType, onChange, told, isLoading: true }
      shown = mine
      setInputs(mediaType, [...told.inputs, ...late.take(id)])
      void filling.then(() => shown === mine && endLoading())
    },
  }
}

/** Whether nothing was done to them since: their media have come, and the images of their masks. */
function isSame(inputs: Draft['inputs'], before: Draft['inputs']): boolean {
  const settings = ({ key, option, shape, role, paint, keepsOutside, original }: DraftInput) =>
    JSON.stringify([key, option, shape, role, paint, keepsOutside, original?.id])
  return inputs.map(settings).join() === before.map(settings).join()
}

/** Whoever lends these fields saves what they hold. */
const UNSAVED = {
  read: async () => null,
  load: async () => null,
  save: () => undefined,
  flush: async () => undefined,
  isSaved: () => true,
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
