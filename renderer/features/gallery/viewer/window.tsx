/** What the views that fill the window share, the viewer, comparison and review: their frame, and the asset that they show. */
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useAsset } from '../../../bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { DialogPlace } from '../../../ui/dialog.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useKeys, type KeyActions } from '../../../ui/use-keys.ts'
import { useGallery } from '../gallery.ts'
import styles from './viewer.module.css'

/** What has keys of its own: fields, and what opens over such a view. */
export const OVER_WINDOW =
  'input:not([type="range"]), textarea, [role="menu"], [role="listbox"], [role="alertdialog"], [role="dialog"]:not([data-window])'

export interface WindowProps {
  /** Whose keys come first in the list of shortcuts. */
  readonly kind: 'viewer' | 'compare' | 'review'
  readonly label: string
  readonly keys: KeyActions
  readonly className?: string | undefined
  onClose(): void
  readonly children: ReactNode
}

export function Window({ kind, label, keys, className, onClose, children }: WindowProps) {
  // The focus is on no button: its tooltip would open, and the first Escape would close the tooltip.
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => frame.current?.focus(), [])
  // A button that went away or off leaves its focus to the frame: without it, Escape would reach nothing.
  useEffect(() => {
    if (document.activeElement?.matches('body, :disabled') === true) frame.current?.focus()
  })
  useKeys(keys, OVER_WINDOW)
  return (
    <ModalOverlay isOpen onOpenChange={(open) => !open && onClose()} className={classNames(styles.overlay)}>
      <Modal className={classNames(styles.fill)}>
        <Dialog data-window={kind} aria-label={label} className={classNames(styles.fill)}>
          <DialogPlace>
            <div ref={frame} tabIndex={-1} className={classNames(styles.fill, className)}>
              {children}
            </div>
          </DialogPlace>
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}

/** The asset as the gallery knows it, or as the host does where the gallery does not. */
export function useKnownOrRead(id: string): {
  readonly asset: Asset | undefined
  readonly problem: string | null
} {
  const { text } = useFormatter()
  const { details } = useGallery()
  const asset = useAsset(id)
  const [failed, setFailed] = useState<{ readonly id: string; readonly message: string } | null>(null)
  const isKnown = asset !== undefined
  useEffect(() => {
    if (isKnown) return
    let isCurrent = true
    async function read(): Promise<void> {
      const response = await details.read([id])
      if (!isCurrent) return
      if (!response.ok) setFailed({ id, message: response.error.message })
      else if (response.data.length === 0) setFailed({ id, message: text('viewer.gone') })
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [details, id, isKnown, text])
  return { asset, problem: !isKnown && failed?.id === id ? failed.message : null }
}
