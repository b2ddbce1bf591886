/** Lets images of the gallery, and anything else that can be an input, be dropped on the way to Create. */
import { type ReactNode, useEffect } from 'react'
import {
  type DraggedAssets,
  type DroppedItems,
  useInputDrop,
} from '../features/create/inputs/dropped-items.ts'
import { classNames } from '../ui/class-names.ts'
import styles from './rail.module.css'

/** How long other programs wait over a folder until they open it. */
const OPENS_AFTER_MS = 600

export interface CreateDropProps {
  readonly dragged: DraggedAssets
  readonly children: ReactNode
  /** The pointer rests here: opens the form, where the drop can follow. */
  onRest(): void
  onItems(dropped: DroppedItems): void
}

export function CreateDrop({ dragged, children, onRest, onItems }: CreateDropProps) {
  const { isOver, handlers } = useInputDrop(dragged, onItems)
  const { onPaste: _, ...drop } = handlers
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(onRest, OPENS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, onRest])
  return (
    <div role="presentation" className={classNames(styles.drop, isOver && styles.over)} {...drop}>
      {children}
    </div>
  )
}
