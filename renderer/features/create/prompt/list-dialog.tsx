/** Writes a list: one entry a line, kept by the host as a text file. Comments and blank lines stay as they were written. */
import '../../../locales/create.ts'
import { useEffect, useState } from 'react'
import { useSaveFile } from '../../../bridge/use-save-file.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../../ui/dialog.tsx'
import { TextField } from '../../../ui/field.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useLeave } from '../use-leave.ts'
import type { WordListsStore } from './prompting.ts'

export interface ListDialogProps {
  readonly wordLists: WordListsStore
  readonly name: string
  onClose(): void
}

export function ListDialog({ wordLists, name, onClose }: ListDialogProps) {
  const { text } = useFormatter()
  const { isThere, written, setWritten, before, problem, setProblem } = useListFile(wordLists, name)
  const [isDeleted, setDeleted] = useState(false)
  const file = useSaveFile()
  const typed = written ?? ''
  const count = typed.split('\n').filter(isEntry).length

  async function write(content: string | null, onDone: () => void): Promise<void> {
    const response = await wordLists.getState().save(name, content)
    setProblem(response.ok ? null : response.error.message)
    if (response.ok) onDone()
  }
  const leave = useLeave(written !== null && written !== before, 'leave.list', onClose)
  if (isDeleted)
    return (
      <Deleted
        name={name}
        problem={problem}
        // What was typed and not saved is there again with the list.
        onUndo={() => void write(before, () => setDeleted(false))}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={text('prompt.list.title', { name })} isOpen onClose={leave}>
      <TextField
        // What takes the focus has to be there to be written in.
        key={written === null ? 'reading' : 'written'}
        label={text('prompt.list.entries', { count })}
        hint={text('prompt.list.hint', { name })}
        error={problem ?? file.problem}
        value={typed}
        onChange={setWritten}
        isDisabled={written === null}
        rows={12}
        takesFocus
      />
      <DialogActions>
        {isThere && (
          <Button
            kind="danger"
            isDisabled={written === null}
            onPress={() => void write(null, () => setDeleted(true))}
          >
            {text('prompt.list.delete')}
          </Button>
        )}
        <Button isDisabled={count === 0} onPress={() => void file.save(`${name}.txt`, new Blob([typed]))}>
          {text('prompt.list.export')}
        </Button>
        <Button onPress={leave}>{text('action.cancel')}</Button>
        <Button kind="main" isDisabled={count === 0} onPress={() => void write(typed, onClose)}>
          {text('action.save')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** The file of the list, and what is written in its place. */
function useListFile(wordLists: WordListsStore, name: string) {
  const [isThere] = useState(() => wordLists.getState().lists[name] != null)
  // A list that is not there is begun at once; of one that is, all of its file is needed first.
  const [written, setWritten] = useState<string | null>(isThere ? null : '')
  const [before, setBefore] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!isThere) return
    let isCurrent = true
    async function read(): Promise<void> {
      const response = await wordLists.getState().read(name)
      if (!isCurrent) return
      if (!response.ok) return setProblem(response.error.message)
      setBefore(response.data.text)
      setWritten(response.data.text)
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [wordLists, name, isThere])
  return { isThere, written, setWritten, before, problem, setProblem }
}

interface DeletedProps extends Pick<ListDialogProps, 'name' | 'onClose'> {
  readonly problem: string | null
  onUndo(): void
}

function Deleted({ name, problem, onUndo, onClose }: DeletedProps) {
  const { text } = useFormatter()
  return (
    <Dialog title={text('prompt.list.title', { name })} isOpen onClose={onClose}>
      <Status>
        <DialogText>{text('prompt.list.deleted')}</DialogText>
      </Status>
      <Problem message={problem} />
      <DialogActions>
        <Button onPress={onUndo}>{text('action.undo')}</Button>
        <Button kind="main" takesFocus onPress={onClose}>
          {text('prompt.list.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** As the host reads the file: neither blank nor a comment. */
function isEntry(line: string): boolean {
  const entry = line.trim()
  return entry !== '' && !entry.startsWith('#')
}
