/** What was just moved, with the way back. */
import { useEffect } from 'react'
import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import type { GalleryStore } from './gallery-store.ts'
import styles from './undo-bar.module.css'

const SHOWN_MS = 10_000

export function UndoBar({ gallery }: { readonly gallery: GalleryStore }) {
  const { text } = useWords()
  const undoable = useStore(gallery, (state) => state.undoable)
  useEffect(() => {
    if (undoable === null) return
    const timer = setTimeout(() => gallery.getState().dismissUndo(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [gallery, undoable])
  return (
    <Status className={styles.place}>
      {undoable !== null && (
        <div className={styles.bar}>
          {text(`gallery.moved.${undoable.kind}`, { count: undoable.ids.length })}
          <Button kind="quiet" onPress={() => void gallery.getState().undo()}>
            {text('action.undo')}
          </Button>
        </div>
      )}
    </Status>
  )
}
