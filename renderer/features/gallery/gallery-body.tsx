/** The grid, or a message where it is empty or broken. */
import { CircleAlert, Folder, ImageOff, Images, Trash2 } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { StateMessage } from '../../ui/state-message.tsx'
import { useWords } from '../../ui/text.ts'
import { GalleryGrid } from './grid/gallery-grid.tsx'
import { GridSkeleton } from './grid/grid-skeleton.tsx'
import { isNarrowed, withoutNarrowing } from './query.ts'
import { useGallery, useListing } from './use-gallery.ts'

export interface GalleryBodyProps {
  readonly openId: string | null
  onOpen(assetId: string): void
  onCreate(): void
}

export function GalleryBody({ openId, onOpen, onCreate }: GalleryBodyProps) {
  const { text } = useWords()
  const { listing } = useGallery()
  const phase = useListing((state) => state.phase)
  const error = useListing((state) => state.error)
  const isEmpty = useListing((state) => state.order.count === 0)
  const filter = useListing((state) => state.filter)
  if (phase === 'failed')
    return (
      <StateMessage
        icon={CircleAlert}
        tone="broken"
        title={text('gallery.broken')}
        action={<Button onPress={() => void listing.getState().load()}>{text('action.retry')}</Button>}
      >
        {error?.message}
      </StateMessage>
    )
  if (!isEmpty) return <GalleryGrid openId={openId} onOpen={onOpen} />
  if (phase !== 'ready') return <GridSkeleton />
  if (isNarrowed(filter))
    return (
      <StateMessage
        icon={ImageOff}
        title={text('gallery.noMatch')}
        action={
          <Button onPress={() => listing.getState().setFilter(withoutNarrowing(filter))}>
            {text('gallery.clearFilters')}
          </Button>
        }
      >
        {text('gallery.noMatch.text')}
      </StateMessage>
    )
  if (filter.trashed === true)
    return (
      <StateMessage icon={Trash2} title={text('gallery.trash.empty')}>
        {text('gallery.trash.empty.text')}
      </StateMessage>
    )
  if (filter.collectionId !== undefined)
    return (
      <StateMessage icon={Folder} title={text('gallery.collection.isEmpty')}>
        {text('gallery.collection.isEmpty.text')}
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
