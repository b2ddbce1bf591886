/** The form of Create, from the media type down to the button that says what it will do. */
import { lazy, memo, Suspense, useCallback, useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useHostState } from '../../bridge/host.tsx'
import { MEDIA, scenesOf } from '../../ui/scenes.ts'
import { useWords } from '../../ui/text.ts'
import { modelsOf } from './build-requests.ts'
import styles from './create.module.css'
import { type ChosenModel, type Draft, sceneOf } from './draft.ts'
import type { CreateForm as CreateFormState, CreateFormStore, PressFacts } from './form-store.ts'
import { GenerateBar } from './generate-bar.tsx'
import type { InputActions } from './inputs/input-actions.ts'
import { InputSection } from './inputs/input-section.tsx'
import { ModelPicker } from './model/model-picker.tsx'
import { findModel, type ModelsStore, settleModel } from './model/models-store.ts'
import { panelFacts, useForecast, useModelMemory, usePlan } from './use-plan.ts'
import { knowOptions } from './options/know-options.ts'
import { promptLimit } from './prompt/plan-prompts.ts'
import { PromptSection } from './prompt/prompt-section.tsx'
import type { Prompting } from './prompt/prompting.ts'
import type { MediaType, Scene } from '#contract/rules/media.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { Model } from '#contract/models.ts'
import { Select } from '../../ui/field.tsx'

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
  const { media, drafts, isLoaded, sending, partErrors, error, focusRequests, ...actions } = useStore(form)
  const list = useStore(models, (state) => state.list)
  const draft = drafts[media]
  const model = findModel(list, draft.model)
  const limit = promptLimit(model?.optionSchema)
  const lists = useStore(prompting.words, (state) => state.lists)
  const memory = useModelMemory(models, modelsOf(draft))
  const { plan, prompts, knowledgeOf } = usePlan(media, draft, list, memory, lists, limit)
  const forecast = useForecast(plan)
  const knowledge = useMemo(
    () => (draft.model === null ? knowOptions(media, undefined) : knowledgeOf(draft.model)),
    [media, draft.model, knowledgeOf],
  )
  const scene = sceneOf(media, draft)
  const { edit } = actions
  const inputActions = useStore(form, useShallow(pickInputActions))
  const setText = useCallback((optionsText: string) => edit({ optionsText }), [edit])
  const choose = useCallback((chosen: ChosenModel) => edit({ model: chosen }), [edit])
  // What many requests would be may come a frame behind the key that changes it.
  const { axes, obstacle, prompts: varied } = panelFacts(plan, prompts.prompts)
  const facts = useDeferredValue(
    useMemo(() => ({ axes, obstacle, prompts: varied }), [axes, obstacle, varied]),
  )
  // While the settings are not known, every batch is asked about.
  const confirmAbove = useHostState('settings', (state) => state.settings?.queue.confirmAbove ?? 1)
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    // Before that, the draft of the last time may still bring its own model.
    if (!isLoaded) return
    const settled = settleModel(list, media, draft.model)
    if (settled !== draft.model) edit({ model: settled })
  }, [isLoaded, list, media, draft.model, edit])

  async function generate(facts?: PressFacts): Promise<void> {
    const tasks = await actions.submit(plan, facts)
    if (tasks.length > 0) onSent()
  }
  function press(facts?: PressFacts): void {
    if ('requests' in plan && plan.requests.length > confirmAbove && !sending) setAsking(true)
    else void generate(facts)
  }

  return (
    <form
      className={styles.form}
      aria-label={text('create.form')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.fields}>
        <MediaTypeChoice media={media} onChange={actions.setMedia} />
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
          onGenerate={() => press()}
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
        <Suspense fallback={null}>
          <OptionControls
            media={media}
            knowledge={knowledge}
            optionsText={draft.optionsText}
            partErrors={partErrors}
            onText={setText}
            onOption={actions.setOption}
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
      </div>
      <GenerateBar
        plan={plan}
        forecast={forecast}
        media={media}
        sending={sending}
        error={error}
        onGenerate={press}
      />
      {'requests' in plan && isAsking && (
        <Suspense fallback={null}>
          <ConfirmBatch
            plan={plan}
            forecast={forecast}
            models={modelsOf(draft).map((one) => findModel(list, one)?.label ?? one.id)}
            onConfirm={() => void generate()}
            onClose={() => setAsking(false)}
          />
        </Suspense>
      )}
    </form>
  )
}

function pickInputActions(state: CreateFormState): InputActions {
  const { dropProblem, addItems, addFiles, removeInput, moveInput, setInputOption, setInputShape } = state
  return { dropProblem, addItems, addFiles, removeInput, moveInput, setInputOption, setInputShape }
}

export interface MediaTypeChoiceProps {
  readonly media: MediaType
  onChange(media: MediaType): void
}

/** Not drawn again for a key in the prompt. */
export const MediaTypeChoice = memo(function MediaTypeChoice({ media, onChange }: MediaTypeChoiceProps) {
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

export interface SceneChoiceProps {
  readonly media: MediaType
  readonly scene: Scene
  /** Null where it follows from the inputs. */
  readonly chosen: Draft['scene']
  readonly model: Model | undefined
  readonly error: string | undefined
  onEdit(patch: Pick<Draft, 'scene'>): void
}

/** Not drawn again for a key in the prompt. */
export const SceneChoice = memo(function SceneChoice(props: SceneChoiceProps) {
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
