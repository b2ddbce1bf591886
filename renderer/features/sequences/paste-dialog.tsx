/** Makes a shot of each line of a text. */
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, Form } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { linesOf } from './edits.ts'

/** The host takes no more. */
const MAX_SHOTS = 500

interface PasteDialogProps {
  /** Shots that are there already. */
  readonly count: number
  /** False where the service has no model for them. */
  onLines(lines: readonly string[]): Promise<boolean>
  onClose(): void
}

export function PasteDialog({ count, onLines, onClose }: PasteDialogProps) {
  const { text } = useFormatter()
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isAdding, setAdding] = useState(false)
  const lines = linesOf(typed)
  const isTooMany = count + lines.length > MAX_SHOTS
  async function submit(): Promise<void> {
    if (lines.length === 0 || isTooMany || isAdding) return
    setAdding(true)
    const isAdded = await onLines(lines)
    setAdding(false)
    if (isAdded) onClose()
    else setProblem(text('sequence.noModel'))
  }
  return (
    <Dialog title={text('sequence.paste')} isOpen onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <TextField
          label={text('sequence.paste.lines')}
          hint={text('sequence.paste.hint')}
          placeholder={text('sequence.paste.example')}
          value={typed}
          onChange={setTyped}
          rows={8}
          takesFocus
          error={isTooMany ? text('sequence.paste.tooMany', { most: MAX_SHOTS }) : null}
        />
        <Problem message={problem} />
        <Status>{text('sequence.paste.count', { count: lines.length })}</Status>
        <DialogActions>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button kind="main" type="submit" isDisabled={lines.length === 0 || isTooMany} isPending={isAdding}>
            {text('sequence.paste.add', { count: lines.length })}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
