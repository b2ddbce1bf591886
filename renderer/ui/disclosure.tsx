/** A part of a form that opens under its heading. */
import { ChevronRight } from '#renderer/icons.tsx'
import type { ReactNode } from 'react'
import { Button, Disclosure as AriaDisclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './disclosure.module.css'
import parts from './parts.module.css'

export interface DisclosureProps {
  readonly title: string
  /** Beside the title, quietly: what is in there. */
  readonly note?: string
  readonly isOpen: boolean
  onOpen(isOpen: boolean): void
  readonly children: ReactNode
}

export function Disclosure({ title, note, isOpen, onOpen, children }: DisclosureProps) {
  return (
    <AriaDisclosure className={classNames(styles.disclosure)} isExpanded={isOpen} onExpandedChange={onOpen}>
      <Heading level={2} className={classNames(styles.heading)}>
        <Button slot="trigger" className={classNames(parts.bare, styles.trigger)}>
          <ChevronRight size={14} aria-hidden />
          {title}
          {note !== undefined && <span className={parts.quiet}>{note}</span>}
        </Button>
      </Heading>
      <DisclosurePanel>{children}</DisclosurePanel>
    </AriaDisclosure>
  )
}
