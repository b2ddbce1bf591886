/** Writes a list: one entry a line, kept by the host as a text file. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './popover.module.css'
import type { WordListsStore } from './word-lists.ts'

export interface ListDialogProps {
  readonly words: WordListsStore
  readonly name: string
  onClose(): void
}

export function ListDialog({ words, name, onClose }: ListDialogProps) {
  const { text } = useWords()
  const [entries] = useState(() => words.getState().lists[name] ?? [])
  const [typed, setTyped] = useState(() => entries.join('\n'))
  const [problem, setProblem] = useState<string | null>(null)
  const count = typed.split('\n').filter((line) => line.trim() !== '').length

  async function save(content: string | null): Promise<void> {
    const answer = await words.getState().save(name, content)
    if (answer.ok) onClose()
    else setProblem(answer.error.message)
  }
  return (
    <Dialog title={text('prompt.list.title', { name })} isOpen onClose={onClose}>
      <TextField
        label={text('prompt.list.entries', { count })}
        hint={text('prompt.list.hint', { name })}
        error={problem}
        value={typed}
        onChange={setTyped}
        rows={12}
        takesFocus
      />
      <div className={styles.actions}>
        {entries.length > 0 && (
          <Button kind="danger" onPress={() => void save(null)}>
            {text('prompt.list.delete')}
          </Button>
        )}
        <Button onPress={onClose}>{text('action.cancel')}</Button>
        <Button kind="main" isDisabled={count === 0} onPress={() => void save(typed)}>
          {text('action.save')}
        </Button>
      </div>
    </Dialog>
  )
}
