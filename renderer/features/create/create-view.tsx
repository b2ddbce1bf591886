/** Create: the form on one side, what came of it on the other. */
import { lazy, Suspense, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { activeProfile } from '../../bridge/stores/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { Button } from '../../ui/button.tsx'
import { useWords } from '../../ui/text.ts'
import type { AgainStore } from './reuse/reuse.ts'
import { FilledLine, OriginLine } from './reuse/reuse-lines.tsx'
import { CreateForm } from './create-form.tsx'
import styles from './create.module.css'
import type { FoldsStore } from './feed/batches.ts'
import { type MadeActions, MadeActionsProvider } from './feed/tiles/tile-actions.tsx'
import type { CreateFormStore } from './form-store.ts'
import type { HeldAssets } from './inputs/dropped-items.ts'
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
  readonly again: AgainStore
  /** Pictures of the gallery that are being dragged. */
  readonly held: HeldAssets
  onOpenAsset(assetId: string): void
  onOpenTask(taskId: string): void
  onOpenSettings(): void
}

export function CreateView(props: CreateViewProps) {
  const { form, models, prompting, feed, folds, again, held, onOpenAsset, onOpenTask, onOpenSettings } = props
  const { text } = useWords()
  const profile = useHostState('profiles', activeProfile)
  const [sent, setSent] = useState(0)
  const offer = useStore(again, (state) => state.offer)
  const made = useMemo<MadeActions>(() => {
    const { remix, vary, startFrom } = again.getState()
    return {
      onRemix: (asset) => void remix({ asset }),
      onVary: (asset) => void vary({ asset }),
      onUseAsInput: (asset, scene) => void startFrom([asset], scene),
    }
  }, [again])
  const { isOver, handlers } = useInputDrop(held, (gift) => void again.getState().take(gift))

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
        <FilledLine again={again} prompting={prompting} />
        <OriginLine form={form} />
        <UnkeptLine form={form} />
        <CreateForm
          form={form}
          models={models}
          prompting={prompting}
          isDropTarget={isOver}
          onSent={() => setSent((count) => count + 1)}
        />
      </div>
      <MadeActionsProvider value={made}>
        <Suspense fallback={<div />}>
          <Feed
            feed={feed}
            folds={folds}
            sent={sent}
            onOpenAsset={onOpenAsset}
            onOpenTask={onOpenTask}
            onEdit={(request) => void again.getState().edit({ request })}
            onRemix={(request) => void again.getState().remix({ request })}
            onVary={(request) => void again.getState().vary({ request })}
          />
        </Suspense>
      </MadeActionsProvider>
      {offer !== null && (
        <Suspense fallback={null}>
          <RecipeOfferDialog offer={offer} again={again} />
        </Suspense>
      )}
    </div>
  )
}

export function UnkeptLine({ form }: { readonly form: CreateFormStore }) {
  const { text } = useWords()
  const isUnkept = useStore(form, ({ unkept, media }) => unkept.includes(media))
  return <Status>{isUnkept && <p className={styles.first}>{text('create.unkept')}</p>}</Status>
}
