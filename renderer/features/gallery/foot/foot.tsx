/** The bars at the foot of the grid: errors, undo, and actions on the selection. */
import { X } from '#renderer/icons.tsx'
import { useEffect } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Problem as Words } from '../../../ui/problem.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import { useChanges, useGallery } from '../gallery.ts'
import styles from './foot.module.css'
import { SelectionBar, type SelectionBarProps } from './selection-bar.tsx'

export interface FootProps extends SelectionBarProps {
  /** Whether the grid is shown. */
  readonly isGrid: boolean
}

export function Foot({ isGrid, ...actions }: FootProps) {
  return (
    <div className={styles.foot}>
      <Problem />
      <LastChange />
      {isGrid && <SelectionBar {...actions} />}
    </div>
  )
}

function Problem() {
  const { text } = useWords()
  const { changes } = useGallery()
  const problem = useChanges((state) => state.problem)
  if (problem === null) return null
  return (
    <div className={styles.bar}>
      <Words words={problem.message} />
      <IconButton icon={X} label={text('action.dismiss')} onPress={() => changes.dismiss()} />
    </div>
  )
}

const SHOWN_MS = 8_000

function LastChange() {
  const { text } = useWords()
  const { changes } = useGallery()
  const last = useChanges((state) => state.last)
  const sent = useChanges((state) => state.sent)
  const canUndo = useChanges(({ undoable }) => undoable.length > 0)
  useEffect(() => {
    if (last === null && sent === 0) return
    const timer = setTimeout(() => changes.dismiss(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes, last, sent])
  return (
    <Status>
      {sent > 0 && (
        <div className={styles.bar}>
          <span className={styles.count}>{text('gallery.sent', { count: sent })}</span>
        </div>
      )}
      {last !== null && (
        <div className={styles.bar}>
          <span className={styles.count}>
            {last.isUndone
              ? text(`gallery.undone.${last.kind}`, { count: last.count })
              : text(`gallery.done.${last.kind}`, { count: last.count })}
          </span>
          {canUndo && !last.isUndone && (
            <Button kind="quiet" onPress={() => void changes.undo()}>
              {text('action.undo')}
            </Button>
          )}
        </div>
      )}
    </Status>
  )
}
