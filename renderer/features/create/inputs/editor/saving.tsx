/** Taking what was made in the editor into the form, and the bar that does it. */
import { Redo2, Undo2 } from '#renderer/icons.tsx'
import { useState } from 'react'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { useFormatter } from '../../../../ui/text.ts'
import { useForm, useView } from '../../create-context.ts'
import { renderEdit, type Source } from './draw-mask.ts'
import type { Edit, History, HistoryStep } from './edit.ts'
import styles from './editor.module.css'
import u from '#renderer/ui/utilities.module.css'

interface SaveBarProps {
  readonly history: History
  dispatch(action: HistoryStep): void
  readonly isSaving: boolean
  readonly canSave: boolean
  onSave(): void
}

export function SaveBar({ history, dispatch, isSaving, canSave, onSave }: SaveBarProps) {
  const { text } = useFormatter()
  return (
    <div className={classNames(u.row, u.gap4, u.surface, styles.actions)}>
      <IconButton
        icon={Undo2}
        label={text('editor.undo')}
        shortcut="Ctrl Z"
        isDisabled={history.past.length === 0}
        onPress={() => dispatch({ kind: 'undo' })}
      />
      <IconButton
        icon={Redo2}
        label={text('editor.redo')}
        shortcut="Ctrl Shift Z"
        isDisabled={history.future.length === 0}
        onPress={() => dispatch({ kind: 'redo' })}
      />
      <Button
        kind="main"
        isPending={isSaving}
        isDisabled={!canSave}
        onPress={onSave}
        className={classNames(styles.save)}
      >
        {text('editor.save')}
      </Button>
    </div>
  )
}

export function useSaving(inputKey: string, source: Source, onClose: () => void) {
  const { text } = useFormatter()
  const editImage = useForm((form) => form.editImage)
  const known = useView(({ draft }) => draft.inputs.find(({ role }) => role === 'mask')?.keepsOutside)
  const [keepsOutside, setKeepsOutside] = useState(known !== false)
  const isEdited = useView(({ draft }) =>
    draft.inputs.some(({ key, original }) => key === inputKey && original !== undefined),
  )
  const restoreImage = useForm((form) => form.restoreImage)
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  async function save(edit: Edit): Promise<void> {
    setSaving(true)
    const edited = await renderEdit(edit, source).catch(() => null)
    const response = edited && (await editImage(inputKey, edited, keepsOutside))
    setSaving(false)
    if (response?.ok === true) onClose()
    else setProblem(response?.error.message ?? text('editor.tooLarge'))
  }
  function restore(): void {
    restoreImage(inputKey)
    onClose()
  }
  return {
    isSaving,
    problem,
    save,
    keepsOutside,
    setKeepsOutside,
    restore: isEdited ? restore : undefined,
  }
}
