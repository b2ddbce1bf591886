/** The fields of a request that is sent elsewhere: the prompt, the inputs, the model and its options. */
import { Suspense, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import parts from '../../ui/parts.module.css'
import { type Create, CreateProvider, useCreate, useView } from './create-context.ts'
import { useKnownModels } from './create-form.tsx'
import { useInputDrop } from './inputs/dropped-items.ts'
import { InputSection } from './inputs/input-section.tsx'
import { ModelRow } from './model/model-row.tsx'
import { OptionControls } from './options/option-controls.tsx'
import { PromptBox } from './prompt/prompt-box.tsx'
import { parseTemplate } from './prompt/template.ts'
import type { RequestForm } from './request-form.ts'
import { lazyPart } from '../../locales/lazy-part.ts'

const InputEditor = lazyPart(
  () => import('./inputs/editor/image-editor.tsx'),
  (part) => part.InputEditor,
)

interface RequestFieldsProps {
  readonly requestForm: RequestForm
  onGenerate(): void
}

export function RequestFieldsForm({ requestForm, onGenerate }: RequestFieldsProps) {
  const create = useCreate()
  const { form, view, editedInput } = requestForm
  const lent = useMemo((): Create => {
    // Whoever lends the fields undoes, and keeps to the media type.
    const write: Create['write'] = (_mediaType, patch) => form.getState().edit(patch)
    return { ...create, form, view, editedInput, write }
  }, [create, form, view, editedInput])
  return (
    <CreateProvider value={lent}>
      <Fields onGenerate={onGenerate} />
    </CreateProvider>
  )
}

function Fields({ onGenerate }: Pick<RequestFieldsProps, 'onGenerate'>) {
  const { form, dragged, editedInput, models } = useCreate()
  const edited = useStore(editedInput, (state) => state?.key ?? null)
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
