/** Progress and outcome of a file import. */
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { IconButton } from '../../../ui/button.tsx'
import { Progress } from '../../../ui/progress.tsx'
import { useWords } from '../../../ui/text.ts'
import { useGallery } from '../use-gallery.ts'
import styles from './transfer.module.css'

const MOST_NAMED = 3

export function ImportLine() {
  const { text } = useWords()
  const { imports } = useGallery()
  const run = useStore(imports, (state) => state.run)
  if (run === null) return null
  const { state, done, total, added, known, failed, problems } = run
  const isRunning = state === 'running'
  const words = isRunning
    ? text('gallery.import.running', { done, total })
    : text('gallery.import.ended', { added, known, failed })
  return (
    <div className={styles.job}>
      <div className={styles.jobText}>
        <span className={styles.message}>{words}</span>
        {isRunning && <Progress done={done} total={total} label={words} />}
        {problems.slice(0, MOST_NAMED).map(({ name, message }) => (
          <span key={name} className={styles.failed}>
            {text('gallery.import.problem', { name, message })}
          </span>
        ))}
      </div>
      <IconButton
        icon={X}
        label={isRunning ? text('gallery.import.cancel') : text('action.dismiss')}
        onPress={() => (isRunning ? imports.getState().cancel() : imports.getState().dismiss())}
      />
    </div>
  )
}
