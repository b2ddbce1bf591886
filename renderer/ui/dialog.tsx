/** Modal dialogs, and the question before something that cannot be undone. */
import { createContext, Suspense, use, useState, type ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import parts from './parts.module.css'

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
          <Heading slot="title">{title}</Heading>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface FormProps {
  /** Where no title stands above it. */
  readonly label?: string
  onSubmit(): void
  onEscape?(): void
  readonly children: ReactNode
}

export function Form({ label, onSubmit, onEscape, children }: FormProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves the form from each of its fields
    <form
      className={parts.form}
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onEscape === undefined) return
        event.stopPropagation()
        onEscape()
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
  onRefuse?(): void
}

/** Asks before something that cannot be undone. */
export function useConfirm(): (question: Question) => void {
  const open = useDialog()
  return (question) => open((close) => <Confirm {...question} onClose={close} />)
}

function Confirm(props: Question & { onClose(): void }) {
  const { title, text, confirm, refuse, onConfirm, onRefuse, onClose } = props
  function decline(): void {
    onClose()
    onRefuse?.()
  }
  return (
    <Dialog title={title} isOpen onClose={decline} role="alertdialog">
      <DialogText>{text}</DialogText>
      <DialogActions>
        <Button onPress={decline} takesFocus>
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
