/** Modal dialogs, and the question before something that cannot be undone. */
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { useWords } from './text.ts'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  onClose(): void
  readonly children: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
}

export function Dialog({ title, isOpen, onClose, children, role = 'dialog' }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
      className={classNames(styles.scrim)}
    >
      <Modal className={classNames(styles.modal)}>
        <AriaDialog role={role} className={classNames(styles.dialog)}>
          <Heading slot="title" className={classNames(styles.title)}>
            {title}
          </Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export function DialogForm({ onSubmit, children }: { onSubmit(): void; readonly children: ReactNode }) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}

/** What a dialog says, in quiet words. */
export function DialogText({ children }: { readonly children: ReactNode }) {
  return <p className={styles.text}>{children}</p>
}

/** The buttons at the end of a dialog, the main one last. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>
}

export interface ConfirmProps {
  readonly title: string
  readonly text: string
  readonly confirm: string
  /** Of the confirming button. */
  readonly kind?: 'main' | 'danger'
  readonly isOpen: boolean
  onConfirm(): void
  onClose(): void
}

export function Confirm(props: ConfirmProps) {
  const { title, text: body, confirm, kind = 'danger', isOpen, onConfirm, onClose } = props
  const { text } = useWords()
  return (
    <Dialog title={title} isOpen={isOpen} onClose={onClose} role="alertdialog">
      <DialogText>{body}</DialogText>
      <DialogActions>
        <Button onPress={onClose} takesFocus>
          {text('action.cancel')}
        </Button>
        <Button
          kind={kind}
          onPress={() => {
            onConfirm()
            onClose()
          }}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
