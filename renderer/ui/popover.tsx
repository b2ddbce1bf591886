/** The surface that opens next to a button or a field, and a small dialog on it. */
import { type ReactNode, use, useState } from 'react'
import {
  Dialog,
  Heading,
  OverlayTriggerStateContext,
  Popover as AriaPopover,
  type PopoverProps as AriaPopoverProps,
} from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './popover.module.css'

export interface PopoverProps extends Pick<
  AriaPopoverProps,
  'placement' | 'offset' | 'triggerRef' | 'isOpen' | 'onOpenChange' | 'aria-label'
> {
  /** How wide it is, and how it comes and goes. */
  readonly className?: string | undefined
  readonly children: ReactNode
}

export function Popover({ className, ...rest }: PopoverProps) {
  const opening = useOpening(rest.isOpen)
  return <AriaPopover key={opening} {...rest} className={classNames(styles.popover, className)} />
}

/** Counts how often it was opened: what still fades out would be shown again as it was, without the focus. */
function useOpening(isOpen = use(OverlayTriggerStateContext)?.isOpen === true): number {
  const [last, setLast] = useState({ isOpen, count: 0 })
  if (last.isOpen !== isOpen) setLast({ isOpen, count: last.count + (isOpen ? 1 : 0) })
  return last.count
}

export interface PopoverDialogProps extends Pick<AriaPopoverProps, 'placement'> {
  readonly title: string
  readonly children: ReactNode
}

/** A small dialog under the end of its button, with its title in sight. */
export function PopoverDialog({ title, placement = 'bottom end', children }: PopoverDialogProps) {
  return (
    <Popover className={styles.wide} placement={placement} offset={4}>
      <Dialog className={classNames(styles.dialog)}>
        <Heading slot="title" className={classNames(styles.title)}>
          {title}
        </Heading>
        {children}
      </Dialog>
    </Popover>
  )
}
