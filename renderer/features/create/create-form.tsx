/** The form of Create, from the media type down to the button that says what it will do. */
import { lazy, memo, Suspense, useCallback, useEffect, type ReactNode } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import type { Model } from '#contract/models.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { useHostState } from '../../bridge/host.tsx'
import { Select } from '../../ui/field.tsx'
import { MEDIA, scenesOf } from '../../ui/scenes.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'
import { modelsOf } from './build-requests.ts'
import styles from './create.module.css'
import type { Draft } from './draft.ts'
import type { ChosenModel } from './model/chosen-model.ts'
import type { CreateForm as CreateFormState, CreateFormStore } from './form-store.ts'
import { GenerateBar } from './generate-bar.tsx'
import type { InputActions } from './inputs/input-actions.ts'
import { InputSection } from './inputs/input-section.tsx'
import { ModelPicker } from './model/model-picker.tsx'
import { findModel, settleModel, type ModelsStore } from './model/models-store.ts'
import type { PressKind } from './press-guard.ts'
import { PromptSection } from './prompt/prompt-section.tsx'
import type { Prompting } from './prompt/prompting.ts'
import { useForecast, useFormView, type FormView } from './use-plan.ts'

// What lies below the prompt comes a moment later, so that one can type at once.
const OptionControls = lazy(async () => ({
  default: (await import('./options/option-controls.tsx')).OptionControls,
}))
const BatchPanel = lazy(async () => ({ default: (await import('./batch/batch-panel.tsx')).BatchPanel }))
const ConfirmBatch = lazy(async () => ({ default: (await import('./confirm-batch.tsx')).ConfirmBatch }))

export interface CreateFormProps {
  readonly form: CreateFormStore
  readonly models: ModelsStore
  readonly prompting: Prompting
  readonly isDropTarget: boolean
  onSent(): void
}

export function CreateForm({ form, models, prompting, isDropTarget, onSent }: CreateFormProps) {
  const { text } = useWords()
  const view = useFormView(form, models, prompting)
  const { media, draft, list, plan } = view
  const { isLoaded, isAsking, sending, error, edit, press, confirm } = useStore(form)
  const forecast = useForecast(plan)
  // While the settings are not known, every batch is asked about.
  const confirmAbove = useHostState('settings', (state) => state.settings?.queue.confirmAbove ?? 1)
  useEffect(() => {
    // Before that, the draft of the last start may still bring its own model.
    if (!isLoaded) return
    const settled = settleModel(list, media, draft.model)
    if (settled !== draft.model) edit({ model: settled })
  }, [isLoaded, list, media, draft.model, edit])

  async function follow(sent: ReturnType<typeof press>): Promise<void> {
    if ((await sent).length > 0) onSent()
  }
  const generate = (kind: PressKind): void => void follow(press(plan, kind, confirmAbove))

  return (
    <form
      className={styles.form}
      aria-label={text('create.form')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.fields}>
        <MainFields
          form={form}
          models={models}
          prompting={prompting}
          view={view}
          isDropTarget={isDropTarget}
          onGenerate={generate}
        />
        <OtherFields form={form} view={view} />
      </div>
      <GenerateBar
        plan={plan}
        forecast={forecast}
        media={media}
        sending={sending}
        error={error}
        onGenerate={generate}
      />
      {'requests' in plan && isAsking && (
        <Suspense fallback={null}>
          <ConfirmBatch
            plan={plan}
            forecast={forecast}
            models={modelsOf(draft).map((one) => findModel(list, one)?.label ?? one.id)}
            onConfirm={() => void follow(confirm(plan))}
            onClose={() => void confirm(null)}
          />
        </Suspense>
      )}
    </form>
  )
}

interface MainFieldsProps extends Omit<CreateFormProps, 'onSent'> {
  readonly view: FormView
  onGenerate(kind: PressKind): void
}

