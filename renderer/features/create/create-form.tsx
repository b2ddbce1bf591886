/** The form of Create, from the media type down to the button that says what it will do. */
import { memo, Suspense, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { MEDIA_TYPES } from '#contract/rules/media.ts'
import { useActiveService, useHostState } from '../../bridge/host.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useLatestCallback } from '#renderer/ui/use-delayed.ts'
import { useExpansion } from './cast/expansion.ts'
import { useCastDialog } from './cast/use-cast-dialog.tsx'
import { estimateRequests, useEstimate, forecastRequests, useForecast } from './batch/forecast.ts'
import { modelsOf, type Plan } from './build-requests.ts'
import { useCreate, useForm, useView } from './create-context.ts'
import styles from './create.module.css'
import { GenerateBar } from './generate-bar.tsx'
import { InputSection } from './inputs/input-section.tsx'
import { ModelRow } from './model/model-row.tsx'
import { modelKey, settleModel } from './model/models-store.ts'
import type { PressKind } from './send.ts'
import { PromptSection } from './prompt/prompt-section.tsx'
import { NoteLine } from './reuse/note-line.tsx'
import { lazyPart } from '../../locales/lazy-part.ts'

// What lies below the prompt comes a moment later, so that one can type at once.
const OptionControls = lazyPart(
  () => import('./options/option-controls.tsx'),
  (part) => part.OptionControls,
)
const CastLine = lazyPart(
  () => import('./cast/cast-line.tsx'),
  (part) => part.CastLine,
)
const ConfirmBatch = lazyPart(
  () => import('./confirm-batch.tsx'),
  (part) => part.ConfirmBatch,
)

const NO_REQUESTS: Plan['requests'] = []

export function CreateForm({ isDropTarget, onSent }: { readonly isDropTarget: boolean; onSent(): void }) {
  const { text } = useFormatter()
  const { form, prompting, dragged } = useCreate()
  const { press, confirm } = form.getState()
  const isConfirming = useForm((form) => form.isConfirming)
  const plan = useView((view) => view.plan)
  // The prompt changes with every key, and what is asked does not.
  const asked = useMemo(() => ('requests' in plan ? forecastRequests(plan.requests) : null), [plan])
  const forecast = useForecast(asked)
  const expansion = useExpansion('requests' in plan ? plan.requests : NO_REQUESTS)
  const openCast = useCastDialog(prompting.cast, dragged)
  const priced = useMemo(
    () => ('requests' in plan && expansion.requests ? estimateRequests(expansion.requests) : null),
    [plan, expansion.requests],
  )
  const estimate = useEstimate(priced)
  // While the settings are not known, every batch is asked about.
  const confirmAbove = useHostState('settings', (state) => state.settings?.queue.confirmAbove ?? 1)
  useSettledModel()
  useKnownModels()

  async function follow(sent: ReturnType<typeof press>): Promise<void> {
    if ((await sent).length > 0) onSent()
  }
  const isBeginning = useIsBeginning()
  const isLearning = useIsLearning()
  const generate = useLatestCallback((kind: PressKind) => {
    if (!isLearning) void follow(press(plan, kind, confirmAbove))
  })

  return (
    <form
      className={styles.form}
      aria-label={text('create.form')}
      onSubmit={(event) => event.preventDefault()}
    >
      <div className={styles.fields}>
        <MediaTypeChoice />
        <PromptSection onGenerate={generate} />
        {expansion.cast !== null && (
          <Suspense fallback={null}>
            <CastLine cast={expansion.cast} onCreate={(handle) => openCast({ handle })} />
          </Suspense>
        )}
        <InputSection isTarget={isDropTarget} />
        <ModelRow />
        <Suspense fallback={<div className={styles.optionsPlace} />}>
          <OptionControls isPending={isBeginning} />
        </Suspense>
      </div>
      {/* Its lines come and go, and what is being pressed above must not move. */}
      <div className={styles.foot}>
        <NoteLine />
        <GenerateBar
          plan={plan}
          forecast={forecast}
          estimate={estimate}
          isBeginning={isBeginning}
          isWaiting={isLearning}
          onGenerate={generate}
        />
      </div>
      {'requests' in plan && isConfirming && (
        <Suspense fallback={null}>
          <ConfirmBatch
            plan={plan}
            forecast={forecast.data}
            estimate={estimate.data}
            onConfirm={() => void follow(confirm(plan))}
            onClose={() => void confirm(null)}
          />
        </Suspense>
      )}
    </form>
  )
}

/** Not drawn again for a key in the prompt, as all that stands in the form beside the prompt. */
const MediaTypeChoice = memo(function MediaTypeChoice() {
  const { text } = useFormatter()
  const mediaType = useForm((form) => form.mediaType)
  const setMedia = useForm((form) => form.setMedia)
  const made = useActiveService()?.capabilities.mediaTypes ?? MEDIA_TYPES
  const [first] = made
  useEffect(() => {
    if (first !== undefined && !made.includes(mediaType)) setMedia(first)
  }, [made, first, mediaType, setMedia])
  if (made.length === 1) return null
  return (
    <Segmented
      label={text('create.media')}
      value={mediaType}
      onChange={setMedia}
      options={made.map((name) => ({ value: name, label: text(`media.${name}`) }))}
    />
  )
})

/** Chooses a model where there is none, or one that is no longer listed. */
function useSettledModel(): void {
  // Before that, the draft of the last start may still bring its own model.
  const isLoaded = useForm((form) => form.isLoaded)
  const edit = useForm((form) => form.edit)
  const mediaType = useView((view) => view.mediaType)
  const list = useView((view) => view.list)
  const chosen = useView((view) => view.draft.model)
  useEffect(() => {
    if (!isLoaded) return
    const settled = settleModel(list, mediaType, chosen)
    if (settled !== chosen) edit({ model: settled })
  }, [isLoaded, list, mediaType, chosen, edit])
}

/** Whether what the form lacks may still come by itself: the draft of the last start, the models, the first of them. */
function useIsBeginning(): boolean {
  const isLoaded = useForm((form) => form.isLoaded)
  const isListed = useStore(useCreate().models, ({ list, error }) => list !== null || error !== null)
  const isChoosing = useView(
    ({ draft, list, mediaType }) => draft.model === null && settleModel(list, mediaType, null) !== null,
  )
  return !isLoaded || !isListed || isChoosing
}

/** Whether the keys that the model takes its inputs under are about to be known: sent under others, they would be paid for in vain. */
function useIsLearning(): boolean {
  const isOnDemand = useActiveService()?.capabilities.searchesModels === true
  const hasInputs = useView((view) => view.draft.inputs.length > 0)
  const isShort = useView((view) => view.list !== null && view.model?.optionSchema === undefined)
  const chosen = useView((view) => view.draft.model)
  const described = useStore(useCreate().models, (state) => state.described)
  const isAsked = chosen === null || ['told', 'failed'].includes(described[modelKey(chosen)] ?? 'asked')
  return isOnDemand && hasInputs && isShort && !isAsked
}

/** A provider typed by hand passes through many names on its way. */
const SETTLED_MS = 250

/** Asks what is known of the models that take part. */
export function useKnownModels(): void {
  const { models } = useCreate()
  const keys = useView(({ draft }) => modelsOf(draft).map(modelKey).join('\n'))
  const isListed = useView((view) => view.list !== null)
  useEffect(() => {
    const timer = setTimeout(() => {
      for (const key of keys.split('\n').filter(Boolean)) {
        const [provider, id] = JSON.parse(key) as [string, string]
        void models.getState().know({ provider, id })
        if (isListed) void models.getState().describe({ provider, id })
      }
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [models, keys, isListed])
}
