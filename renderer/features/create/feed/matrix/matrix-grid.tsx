/* oxlint-disable jsx-a11y/prefer-tag-over-role -- the parts of a table that are laid out by hand lose their meaning */
/** A matrix as a grid with its axes written along it; a third axis turns pages. Only what is in sight is in the page. */
import { useModelLabel } from '#renderer/bridge/host.tsx'
import type { Size } from '../../../../ui/use-element-size.ts'
import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type CSSProperties, memo, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLocale, Button } from 'react-aria-components'
import { Select } from '../../../../ui/field.tsx'
import { Segmented } from '../../../../ui/segmented.tsx'
import { useFormatter } from '../../../../ui/text.ts'
import { useCreate } from '../../create-context.ts'
import { axisName } from '../../problem-text.ts'
import { expectedShape } from '../../expected-results.ts'
import { ROW_PADDING, tilesOf } from '../feed-rows.ts'
import type { Batch, Matrix, MatrixAxis } from '../batches.ts'
import parts from '../../../../ui/parts.module.css'
import styles from './matrix.module.css'
import { FeedTile } from '../tiles/feed-tile.tsx'
import { SaveImage } from './save-matrix.tsx'
import type { Task } from '#contract/tasks.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { stateMessage } from '../../../../ui/task-state.tsx'
import u from '#renderer/ui/utilities.module.css'

const LABEL_WIDTH = 116
const HEADER_HEIGHT = 34
const GAP = 6
const NARROWEST = 132
const WIDEST = 300
/** A track needs room for its waveform. */
const AUDIO_CELL: Size = { width: 320, height: 64 }
/** More pages than these are chosen from a list. */
const MAX_TABS = 8

export interface MatrixGridProps {
  readonly batch: Batch
  readonly matrix: Matrix
  /** The inner size of the feed. */
  readonly window: Size
}

export function MatrixGrid({ batch, matrix: asSent, window }: MatrixGridProps) {
  const { text } = useFormatter()
  const { direction } = useLocale()
  const matrix = useNamedModels(asSent)
  const [page, setPage] = useState(0)
  const scroller = useRef<HTMLDivElement>(null)
  const { columns, rows, pages } = matrix
  const hasRows = rows.name !== ''
  const labelWidth = hasRows ? LABEL_WIDTH : 0
  const cell = cellSize(batch, columns.values.length, window.width - 2 * ROW_PADDING - labelWidth)
  const total = {
    width: labelWidth + columns.values.length * (cell.width + GAP),
    height: HEADER_HEIGHT + rows.values.length * (cell.height + GAP),
  }
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is not in use
  const across = useVirtualizer({
    horizontal: true,
    isRtl: direction === 'rtl',
    count: columns.values.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cell.width + GAP,
    paddingStart: labelWidth,
    overscan: 1,
  })
  const down = useVirtualizer({
    count: rows.values.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => cell.height + GAP,
    paddingStart: HEADER_HEIGHT,
    overscan: 1,
  })
  useLayoutEffect(() => {
    across.measure()
    down.measure()
  }, [across, down, cell.width, cell.height, labelWidth])
  const shownPage = Math.min(page, (pages?.values.length ?? 1) - 1)

  return (
    <div className={classNames(parts.column, styles.matrix)} style={sizesOf(cell, labelWidth)}>
      <div className={classNames(parts.row, styles.bar)}>
        {pages !== null && <Pages axis={pages} page={shownPage} onPage={setPage} />}
        <SaveImage batch={batch} matrix={matrix} />
      </div>
      <div
        ref={scroller}
        className={classNames(u.relative, u.scroll, u.corner4, styles.scroller)}
        style={{ maxBlockSize: Math.max(260, window.height - 140) }}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be within reach of the keyboard
        tabIndex={0}
        role="table"
        aria-label={text(hasRows ? 'feed.matrix.label' : 'feed.matrix.row', {
          columns: axisName(columns.name, text),
          rows: axisName(rows.name, text),
        })}
        aria-rowcount={rows.values.length + 1}
        aria-colcount={columns.values.length + (hasRows ? 1 : 0)}
      >
        <div
          className={parts.whole}
          style={{ inlineSize: total.width, blockSize: total.height }}
          role="rowgroup"
        >
          <HeaderRow matrix={matrix} across={across.getVirtualItems()} />
          {down.getVirtualItems().map(({ index, start }) => (
            <CellRow
              key={index}
              matrix={matrix}
              tellers={batch.tellers}
              across={across.getVirtualItems()}
              row={index}
              top={start}
              page={shownPage}
            />
          ))}
        </div>
      </div>
    </div>
  )
}

/** With what its models are called in place of their ids. */
function useNamedModels(matrix: Matrix): Matrix {
  const labelOf = useModelLabel()
  const named = useCallback(
    (axis: MatrixAxis): MatrixAxis =>
      axis.name === 'model' ? { ...axis, values: axis.values.map((id) => labelOf(id)) } : axis,
    [labelOf],
  )
  return useMemo(() => {
    const { columns, rows, pages } = matrix
    return { ...matrix, columns: named(columns), rows: named(rows), pages: pages && named(pages) }
  }, [matrix, named])
}

interface HeaderRowProps {
  readonly matrix: Matrix
  /** The columns in sight. */
  readonly across: readonly VirtualItem[]
}

