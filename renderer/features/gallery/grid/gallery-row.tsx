/** One row of the grid, and its cells. The grid handles their events. */
import { Heart, Star } from '#renderer/icons.tsx'
import { memo } from 'react'
import type { AssetKind } from '#contract/rules/media.ts'
import { useAsset } from '../../../bridge/host.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { idAt, isFavoriteAt, kindAt, ratingAt, type Order } from '../order.ts'
import { contains, type Ranges } from '../ranges.ts'
import { CellContent } from './cell-content.tsx'
import styles from './gallery-grid.module.css'
import { cellsOf, rowHeight, topOf, type Rows } from '#renderer/ui/justified-rows.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export interface GalleryRowProps {
  readonly rows: Rows
  readonly order: Order
  readonly row: number
  /** The content's position at the top of the row's container, in pixels. */
  readonly origin: number
  readonly selected: Ranges
  /** The item that the Tab key leads to; -1 where it is in another row. */
  readonly tabbable: number
  /** The name of what has neither a title nor a prompt, and of what is not known yet. */
  readonly untitled: string
}

export const GalleryRow = memo(function GalleryRow(props: GalleryRowProps) {
  const { rows, order, row, origin, selected, tabbable, untitled } = props
  const height = rowHeight(rows, row)
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a table cannot be windowed row by row
      role="row"
      aria-rowindex={row + 1}
      className={styles.row}
      style={{ insetBlockStart: topOf(rows, row) - origin, blockSize: height }}
    >
      {cellsOf(rows, order.aspects, row).map(({ index, x, width }) => {
        const id = idAt(order, index)
        return (
          <GalleryCell
            key={id}
            id={id}
            index={index}
            x={x}
            width={width}
            height={height}
            kind={kindAt(order, index)}
            rating={ratingAt(order, index)}
            isFavorite={isFavoriteAt(order, index)}
            isSelected={contains(selected, index)}
            isTabbable={index === tabbable}
            untitled={untitled}
          />
        )
      })}
    </div>
  )
})

interface GalleryCellProps extends Pick<GalleryRowProps, 'untitled'> {
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
}

const GalleryCell = memo(function GalleryCell(props: GalleryCellProps) {
  const { id, index, x, width, height, kind, rating, isFavorite, isSelected, isTabbable, untitled } = props
  const asset = useAsset(id)
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
      <CellContent
        id={id}
        index={index}
        kind={kind}
        name={name}
        asset={asset}
        width={width}
        height={height}
      />
      {(isFavorite || rating > 0) && (
        <span className={classNames(u.row, u.absolute, u.gap6, u.bold, styles.marks)}>
          {isFavorite && <Heart size={14} fill="currentColor" aria-hidden />}
          {rating > 0 && (
            <span className={classNames(u.row, u.gap2)}>
              <Star size={12} fill="currentColor" aria-hidden /> {rating}
            </span>
          )}
        </span>
      )}
      {asset?.durationMs !== undefined && <Length ms={asset.durationMs} />}
    </div>
  )
})

function Length({ ms }: { readonly ms: number }) {
  const { duration } = useFormatter()
  return <span className={classNames(u.absolute, u.corner4, styles.length)}>{duration(ms)}</span>
}
