/** Lets inputs be dropped and pasted anywhere in a view, and tells while something is over it. */
import { type ClipboardEvent, type DragEvent, useRef, useState } from 'react'
import {
  addressIn,
  type DroppedItems,
  type DraggedAssets,
  mayHoldInputs,
  readAddress,
  readTransfer,
} from './dropped-items.ts'

export interface InputDropZone {
  readonly isOver: boolean
  /** Of the capturing phase: lists that can be sorted keep every drag over them to themselves. */
  readonly handlers: {
    onDragEnterCapture(event: DragEvent): void
    onDragOverCapture(event: DragEvent): void
    onDragLeaveCapture(event: DragEvent): void
    onDropCapture(event: DragEvent): void
    onPaste(event: ClipboardEvent): void
  }
}

export function useInputDrop(
  dragged: DraggedAssets,
  onItems: (dropped: DroppedItems) => void,
): InputDropZone {
  const [isOver, setOver] = useState(false)
  /** Every child entered is also left: the pointer is outside when the two are even. */
  const depth = useRef(0)
  function take(event: DragEvent): boolean {
    if (!mayHoldInputs(event.dataTransfer.types, dragged)) return false
    event.stopPropagation()
    return true
  }
  return {
    isOver,
    handlers: {
      onDragEnterCapture(event) {
        if (!take(event)) return
        depth.current += 1
        setOver(true)
      },
      onDragOverCapture(event) {
        if (!take(event)) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      onDragLeaveCapture(event) {
        if (!take(event)) return
        depth.current -= 1
        if (depth.current <= 0) setOver(false)
      },
      onDropCapture(event) {
        if (!take(event)) return
        event.preventDefault()
        depth.current = 0
        setOver(false)
        onItems(readTransfer(event.dataTransfer, dragged, window.location))
      },
      onPaste(event) {
        const dropped = readPaste(event)
        if (dropped === null) return
        event.preventDefault()
        onItems(dropped)
      },
    },
  }
}

/** Words that are pasted where one writes stay words, even where a image of them comes along. */
function readPaste({ clipboardData, target }: ClipboardEvent): DroppedItems | null {
  const text = clipboardData.getData('text/plain')
  if (isEditable(target) && text.trim() !== '') return null
  if (clipboardData.files.length > 0)
    return { items: Array.from(clipboardData.files, (file) => ({ kind: 'file', file })), folders: 0 }
  const address = isEditable(target) ? null : addressIn(text)
  return address === null ? null : { items: readAddress(address, window.location), folders: 0 }
}

function isEditable(target: EventTarget): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea') || target.closest('.cm-editor') !== null)
  )
}
