/** Leaves what is edited in a dialog: at once, or with the user's yes where something would be lost. */
import '../../locales/create.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { useFormatter } from '../../ui/text.ts'

export function useLeave(
  isChanged: boolean,
  what: 'leave.editor' | 'leave.list' | 'leave.member',
  onLeave: () => void,
): () => void {
  const { text } = useFormatter()
  const confirm = useConfirm()
  return () => {
    if (!isChanged) return onLeave()
    confirm({
      title: text('leave'),
      text: text(what),
      confirm: text('leave.confirm'),
      refuse: text('leave.refuse'),
      onConfirm: onLeave,
    })
  }
}
