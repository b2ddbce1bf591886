/** Asks for a name. Stays open, with the reason, where the host does not take it. */
import { useState } from 'react'
import type { RenderedResult } from '#contract/errors.ts'
import { Button } from './button.tsx'
import { Dialog, DialogActions, Form, useDialog } from './dialog.tsx'
import { TextField } from './field.tsx'
import { useFormatter } from './text.ts'

export interface NameQuestion {
  readonly title: string
  readonly confirm: string
  readonly initial?: string
  onName(name: string): Promise<RenderedResult<unknown>>
}

const LONGEST = 200

export function useNameDialog(): (question: NameQuestion) => void {
  const open = useDialog()
  return (question) => open((close) => <NameDialog {...question} onClose={close} />)
}

type NameDialogProps = NameQuestion & { onClose(): void }

function NameDialog({ title, confirm, initial = '', onName, onClose }: NameDialogProps) {
  const { text } = useFormatter()
  const [name, setName] = useState(initial)
  const [problem, setProblem] = useState<string | null>(null)
  async function submit(): Promise<void> {
    if (name.trim() === '') return setProblem(text('gallery.name.missing'))
    const response = await onName(name.trim())
    if (response.ok) onClose()
    else setProblem(response.error.message)
  }
  return (
    <Dialog title={title} isOpen onClose={onClose}>
      <Form onSubmit={() => void submit()}>
        <TextField
          label={text('gallery.name')}
          value={name}
          onChange={setName}
          error={problem}
          maxLength={LONGEST}
          takesFocus
        />
        <DialogActions>
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button kind="main" type="submit">
            {confirm}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}
