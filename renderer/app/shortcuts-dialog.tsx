/** The list of shortcuts as a dialog. */
import '../locales/palette.ts'
import '../locales/settings.ts'
import { Dialog } from '../ui/dialog.tsx'
import { ShortcutList } from '../ui/shortcut-list.tsx'
import { useFormatter } from '../ui/text.ts'

/** `first` is the place whose keys are asked for. */
export function ShortcutsDialog({ first, onClose }: { readonly first: string; onClose(): void }) {
  const { text } = useFormatter()
  return (
    <Dialog title={text('shortcuts.title')} isOpen onClose={onClose}>
      <ShortcutList first={first} />
    </Dialog>
  )
}
