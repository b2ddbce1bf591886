/** Gallery: the grid with its panel and dialogs, and the viewer over it. */
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import type { InputScene } from '../../ui/scenes.ts'
import { classNames } from '../../ui/class-names.ts'
import type { Ask } from './ask.ts'
import { Foot } from './foot/foot.tsx'
import type { Gallery } from './gallery.ts'
import { GalleryBody } from './gallery-body.tsx'
import styles from './gallery-view.module.css'
import { FilterChips } from './header/filter-chips.tsx'
import { GalleryHeader } from './header/gallery-header.tsx'
import { TrashNote } from './header/trash-note.tsx'
import { SidePanel } from './panel/side-panel.tsx'
import { ImportDrop } from './transfer/import-drop.tsx'
import { JobStrip } from './transfer/job-strip.tsx'
import { GalleryContext, useDisplay } from './use-gallery.ts'
import { useGalleryKeys } from './use-gallery-keys.ts'

const Viewer = lazy(async () => ({ default: (await import('./viewer/viewer.tsx')).Viewer }))
const CompareView = lazy(async () => ({ default: (await import('./viewer/compare-view.tsx')).CompareView }))
const DuplicatesView = lazy(async () => ({
  default: (await import('./duplicates/duplicates-view.tsx')).DuplicatesView,
}))
const AskedDialog = lazy(async () => ({ default: (await import('./dialogs/asked-dialog.tsx')).AskedDialog }))

export interface GalleryActions {
  onOpen(assetId: string): void
  onRemix(asset: Asset): void
  onVary(asset: Asset): void
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
  onOpenTask(taskId: string): void
}

export interface GalleryViewProps extends GalleryActions {
  readonly gallery: Gallery
  /** The asset that the viewer shows; null while it is closed. */
  readonly openId: string | null
  onStep(assetId: string): void
  onClose(): void
  onCreate(): void
}

export function GalleryView(props: GalleryViewProps) {
  return (
    <GalleryContext value={props.gallery}>
      <Frame {...props} />
    </GalleryContext>
  )
}

function Frame({ gallery, openId, onCreate, ...actions }: GalleryViewProps) {
  const place = useRef<HTMLDivElement>(null)
  const isPanelOpen = useDisplay((state) => state.isPanelOpen)
  const [ask, setAsk] = useState<Ask | null>(null)
  const isDuplicates = useDisplay((state) => state.isDuplicates)
  useEffect(() => {
    if (gallery.listing.getState().phase === 'idle') void gallery.listing.getState().load()
  }, [gallery])
  const isCovered = openId !== null || ask !== null
  useGalleryKeys(gallery, isCovered ? 'none' : isDuplicates ? 'undo' : 'all', setAsk)
  const close = useCallback(() => setAsk(null), [])
  return (
    <div ref={place} className={styles.view}>
      <GalleryHeader onImport={() => setAsk({ what: 'import' })} />
      <div className={classNames(styles.main, isPanelOpen && styles.withPanel)}>
        {isPanelOpen && <SidePanel />}
        <div className={styles.content}>
          {isDuplicates ? (
            <Suspense fallback={null}>
              <DuplicatesView onOpen={actions.onOpen} />
            </Suspense>
          ) : (
            <>
              <FilterChips />
              <TrashNote onAsk={setAsk} />
              <div className={styles.body}>
                <GalleryBody openId={openId} onOpen={actions.onOpen} onCreate={onCreate} />
              </div>
            </>
          )}
          <Foot isGrid={!isDuplicates} onAsk={setAsk} onUseAsInput={actions.onUseAsInput} />
        </div>
      </div>
      <JobStrip />
      <ImportDrop place={place} />
      <Suspense fallback={null}>
        {openId !== null && <Viewer assetId={openId} {...actions} />}
        {ask?.what === 'compare' ? (
          <CompareView ids={ask.ids} onClose={close} />
        ) : (
          ask !== null && <AskedDialog ask={ask} onClose={close} />
        )}
      </Suspense>
    </div>
  )
}
