/** The form of Create, from the medium down to the button that says what it will do. */
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Scene } from '#contract/model.ts'
import { useHostState } from '../../bridge/host.tsx'
import { Select } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { MEDIA, scenesOf } from '../../ui/scenes.ts'
import { useWords } from '../../ui/text.ts'
import { knowOptions, planRequests } from './build-requests.ts'
import styles from './create-form.module.css'
import { ConfirmBatch } from './confirm-batch.tsx'
import { sceneOf } from './draft.ts'
import type { CreateFormStore } from './form-store.ts'
import { GenerateBar } from './generate-bar.tsx'
import { InputDrop } from './inputs/input-drop.tsx'
import { InputRow } from './inputs/input-row.tsx'
import { ModelPicker } from './model/model-picker.tsx'
import { findModel, settleModel, type ModelsStore } from './model/models-store.ts'
import { assignKeys } from './options/media-keys.ts'
import { OptionControls } from './options/option-controls.tsx'
import { PromptBox } from './prompt-box.tsx'

export interface CreateFormProps {
  readonly form: CreateFormStore
  readonly models: ModelsStore
  readonly isDropTarget: boolean
  onSent(): void
}

export function CreateForm({ form, models, isDropTarget, onSent }: CreateFormProps) {
  const { text } = useWords()
  const { media, drafts, sending, partErrors, error, focusRequests, ...actions } = useStore(form)
  const list = useStore(models, (state) => state.list)
  const draft = drafts[media]
  const model = findModel(list, draft.model)
  const knowledge = useMemo(() => knowOptions(media, model), [media, model])
  const plan = useMemo(() => planRequests(media, draft, model), [media, draft, model])
  const scene = sceneOf(media, draft)
  const { edit } = actions
  // While the settings are not known, every batch is asked about.
  const confirmAbove = useHostState(
    (host) => host.settings,
    (state) => state.settings?.queue.confirmAbove ?? 1,
  )
  const [isAsking, setAsking] = useState(false)

  useEffect(() => {
    const settled = settleModel(list, media, draft.model)
    if (settled !== draft.model) edit({ model: settled })
  }, [list, media, draft.model, edit])

  async function generate(): Promise<void> {
    const tasks = await actions.submit(model)
    if (tasks.length > 0) onSent()
  }
  function press(): void {
    if ('requests' in plan && plan.requests.length > confirmAbove && !sending) setAsking(true)
    else void generate()
  }

  const assigned = useMemo(() => {
    const settled = draft.inputs.map(({ media: file, option }) => ({ kind: file?.kind ?? 'image', option }))
    return assignKeys(settled, knowledge.media)
  }, [draft.inputs, knowledge.media])

  return (
    <form
      className={styles.form}
      aria-label={text('create.form')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.fields}>
        <Segmented
          label={text('create.media')}
          value={media}
          onChange={actions.setMedia}
          options={MEDIA.map((name) => ({ value: name, label: text(`media.${name}`) }))}
        />
        <PromptBox
          value={draft.prompt}
          onChange={(prompt) => edit({ prompt })}
          onGenerate={press}
          placeholder={text(`create.prompt.placeholder.${media}`)}
          error={partErrors['prompt']}
          focusRequests={focusRequests}
        />
        <div>
          <InputDrop
            onFiles={(files) => void actions.addFiles(files)}
            isEmpty={draft.inputs.length === 0}
            isTarget={isDropTarget}
          >
            <ul>
              {draft.inputs.map((input, index) => (
                <InputRow
                  key={input.key}
                  input={input}
                  option={assigned[index] ?? ''}
                  onOption={(option) => actions.setInputOption(input.key, option)}
                  onRemove={() => actions.removeInput(input.key)}
                />
              ))}
            </ul>
          </InputDrop>
          {partErrors['inputs'] !== undefined && <p className={styles.error}>{partErrors['inputs']}</p>}
        </div>
        <ModelPicker
          models={models}
          media={media}
          chosen={draft.model}
          onChoose={(chosen) => edit({ model: chosen })}
          error={partErrors['model']}
          providerError={partErrors['provider']}
        />
        {scenesOf(media).length > 1 && (
          <Select<Scene | 'auto'>
            label={text('create.scene')}
            value={draft.scene ?? 'auto'}
            onChange={(value) => edit({ scene: value === 'auto' ? null : value })}
            options={[
              { value: 'auto', label: text('create.scene.auto', { scene: text(`scene.${scene}`) }) },
              ...scenesOf(media).map((name) => ({ value: name, label: text(`scene.${name}`) })),
            ]}
            error={partErrors['scene']}
            hint={
              model !== undefined && model.scenes.length > 0 && !model.scenes.includes(scene)
                ? text('create.scene.unlisted', { model: model.label })
                : undefined
            }
          />
        )}
        <OptionControls
          knowledge={knowledge}
          optionsText={draft.optionsText}
          requests={draft.requests}
          partErrors={partErrors}
          onText={(optionsText) => edit({ optionsText })}
          onOption={actions.setOption}
          onRequests={(requests) => edit({ requests })}
        />
      </div>
      <GenerateBar plan={plan} media={media} sending={sending} error={error} onGenerate={press} />
      {'requests' in plan && (
        <ConfirmBatch
          plan={plan}
          model={model?.label ?? draft.model?.id ?? ''}
          isOpen={isAsking}
          onConfirm={() => void generate()}
          onClose={() => setAsking(false)}
        />
      )}
    </form>
  )
}
