/** A side panel where there is no room beside the view: it lies over the view, from the lower edge up. */
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { X } from '#renderer/icons.tsx'
import { IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { useFormatter } from './text.ts'

export interface SheetProps {
  readonly title: string
  onClose(): void
  readonly children: ReactNode
}

export function Sheet({ title, onClose, children }: SheetProps) {
  const { text } = useFormatter()
  return (
    <ModalOverlay
      isOpen
      isDismissable
      onOpenChange={(open) => !open && onClose()}
      className={classNames(styles.scrim, styles.sheetScrim)}
    >
      <Modal className={classNames(styles.modal, styles.sheet)}>
        <Dialog className={classNames(styles.sheetDialog)}>
          <header className={styles.sheetHead}>
            <Heading slot="title">{title}</Heading>
            <IconButton icon={X} label={text('sheet.close')} onPress={onClose} />
          </header>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