function MainFields({ form, models, prompting, view, isDropTarget, onGenerate }: MainFieldsProps): ReactNode {
  const { text } = useWords()
  const { media, draft, limit, scene, model, prompts, knowledge } = view
  const { partErrors, focusRequests, edit, setMedia } = useStore(form)
  const inputActions = useStore(form, useShallow(pickInputActions))
  const choose = useCallback((chosen: ChosenModel) => edit({ model: chosen }), [edit])
  return (
    <>
      <MediaTypeChoice media={media} onChange={setMedia} />
      <PromptSection
        prompting={prompting}
        media={media}
        draft={draft}
        plan={prompts}
        limit={limit}
        placeholder={text(`input.prompt.${scene}`)}
        error={partErrors['prompt']}
        focusRequests={focusRequests}
        onEdit={edit}
        onGenerate={onGenerate}
      />
      <InputSection
        media={media}
        scene={scene}
        inputs={draft.inputs}
        model={draft.model}
        knowledge={knowledge.inputs}
        optionsText={draft.optionsText}
        actions={inputActions}
        error={partErrors['inputs']}
        isTarget={isDropTarget}
      />
      <ModelPicker
        models={models}
        media={media}
        scene={scene}
        chosen={draft.model}
        onChoose={choose}
        error={partErrors['model']}
        providerError={partErrors['provider']}
      />
      {scenesOf(media).length > 1 && (
        <SceneChoice
          media={media}
          scene={scene}
          chosen={draft.scene}
          model={model}
          error={partErrors['scene']}
          onEdit={edit}
        />
      )}
    </>
  )
}

function OtherFields({ form, view }: { readonly form: CreateFormStore; readonly view: FormView }): ReactNode {
  const { media, draft, list, knowledge, knowledgeOf, facts } = view
  const { partErrors, edit, setOption } = useStore(form)
  const setText = useCallback((optionsText: string) => edit({ optionsText }), [edit])
  return (
    <Suspense fallback={null}>
      <OptionControls
        media={media}
        knowledge={knowledge}
        optionsText={draft.optionsText}
        partErrors={partErrors}
        onText={setText}
        onOption={setOption}
      />
      <BatchPanel
        media={media}
        batch={draft.batch}
        model={draft.model}
        requests={draft.requests}
        {...facts}
        list={list}
        knowledgeOf={knowledgeOf}
        onEdit={edit}
      />
    </Suspense>
  )
}

function pickInputActions(state: CreateFormState): InputActions {
  const { dropProblem, addItems, addFiles, removeInput, moveInput, setInputOption, setInputShape } = state
  return { dropProblem, addItems, addFiles, removeInput, moveInput, setInputOption, setInputShape }
}

interface MediaTypeChoiceProps {
  readonly media: MediaType
  onChange(media: MediaType): void
}

/** Not drawn again for a key in the prompt. */
const MediaTypeChoice = memo(function MediaTypeChoice({ media, onChange }: MediaTypeChoiceProps) {
  const { text } = useWords()
  return (
    <Segmented
      label={text('create.media')}
      value={media}
      onChange={onChange}
      options={MEDIA.map((name) => ({ value: name, label: text(`media.${name}`) }))}
    />
  )
})

interface SceneChoiceProps {
  readonly media: MediaType
  readonly scene: Scene
  /** Null where it follows from the inputs. */
  readonly chosen: Draft['scene']
  readonly model: Model | undefined
  readonly error: string | undefined
  onEdit(patch: Pick<Draft, 'scene'>): void
}

/** Not drawn again for a key in the prompt. */
const SceneChoice = memo(function SceneChoice(props: SceneChoiceProps) {
  const { media, scene, chosen, model, error, onEdit } = props
  const { text } = useWords()
  return (
    <Select<Scene | 'auto'>
      label={text('create.scene')}
      value={chosen ?? 'auto'}
      onChange={(value) => onEdit({ scene: value === 'auto' ? null : value })}
      options={[
        { value: 'auto', label: text('create.scene.auto', { scene: text(`scene.${scene}`) }) },
        ...scenesOf(media).map((name) => ({ value: name, label: text(`scene.${name}`) })),
      ]}
      error={error}
      hint={
        model !== undefined && model.scenes.length > 0 && !model.scenes.includes(scene)
          ? text('create.scene.unlisted', { model: model.label })
          : undefined
      }
    />
  )
})
