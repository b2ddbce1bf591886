/**
 * The fields of the form for a request that is sent elsewhere, as a shot of a sequence is: the prompt, the inputs, the model and
 * its options, on a form of their own.
 */
import { lazy, Suspense, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { JsonObject } from '#contract/json.ts'
import type { InputReference } from '#contract/inputs.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import type { Bridge } from '../../bridge/bridge.ts'
import parts from '../../ui/parts.module.css'
import { type Create, CreateProvider, useCreate, useView } from './create-context.ts'
import { useKnownModels } from './create-form.tsx'
import type { Draft } from './draft.ts'
import { type CreateFormStore, createFormStore } from './form-store.ts'
import { createFormView, type FormViewStore } from './form-view.ts'
import { useInputDrop } from './inputs/dropped-items.ts'
import { InputSection } from './inputs/input-section.tsx'
import { inputReferences } from './inputs/plan-inputs.ts'
import { ModelRow } from './model/model-row.tsx'
import { parseOptions } from './options/options-text.ts'
import { PromptBox } from './prompt/prompt-box.tsx'
import { parseTemplate } from './prompt/template.ts'
import { OptionControls } from './options/option-controls.tsx'

const InputEditor = lazy(async () => ({
  default: (await import('./inputs/editor/image-editor.tsx')).InputEditor,
}))

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
  /** Shows these fields; what is edited from then on is told to `onChange`, and nothing that only follows from the listing is. */
  fill(fields: RequestFields, onChange: OnFields): void
}

export function createRequestForm(
  bridge: Bridge,
  { models, prompting }: Pick<Create, 'models' | 'prompting'>,
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
  const view = createFormView(form, models, prompting.words)
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

interface RequestFieldsFormProps {
  readonly requestForm: RequestForm
  onGenerate(): void
}

export function RequestFieldsForm({ requestForm, onGenerate }: RequestFieldsFormProps) {
  const create = useCreate()
  const { form, view, editedInput } = requestForm
  const lent = useMemo(() => ({ ...create, form, view, editedInput }), [create, form, view, editedInput])
  return (
    <CreateProvider value={lent}>
      <Fields onGenerate={onGenerate} />
    </CreateProvider>
  )
}

function Fields({ onGenerate }: Pick<RequestFieldsFormProps, 'onGenerate'>) {
  const { form, dragged, editedInput, models } = useCreate()
  const edited = useStore(editedInput)
  const prompt = useView((view) => view.draft.prompt)
  const template = useMemo(() => parseTemplate(prompt), [prompt])
  const { isOver, handlers } = useInputDrop(dragged, (dropped) => void form.getState().addItems(dropped))
  useKnownModels()
  useEffect(() => {
    if (models.getState().list === null) void models.getState().load()
  }, [models])
  return (
    <div className={parts.form} {...handlers}>
      <PromptBox template={template} onGenerate={(kind) => kind === 'fresh' && onGenerate()} />
      <InputSection isTarget={isOver} />
      <ModelRow />
      <OptionControls isSingle />
      {edited !== null && (
        <Suspense fallback={null}>
          <InputEditor inputKey={edited} onClose={() => editedInput.setState(null, true)} />
        </Suspense>
      )}
    </div>
  )
}
