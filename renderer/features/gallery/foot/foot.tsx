/** The bars at the foot of the grid: errors, undo, and actions on the selection. */
import { X } from 'lucide-react'
import { useEffect } from 'react'
import type { Asset } from '#contract/library.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import type { InputScene } from '../../../ui/scenes.ts'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Ask } from '../ask.ts'
import { useChanges, useGallery } from '../use-gallery.ts'
import styles from './foot.module.css'
import { SelectionBar } from './selection-bar.tsx'

export interface FootProps {
  /** Whether the grid is shown. */
  readonly isGrid: boolean
  onAsk(ask: Ask): void
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
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
    <div className={styles.bar} role="alert">
      <p className={styles.problem}>{problem.message}</p>
      <IconButton icon={X} label={text('action.dismiss')} onPress={() => changes.getState().dismiss()} />
    </div>
  )
}

const SHOWN_MS = 8_000

function LastChange() {
  const { text } = useWords()
  const { changes } = useGallery()
  const last = useChanges((state) => state.last)
  const canUndo = useChanges(({ undoable }) => undoable.length > 0)
  useEffect(() => {
    if (last === null) return
    const timer = setTimeout(() => changes.getState().dismiss(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [changes, last])
  return (
    <Status>
      {last !== null && (
        <div className={styles.bar}>
          <span className={styles.count}>
            {last.isUndone
              ? text(`gallery.undone.${last.kind}`, { count: last.count })
              : text(`gallery.done.${last.kind}`, { count: last.count })}
          </span>
          {canUndo && !last.isUndone && (
            <Button kind="quiet" onPress={() => void changes.getState().undo()}>
              {text('action.undo')}
            </Button>
          )}
        </div>
      )}
    </Status>
  )
}
