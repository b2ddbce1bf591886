/** One row of the grid. */
import { memo } from 'react'
import { idAt, isFavoriteAt, kindAt, ratingAt, type Order } from '../order.ts'
import { contains, type Ranges } from '../ranges.ts'
import { GalleryCell } from './gallery-cell.tsx'
import styles from './gallery-grid.module.css'
import { cellsOf, rowHeight, topOf, type Rows } from './rows.ts'

export interface GalleryRowProps {
  readonly rows: Rows
  readonly order: Order
  readonly row: number
  /** The content's position at the top of the row's container, in pixels. */
  readonly origin: number
  readonly selected: Ranges
  /** The item that the Tab key leads to; -1 where it is in another row. */
  readonly tabbable: number
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
