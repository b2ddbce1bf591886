/** Gallery: the grid with its panel and dialogs, and the viewer over it. */
import '../../locales/gallery.ts'
import { Images, Trash2 } from '#renderer/icons.tsx'
import { Folder, ImageOff } from './icons.tsx'
import { Suspense, useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DialogPlace } from '../../ui/dialog.tsx'
import { Sheet } from '../../ui/sheet.tsx'
import { Broken, StateMessage } from '../../ui/state-message.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useGalleryKeys } from './actions.tsx'
import { Foot } from './foot/foot.tsx'
import {
  GalleryContext,
  useDisplay,
  useGallery,
  useListing,
  useSidePanel,
  type AssetUses,
  type Gallery,
} from './gallery.ts'
import styles from './gallery-view.module.css'
import { GalleryGrid, GridSkeleton } from './grid/gallery-grid.tsx'
import type { AssetMenuTargets } from './grid/use-asset-menu.tsx'
import { FilterChips, TrashNote } from './header/filter-chips.tsx'
import { GalleryHeader } from './header/gallery-header.tsx'
import { SidePanel } from './panel/side-panel.tsx'
import { isNarrowed, withoutNarrowing } from './query.ts'
import { ImportDrop } from './transfer/import-drop.tsx'
import { JobStrip } from './transfer/job-strip.tsx'
import u from '#renderer/ui/utilities.module.css'
import { lazyPart } from '../../locales/lazy-part.ts'

const Viewer = lazyPart(
  () => import('./viewer/viewer.tsx'),
  (part) => part.Viewer,
)
const DuplicatesView = lazyPart(
  () => import('./duplicates/duplicates-view.tsx'),
  (part) => part.DuplicatesView,
)

export interface GalleryViewProps extends AssetUses {
  readonly gallery: Gallery
  /** The asset that the viewer shows; null while it is closed. */
  readonly openId: string | null
  onOpen(assetId: string): void
  onStep(assetId: string): void
  onClose(): void
  onCreate(): void
}

export function GalleryView(props: GalleryViewProps) {
  return (
    <GalleryContext value={props.gallery}>
      <DialogPlace>
        <Frame {...props} />
      </DialogPlace>
    </GalleryContext>
  )
}

function Frame({ gallery, openId, onCreate, ...actions }: GalleryViewProps) {
  const { text } = useFormatter()
  const place = useRef<HTMLDivElement>(null)
  const panel = useSidePanel()
  const hasPanel = panel.isOpen && !panel.isNarrow
  const isDuplicates = useDisplay((state) => state.isDuplicates)
  useEffect(() => {
    if (gallery.listing.getState().phase === 'idle') void gallery.listing.load()
  }, [gallery])
  useEffect(() => {
    if (panel.isNarrow) gallery.display.setState({ isSheetOpen: false })
  }, [gallery, panel.isNarrow])
  useGalleryKeys(openId !== null ? 'none' : isDuplicates ? 'undo' : 'all')
  return (
    <div ref={place} className={classNames(u.column, u.relative, u.tall)}>
      <GalleryHeader />
      <div className={classNames(styles.main, hasPanel && styles.withPanel)}>
        {hasPanel && <SidePanel />}
        <div className={classNames(u.column, u.relative, u.narrows, u.shortens)}>
          {isDuplicates ? (
            <Suspense fallback={null}>
              <DuplicatesView onOpen={actions.onOpen} />
            </Suspense>
          ) : (
            <>
              <FilterChips />
              <TrashNote />
              <div className={classNames(u.grow, u.shortens)}>
                <Body openId={openId} onCreate={onCreate} {...actions} />
              </div>
            </>
          )}
          <Foot isGrid={!isDuplicates} onUseAsInput={actions.onUseAsInput} onSequence={actions.onSequence} />
        </div>
      </div>
      {panel.isOpen && panel.isNarrow && (
        <Sheet title={text('gallery.panel')} onClose={panel.toggle}>
          <SidePanel />
        </Sheet>
      )}
      <JobStrip />
      <ImportDrop place={place} />
      <Suspense fallback={null}>{openId !== null && <Viewer assetId={openId} {...actions} />}</Suspense>
    </div>
  )
}

/** The grid, or a message where it is empty or broken. */
function Body({
  openId,
  onCreate,
  ...uses
}: Pick<GalleryViewProps, 'openId' | 'onCreate'> & AssetMenuTargets) {
  const { text } = useFormatter()
  const { listing } = useGallery()
  const phase = useListing((state) => state.phase)
  const error = useListing((state) => state.error)
  const isEmpty = useListing((state) => state.order.count === 0)
  const filter = useListing((state) => state.filter)
  if (phase === 'failed')
    return (
      <Broken title={text('gallery.broken')} onRetry={() => void listing.load()}>
        {error?.message}
      </Broken>
    )
  if (!isEmpty) return <GalleryGrid openId={openId} {...uses} />
  if (phase !== 'ready') return <GridSkeleton />
  const clear = (): void => listing.setFilter(withoutNarrowing(filter))
  if (isNarrowed(filter))
    return (
      <StateMessage
        icon={ImageOff}
        title={text('gallery.noMatch')}
        action={<Button onPress={clear}>{text('gallery.clearFilters')}</Button>}
      >
        {text('gallery.noMatch.text')}
      </StateMessage>
    )
  const place = filter.trashed === true ? 'trash' : filter.collectionId === undefined ? null : 'collection'
  if (place !== null)
    return (
      <StateMessage
        icon={place === 'trash' ? Trash2 : Folder}
        title={text(place === 'trash' ? 'gallery.trash.empty' : 'gallery.collection.isEmpty')}
      >
        {text(place === 'trash' ? 'gallery.trash.empty.text' : 'gallery.collection.isEmpty.text')}
      </StateMessage>
    )
  const create = (
    <Button kind="main" onPress={onCreate}>
      {text('gallery.empty.action')}
    </Button>
  )
  return (
    <StateMessage icon={Images} title={text('gallery.empty')} action={create}>
      {text('gallery.empty.text')}
    </StateMessage>
  )
}
