/** Says what the form was filled from, with the way back to what stood in it. */
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import type { AgainStore } from './again.ts'
import styles from './filled-line.module.css'

export function FilledLine({ again }: { readonly again: AgainStore }) {
  const { text } = useWords()
  const filled = useStore(again, (state) => state.filled)
  return (
    <Status>
      {filled !== null && (
        <div className={styles.line}>
          <p className={styles.words}>{text(`again.filled.${filled.how}`)}</p>
          {filled.before !== null && (
            <Button kind="quiet" onPress={() => again.getState().undo()}>
              {text('again.undo')}
            </Button>
          )}
          <IconButton icon={X} label={text('action.dismiss')} onPress={() => again.getState().dismiss()} />
        </div>
      )}
    </Status>
  )
}
