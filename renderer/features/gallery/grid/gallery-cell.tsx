/** One thumbnail of the grid. The grid handles its events. */
import { Heart, Star } from 'lucide-react'
import { memo } from 'react'
import type { AssetKind } from '#contract/rules/media.ts'
import { useWords } from '../../../ui/text.ts'
import { useDetails } from '../use-gallery.ts'
import { VideoThumbnail, ImageThumbnail, Placeholder, type CellContentProps } from './cell-content.tsx'
import { AudioCell } from './audio-cell.tsx'
import styles from './gallery-cell.module.css'

export interface GalleryCellProps {
  readonly id: string
  readonly index: number
  readonly x: number
  readonly width: number
  readonly height: number
  readonly kind: AssetKind
  readonly rating: number
  readonly isFavorite: boolean
  readonly isSelected: boolean
  readonly isTabbable: boolean
  /** The name of what has neither a title nor a prompt, and of what is not known yet. */
  readonly untitled: string
}

export const GalleryCell = memo(function GalleryCell(props: GalleryCellProps) {
  const { id, index, x, width, height, kind, rating, isFavorite, isSelected, isTabbable, untitled } = props
  const asset = useDetails(id)
  const name = asset?.title || asset?.prompt || untitled
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table cannot be windowed row by row
      role="gridcell"
      data-index={index}
      tabIndex={isTabbable ? 0 : -1}
      aria-selected={isSelected}
      draggable
      className={isSelected ? `${styles.cell} ${styles.selected}` : styles.cell}
      style={{ insetInlineStart: x, inlineSize: width }}
    >
      <Content id={id} index={index} kind={kind} name={name} asset={asset} width={width} height={height} />
      {(isFavorite || rating > 0) && (
        <span className={styles.marks}>
          {isFavorite && <Heart size={14} fill="currentColor" aria-hidden />}
          {rating > 0 && (
            <span className={styles.rating}>
              <Star size={12} fill="currentColor" aria-hidden /> {rating}
            </span>
          )}
        </span>
      )}
      {asset?.durationMs !== undefined && <Length ms={asset.durationMs} />}
    </div>
  )
})

function Content(props: CellContentProps) {
  if (props.kind === 'image') return <ImageThumbnail {...props} />
  if (props.kind === 'video') return <VideoThumbnail {...props} />
  if (props.kind === 'audio') return <AudioCell {...props} />
  return <Placeholder {...props} />
}

function Length({ ms }: { readonly ms: number }) {
  const { duration } = useWords()
  return <span className={styles.length}>{duration(ms)}</span>
}
