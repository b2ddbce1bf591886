/** Opens an `.atelier` project, which another computer may have made, and says what of it is not as it was there. */
import { useState } from 'react'
import type { ImportedSequence } from '#contract/sequences.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText, Form } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'

interface ImportDialogProps {
  onOpen(id: string): void
  onClose(): void
}

export function ImportDialog({ onOpen, onClose }: ImportDialogProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const { busy, error, run } = useCall()
  const [path, setPath] = useState('')
  const [imported, setImported] = useState<ImportedSequence | null>(null)
  function open(id: string): void {
    onClose()
    onOpen(id)
  }
  async function read(): Promise<void> {
    if (path.trim() === '' || busy) return
    const sequence = await run(bridge.call('sequences.import', { path: path.trim() }))
    if (sequence?.notes.length === 0) open(sequence.id)
    else setImported(sequence)
  }
  if (imported !== null)
    return (
      <Dialog title={text('sequence.import.notes', { name: imported.name })} isOpen onClose={onClose}>
        {imported.notes.map((note, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same may be said of two
          <DialogText key={at}>{note.text}</DialogText>
        ))}
        <DialogActions>
          <Button kind="main" onPress={() => open(imported.id)}>
            {text('sequence.import.show')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  return (
    <Dialog title={text('sequence.import')} isOpen onClose={onClose}>
      <Form onSubmit={() => void read()}>
        <TextField
          label={text('sequence.import.path')}
          hint={text('sequence.import.hint')}
          value={path}
          onChange={setPath}
          maxLength={4_000}
          takesFocus
        />
        <Problem words={error?.message} />
        <DialogActions>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button kind="main" type="submit" isPending={busy}>
            {text('sequence.import')}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
