/** Create: the form on one side, what came of it on the other. */
import { lazy, Suspense, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { activeProfile } from '../../bridge/stores/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../ui/text.ts'
import type { ReuseStore } from './reuse/reuse.ts'
import { ReusedLine, OriginLine } from './reuse/reuse-lines.tsx'
import { CreateForm } from './create-form.tsx'
import styles from './create.module.css'
import type { FoldsStore } from './feed/folds.ts'
import { type ResultActions, ResultActionsProvider } from './feed/result-actions.ts'
import type { CreateFormStore } from './form-store.ts'
import type { DraggedAssets } from './inputs/dropped-items.ts'
import { useInputDrop } from './inputs/use-input-drop.ts'
import type { ModelsStore } from './model/models-store.ts'
import { PresetsButton } from './presets/presets-button.tsx'
import type { Prompting } from './prompt/prompting.ts'
import { Status } from '../../ui/status.tsx'

/** After the form: one can write before the results of last time are drawn. */
const Feed = lazy(async () => ({ default: (await import('./feed/feed.tsx')).Feed }))
const RecipeOfferDialog = lazy(async () => ({
  default: (await import('./reuse/recipe-dialog.tsx')).RecipeOfferDialog,
}))

export interface CreateViewProps {
  readonly form: CreateFormStore
  readonly models: ModelsStore
  readonly prompting: Prompting
  readonly feed: TaskListStore
  readonly folds: FoldsStore
  readonly reuse: ReuseStore
  /** Images of the gallery that are being dragged. */
  readonly dragged: DraggedAssets
  onOpenAsset(assetId: string): void
  onOpenTask(taskId: string): void
  onOpenSettings(): void
}

export function CreateView(props: CreateViewProps) {
  const { form, models, prompting, feed, folds, reuse, dragged, onOpenAsset, onOpenTask, onOpenSettings } =
    props
  const { text } = useWords()
  const profile = useHostState('profiles', activeProfile)
  const [sent, setSent] = useState(0)
  const offer = useStore(reuse, (state) => state.offer)
  const made = useMemo<ResultActions>(() => {
    const { remix, vary, startFrom } = reuse.getState()
    return {
      onRemix: (asset) => void remix({ asset }),
      onVary: (asset) => void vary({ asset }),
      onUseAsInput: (asset, scene) => void startFrom([asset], scene),
    }
  }, [reuse])
  const { isOver, handlers } = useInputDrop(dragged, (dropped) => void reuse.getState().take(dropped))

  return (
    <div className={styles.view} {...handlers}>
      <div className={styles.side}>
        <header className={styles.head}>
          <h1>{text('place.create')}</h1>
          <PresetsButton form={form} prompting={prompting} />
        </header>
        {profile?.builtIn === true && (
          <p className={styles.first}>
            {text('create.sampleStudio')}{' '}
            <Button kind="quiet" className={styles.link} onPress={onOpenSettings}>
              {text('create.sampleStudio.connect')}
            </Button>
          </p>
        )}
        <ReusedLine reuse={reuse} prompting={prompting} />
        <OriginLine form={form} />
        <OversizedLine form={form} />
        <CreateForm
          form={form}
          models={models}
          prompting={prompting}
          isDropTarget={isOver}
          onSent={() => setSent((count) => count + 1)}
        />
      </div>
      <ResultActionsProvider value={made}>
        <Suspense fallback={<div />}>
          <Feed
            feed={feed}
            folds={folds}
            sent={sent}
            onOpenAsset={onOpenAsset}
            onOpenTask={onOpenTask}
            onEdit={(request) => void reuse.getState().edit({ request })}
            onRemix={(request) => void reuse.getState().remix({ request })}
            onVary={(request) => void reuse.getState().vary({ request })}
          />
        </Suspense>
      </ResultActionsProvider>
      {offer !== null && (
        <Suspense fallback={null}>
          <RecipeOfferDialog offer={offer} reuse={reuse} />
        </Suspense>
      )}
    </div>
  )
}

function OversizedLine({ form }: { readonly form: CreateFormStore }) {
  const { text } = useWords()
  const isUnkept = useStore(form, ({ oversized, media }) => oversized.includes(media))
  return <Status>{isUnkept && <p className={styles.first}>{text('create.oversized')}</p>}</Status>
}
