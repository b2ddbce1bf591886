/** Gallery: the grid with its filters, the viewer over it, and the way back after a deletion. */
import { CircleAlert, ImageOff, Images, Trash2 } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { Asset } from '#contract/asset.ts'
import { Button } from '../../ui/button.tsx'
import { StateMessage } from '../../ui/state-message.tsx'
import { useWords } from '../../ui/text.ts'
import { GalleryBar } from './gallery-bar.tsx'
import { GalleryGrid } from './gallery-grid.tsx'
import { GridSkeleton } from './grid-skeleton.tsx'
import type { GalleryStore } from './gallery-store.ts'
import styles from './gallery-view.module.css'
import { UndoBar } from './undo-bar.tsx'
import { useGalleryKeys } from './use-gallery-keys.ts'
import { Viewer } from './viewer/viewer.tsx'

export interface GalleryActions {
  onOpen(assetId: string): void
  onRemix(asset: Asset): void
  onUseAsInput(asset: Asset): void
  onOpenTask(taskId: string): void
}

export interface GalleryViewProps extends GalleryActions {
  readonly gallery: GalleryStore
  readonly openId: string | null
  onStep(assetId: string): void
  onClose(): void
  onCreate(): void
}

export function GalleryView(props: GalleryViewProps) {
  const { gallery, openId, onOpen, onStep, onClose, onCreate } = props
  useEffect(() => {
    if (gallery.getState().phase === 'idle') void gallery.getState().load()
  }, [gallery])
  useGalleryKeys(gallery, openId === null)
  return (
    <div className={styles.view}>
      <GalleryBar gallery={gallery} />
      <div className={styles.body}>
        <GalleryBody gallery={gallery} onOpen={onOpen} onCreate={onCreate} />
      </div>
      <UndoBar gallery={gallery} />
      {openId !== null && (
        <Viewer
          gallery={gallery}
          assetId={openId}
          onStep={onStep}
          onClose={onClose}
          onRemix={props.onRemix}
          onUseAsInput={props.onUseAsInput}
          onOpenTask={props.onOpenTask}
        />
      )}
    </div>
  )
}

function GalleryBody({
  gallery,
  onOpen,
  onCreate,
}: Pick<GalleryViewProps, 'gallery' | 'onOpen' | 'onCreate'>) {
  const { text } = useWords()
  const phase = useStore(gallery, (state) => state.phase)
  const error = useStore(gallery, (state) => state.error)
  const isEmpty = useStore(gallery, (state) => state.assets.length === 0)
  const filter = useStore(gallery, (state) => state.filter)
  if (phase === 'failed')
    return (
      <StateMessage
        icon={CircleAlert}
        tone="broken"
        title={text('gallery.broken')}
        action={<Button onPress={() => void gallery.getState().load()}>{text('action.retry')}</Button>}
      >
        {error?.message}
      </StateMessage>
    )
  if (phase !== 'ready' && isEmpty) return <GridSkeleton />
  if (!isEmpty) return <GalleryGrid gallery={gallery} onOpen={onOpen} />
  if (filter.text !== '' || filter.media !== null || filter.favorite)
    return (
      <StateMessage
        icon={ImageOff}
        title={text('gallery.noMatch')}
        action={
          <Button onPress={() => gallery.getState().setFilter({ text: '', media: null, favorite: false })}>
            {text('gallery.clearFilters')}
          </Button>
        }
      >
        {text('gallery.noMatch.text')}
      </StateMessage>
    )
  if (filter.trashed)
    return (
      <StateMessage icon={Trash2} title={text('gallery.trash.empty')}>
        {text('gallery.trash.empty.text')}
      </StateMessage>
    )
  return (
    <StateMessage
      icon={Images}
      title={text('gallery.empty')}
      action={
        <Button kind="main" onPress={onCreate}>
          {text('gallery.empty.action')}
        </Button>
      }
    >
      {text('gallery.empty.text')}
    </StateMessage>
  )
}
