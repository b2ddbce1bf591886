/** The frame of every row of tasks: the checkbox, and the handle that moves waiting tasks. */
import { GripVertical } from 'lucide-react'
import type { DragEvent, ReactNode } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { useWords } from '../../ui/text.ts'
import styles from './queue-list.module.css'

export interface RowFrameProps {
  /** What the row is about, for screen readers. */
  readonly name: string
  readonly isSelected: boolean
  readonly isOpen: boolean
  readonly isNested?: boolean
  /** Some row is selected: the boxes stay visible. */
  readonly isSelecting: boolean
  onSelect(): void
  /** Begins to drag the row; undefined where its place is not the user's. */
  readonly onDragStart?: ((event: DragEvent) => void) | undefined
  onDragEnd(): void
  readonly children: ReactNode
}

export function RowFrame(props: RowFrameProps) {
  const { name, isSelected, isOpen, isNested, isSelecting, onSelect, onDragStart, onDragEnd, children } =
    props
  const { text } = useWords()
  return (
    <div
      className={classNames(
        styles.frame,
        isOpen && styles.open,
        isSelected && styles.selected,
        isSelecting && styles.selecting,
        isNested === true && styles.nested,
      )}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a click leaves the cursor on its row */}
      <label className={styles.box} onMouseDown={(event) => event.preventDefault()}>
        <input
          type="checkbox"
          checked={isSelected}
          tabIndex={-1}
          onChange={onSelect}
          aria-label={text('queue.select', { name })}
        />
      </label>
      {children}
      {onDragStart !== undefined && (
        <span
          className={styles.handle}
          draggable
          title={text('queue.drag')}
          onDragStart={onDragStart}
          onDragEnd={onDragEnd}
        >
          <GripVertical size={16} aria-hidden />
        </span>
      )}
    </div>
  )
}
