/** Opens an `.atelier` project, which another computer may have made, and says what of it is not as it was there. */
import { useState } from 'react'
import { FileTrigger } from 'react-aria-components'
import type { ImportedSequence } from '#contract/sequences.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'

interface ImportDialogProps {
  onOpen(id: string): void
  onClose(): void
}

export function ImportDialog({ onOpen, onClose }: ImportDialogProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { busy, error, run } = useCall()
  const [imported, setImported] = useState<ImportedSequence | null>(null)
  function open(id: string): void {
    onClose()
    onOpen(id)
  }
  async function read(file: File | undefined): Promise<void> {
    if (!file || busy) return
    const sequence = await run(bridge.openSequence(file, file.name))
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
      <DialogText>{text('sequence.import.hint')}</DialogText>
      <Problem message={error?.message} />
      <DialogActions>
        <Button onPress={onClose}>{text('action.cancel')}</Button>
        <FileTrigger acceptedFileTypes={['.atelier']} onSelect={(files) => void read(files?.[0])}>
          <Button kind="main" takesFocus isPending={busy}>
            {text('sequence.import.choose')}
          </Button>
        </FileTrigger>
      </DialogActions>
    </Dialog>
  )
}
