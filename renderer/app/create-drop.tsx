/** Lets images of the gallery, and anything else that can be an input, be dropped on the way to Create. */
import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import {
  type DroppedItems,
  type DraggedAssets,
  mayHoldInputs,
  readTransfer,
} from '../features/create/inputs/dropped-items.ts'
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
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(onRest, OPENS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, onRest])
  function over(event: DragEvent): void {
    if (!mayHoldInputs(event.dataTransfer.types, dragged)) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setOver(true)
  }
  /** Every child entered is also left. */
  function leave({ currentTarget, relatedTarget }: DragEvent): void {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false)
  }
  function drop(event: DragEvent): void {
    setOver(false)
    if (!mayHoldInputs(event.dataTransfer.types, dragged)) return
    event.preventDefault()
    onItems(readTransfer(event.dataTransfer, dragged, window.location))
  }
  return (
    <div
      role="presentation"
      className={isOver ? `${styles.drop} ${styles.over}` : styles.drop}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
    >
      {children}
    </div>
  )
}
