/** Says what the form was filled from, with the way back to what stood in it. */
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Prompting } from '../prompt/prompting.ts'
import type { AgainStore } from './again.ts'
import styles from './filled-line.module.css'
import { KeepPreset } from './keep-preset.tsx'

export interface FilledLineProps {
  readonly again: AgainStore
  readonly prompting: Prompting
}

export function FilledLine({ again, prompting }: FilledLineProps) {
  const { text } = useWords()
  const filled = useStore(again, (state) => state.filled)
  return (
    <Status>
      {filled !== null && (
        <div className={styles.line}>
          <p className={styles.words}>
            {text(`again.filled.${filled.how}`, { name: filled.preset?.name ?? '' })}
          </p>
          {filled.preset !== undefined && <KeepPreset preset={filled.preset} prompting={prompting} />}
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
