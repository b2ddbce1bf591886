/** The files of an archive that were left out or have no recipe, each with its reason. */
import type { ArchiveResult } from '#contract/rules/archive-result.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import u from '../../../ui/utilities.module.css'
import styles from './archive.module.css'
import { FilePath } from '../../../ui/foreign-text.tsx'

interface ArchiveLeftProps {
  readonly archive: ArchiveResult
  onClose(): void
}

export function ArchiveLeft({ archive: { unread, unreadCount }, onClose }: ArchiveLeftProps) {
  const { text } = useFormatter()
  const byReason = [...Map.groupBy(unread, ({ reason }) => reason)]
  return (
    <Dialog title={text('gallery.archive.left')} isOpen onClose={onClose} isWide>
      {unreadCount > unread.length && (
        <p className={parts.quiet}>
          {text('gallery.archive.left.first', { count: unread.length, total: unreadCount })}
        </p>
      )}
      <div className={classNames(parts.stack, u.scrollDown, styles.left)}>
        {byReason.map(([reason, files]) => (
          <section key={reason} className={parts.stack}>
            <h3>{text(`gallery.archive.reason.${reason}`, { count: files.length })}</h3>
            <ul className={classNames(parts.stack, u.selectable)}>
              {files.map(({ path }) => (
                <li key={path} className={classNames(parts.quiet, u.breaks)}>
                  <FilePath>{path}</FilePath>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      <DialogActions>
        <Button kind="main" onPress={onClose}>
          {text('gallery.archive.left.close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
