/** Modal dialogs, and the question before something that cannot be undone. */
import { createContext, Suspense, use, useState, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'

export interface DialogProps {
  readonly title: string
  readonly isOpen: boolean
  onClose(): void
  readonly children: ReactNode
  readonly role?: 'dialog' | 'alertdialog'
  /** As wide as what it holds. */
  readonly isWide?: boolean
}

export function Dialog({ title, isOpen, onClose, children, role = 'dialog', isWide = false }: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => !open && onClose()}
      isDismissable={role === 'dialog'}
      className={classNames(styles.scrim)}
    >
      <Modal className={classNames(styles.modal, isWide && styles.wide)}>
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

type OpenDialog = (render: (close: () => void) => ReactNode) => void

const OpenDialogContext = createContext<OpenDialog>(() => undefined)

/** Where the dialogs of everything inside are shown, one at a time. */
export function DialogPlace({ children }: { readonly children: ReactNode }) {
  const [shown, setShown] = useState<ReactNode>(null)
  const [open] = useState((): OpenDialog => (render) => setShown(render(() => setShown(null))))
  return (
    <OpenDialogContext value={open}>
      {children}
      <Suspense fallback={null}>{shown}</Suspense>
    </OpenDialogContext>
  )
}

/** Opens a dialog: who does needs no state for it. */
export function useDialog(): OpenDialog {
  return use(OpenDialogContext)
}

export interface Question {
  readonly title: string
  readonly text: string
  /** What each of the two buttons does: never only "OK" or "Cancel". */
  readonly confirm: string
  readonly refuse: string
  onConfirm(): void
}

/** Asks before something that cannot be undone. */
export function useConfirm(): (question: Question) => void {
  const open = useDialog()
  return (question) => open((close) => <Confirm {...question} onClose={close} />)
}

function Confirm({ title, text, confirm, refuse, onConfirm, onClose }: Question & { onClose(): void }) {
  return (
    <Dialog title={title} isOpen onClose={onClose} role="alertdialog">
      <DialogText>{text}</DialogText>
      <DialogActions>
        <Button onPress={onClose} takesFocus>
          {refuse}
        </Button>
        <Button
          kind="danger"
          onPress={() => {
            onClose()
            onConfirm()
          }}
        >
          {confirm}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