function HeaderRow({ matrix: { columns, rows }, across }: HeaderRowProps) {
  const { text } = useFormatter()
  const hasRows = rows.name !== ''
  return (
    <div role="row" aria-rowindex={1} className={styles.header}>
      {hasRows && (
        <span role="columnheader" aria-colindex={1} className={classNames(u.column, u.tall, styles.corner)}>
          <span className={classNames(parts.quiet, parts.line)}>{axisName(rows.name, text)}</span>
          <span className={classNames(parts.quiet, parts.line)}>{axisName(columns.name, text)}</span>
        </span>
      )}
      {across.map(({ index, start }) => (
        <span
          key={index}
          role="columnheader"
          aria-colindex={index + (hasRows ? 2 : 1)}
          className={classNames(parts.line, u.absolute, u.medium, styles.columnLabel)}
          style={{ insetInlineStart: start }}
          title={columns.values[index]}
        >
          {columns.values[index]}
        </span>
      ))}
    </div>
  )
}

interface CellRowProps extends HeaderRowProps {
  readonly tellers: Batch['tellers']
  readonly row: number
  /** In pixels from the top of the grid. */
  readonly top: number
  readonly page: number
}

function CellRow({ matrix, tellers, across, row, top, page }: CellRowProps) {
  const { names } = useFormatter()
  const { columns, rows, pages } = matrix
  const hasRows = rows.name !== ''
  return (
    <div role="row" aria-rowindex={row + 2} className={styles.row} style={{ insetBlockStart: top }}>
      {hasRows && (
        <span role="rowheader" aria-colindex={1} className={styles.rowLabel} title={rows.values[row]}>
          {rows.values[row]}
        </span>
      )}
      {across.map(({ index: column, start }) => (
        <div
          key={`${page}:${column}`}
          role="cell"
          aria-colindex={column + (hasRows ? 2 : 1)}
          className={styles.cell}
          style={{ insetInlineStart: start }}
        >
          <MatrixCell
            tasks={matrix.tasksAt(column, row, page)}
            isTelling={matrix.tasksAt(column, row, page).some((task) => tellers.has(task))}
            name={names(
              [columns.values[column], rows.values[row], pages?.values[page]].flatMap((value) => value || []),
            )}
          />
        </div>
      ))}
    </div>
  )
}

function sizesOf(cell: Size, labelWidth: number): CSSProperties {
  return {
    '--cell-width': `${cell.width}px`,
    '--cell-height': `${cell.height}px`,
    '--label-width': `${labelWidth}px`,
    '--header-height': `${HEADER_HEIGHT}px`,
  } as CSSProperties
}

function cellSize(batch: Batch, columns: number, room: number): Size {
  if (batch.first.request.mediaType === 'music') return AUDIO_CELL
  const shape = expectedShape(batch.first.request)
  const fitting = Math.floor(room / columns) - GAP
  const width = Math.min(WIDEST * Math.max(1, Math.min(shape, 1.4)), Math.max(NARROWEST, fitting))
  return { width: Math.floor(width), height: Math.floor(Math.min(width / shape, 420)) }
}

interface PagesProps {
  readonly axis: NonNullable<Matrix['pages']>
  readonly page: number
  onPage(page: number): void
}

function Pages({ axis, page, onPage }: PagesProps) {
  const { text } = useFormatter()
  const options = axis.values.map((label, index) => ({ value: String(index), label }))
  const label = axisName(axis.name, text)
  return axis.values.length > MAX_TABS ? (
    <Select
      label={label}
      value={String(page)}
      options={options}
      onChange={(value) => onPage(Number(value))}
    />
  ) : (
    <div className={parts.row}>
      <span className={classNames(parts.quiet, parts.line)}>{label}</span>
      <Segmented
        label={label}
        layout="wrap"
        value={String(page)}
        options={options}
        onChange={(value) => onPage(Number(value))}
      />
    </div>
  )
}

/** More than these are behind the first ones. */
const MAX_SHOWN = 4

export interface MatrixCellProps {
  readonly tasks: readonly Task[]
  /** What the place stands for: the values of its axes. */
  readonly name: string
  /** Its tasks say what they do. */
  readonly isTelling: boolean
}

const MatrixCell = memo(function MatrixCell({ tasks, name, isTelling }: MatrixCellProps) {
  const { text } = useFormatter()
  const { onOpenTask } = useCreate()
  const tiles = tasks.flatMap((task) => tilesOf(task, isTelling))
  const [first] = tasks
  if (first === undefined) return <div className={styles.empty} />
  if (tiles.length === 0)
    return (
      <Button className={classNames(parts.bare, styles.ended)} onPress={() => onOpenTask(first.id)}>
        {text(stateMessage(first.state))}
      </Button>
    )
  const shown = tiles.slice(0, MAX_SHOWN)
  return (
    <div className={classNames(parts.whole, shown.length > 1 && classNames(u.grid, u.gap2, styles.several))}>
      {shown.map((tile) => (
        <FeedTile key={tile.key} tile={tile} name={name} isSmall isTooSmall={shown.length > 1} />
      ))}
      {tiles.length > shown.length && (
        <span className={parts.badge}>
          {text('feed.matrix.more', { count: tiles.length - shown.length })}
        </span>
      )}
    </div>
  )
})
