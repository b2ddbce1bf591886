/** One thumbnail of the grid. */
import { AudioLines, Box, File, FileText, Film, Heart, Star } from 'lucide-react'
import { memo, useState } from 'react'
import { useStore } from 'zustand'
import type { Asset, AssetKind } from '#contract/asset.ts'
import { thumbUrl } from '../../bridge/media.ts'
import { classNames } from '../../ui/class-names.ts'
import { useWords } from '../../ui/text.ts'
import styles from './gallery-cell.module.css'
import type { GalleryStore } from './gallery-store.ts'

const ICONS = {
  image: File,
  video: Film,
  audio: AudioLines,
  text: FileText,
  model3d: Box,
  other: File,
} as const

export interface GalleryCellProps {
  readonly gallery: GalleryStore
  readonly asset: Asset
  readonly width: number
  readonly isTabbable: boolean
  onOpen(assetId: string): void
}

export const GalleryCell = memo(function GalleryCell(props: GalleryCellProps) {
  const { gallery, asset, width, isTabbable, onOpen } = props
  const { duration } = useWords()
  const isSelected = useStore(gallery, (state) => state.selection.ids.has(asset.id))
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table cannot be windowed row by row
      role="gridcell"
      data-asset={asset.id}
      tabIndex={isTabbable ? 0 : -1}
      aria-selected={isSelected}
      className={classNames(styles.cell, isSelected && styles.selected)}
      style={{ inlineSize: width }}
      onClick={(event) =>
        gallery
          .getState()
          .select(asset.id, { isRange: event.shiftKey, isToggle: event.ctrlKey || event.metaKey })
      }
      onDoubleClick={() => onOpen(asset.id)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        onOpen(asset.id)
      }}
    >
      <Thumb asset={asset} />
      <span className={styles.marks}>
        {asset.favorite && <Heart size={14} fill="currentColor" aria-hidden />}
        {asset.rating > 0 && (
          <span className={styles.rating}>
            <Star size={12} fill="currentColor" aria-hidden /> {asset.rating}
          </span>
        )}
      </span>
      {asset.durationMs !== undefined && <span className={styles.length}>{duration(asset.durationMs)}</span>}
    </div>
  )
})

/** The picture, or the kind's sign and name where there is no picture to show. */
function Thumb({ asset }: { readonly asset: Asset }) {
  const { text } = useWords()
  const [isMissing, setMissing] = useState(!hasPicture(asset.kind))
  const name = asset.title ?? asset.prompt ?? text('gallery.untitled')
  if (!isMissing)
    return (
      <img
        src={thumbUrl(asset.id)}
        alt={name}
        draggable={false}
        decoding="async"
        className={styles.image}
        onError={() => setMissing(true)}
      />
    )
  const Icon = ICONS[asset.kind]
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no picture to show, only a sign for its kind
    <span className={styles.stand} role="img" aria-label={name}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.name}>{name}</span>
    </span>
  )
}

function hasPicture(kind: AssetKind): boolean {
  return kind === 'image' || kind === 'video'
}
