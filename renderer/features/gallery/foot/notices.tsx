/** What went wrong, and what was just done, with the way back. */
import { X } from '#renderer/icons.tsx'
import { useEffect, useRef } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Problem } from '../../../ui/problem.tsx'
import { refocus } from '../../../ui/refocus.ts'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useChanges, useGallery } from '../gallery.ts'
import styles from '../gallery-view.module.css'
import u from '#renderer/ui/utilities.module.css'

export interface NoticesProps {
  /** Whether to tell of what was just done too. */
  readonly tellsLast?: boolean
}

/** In a view that fills the window, and so lies over the foot of the grid. */
export function NoticesOnTop(props: NoticesProps) {
  return (
    <div className={classNames(u.row, u.absolute, u.gap8, styles.foot, styles.top)}>
      <Notices {...props} />
    </div>
  )
}

export function Notices({ tellsLast = true }: NoticesProps) {
  return (
    <>
      <ProblemBar />
      {tellsLast && <LastChange />}
    </>
  )
}

function ProblemBar() {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const problem = useChanges((state) => state.problem)
  if (problem === null) return null
  return (
    <div className={classNames(u.row, u.wrap, u.gap2, u.framed, u.raised, styles.bar)}>
      <Problem message={problem.message} />
      <IconButton
        icon={X}
        label={text('action.dismiss')}
        onPress={() => {
          changes.dismiss()
          refocus()
        }}
      />
    </div>
  )
}

const SHOWN_MS = 8_000

function LastChange() {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const last = useChanges((state) => state.last)
  const sent = useChanges((state) => state.sent)
  const canUndo = useChanges(({ undoable }) => undoable.length > 0)
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (last === null && sent === 0) return
    const timer = setInterval(() => {
      // Undo is not taken away from whoever is about to press it.
      if (bar.current?.contains(document.activeElement) !== true) changes.hideLast()
    }, SHOWN_MS)
    return () => clearInterval(timer)
  }, [changes, last, sent])
  return (
    <Status>
      {sent > 0 && (
        <div className={classNames(u.row, u.wrap, u.gap2, u.framed, u.raised, styles.bar)}>
          <span className={styles.count}>{text('gallery.sent', { count: sent })}</span>
        </div>
      )}
      {last !== null && (
        <div ref={bar} className={classNames(u.row, u.wrap, u.gap2, u.framed, u.raised, styles.bar)}>
          <span className={styles.count}>
            {last.isUndone
              ? text(`gallery.undone.${last.kind}`, { count: last.count })
              : text(`gallery.done.${last.kind}`, { count: last.count })}
          </span>
          {canUndo && !last.isUndone && (
            <Button kind="quiet" onPress={() => void changes.undo().then(() => refocus())}>
              {text('action.undo')}
            </Button>
          )}
        </div>
      )}
    </Status>
  )
}
