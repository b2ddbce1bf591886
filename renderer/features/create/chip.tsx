/** A setting of the form as one small button that says its value, and opens its control. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import { classNames } from '../../ui/class-names.ts'
import { Hidden } from '../../ui/hidden.tsx'
import parts from '../../ui/parts.module.css'
import { Popover } from '../../ui/popover.tsx'
import styles from './create.module.css'

export interface ChipProps {
  /** Its name where it is looked for. */
  readonly field?: string
  readonly label: string
  readonly value: string
  readonly icon?: ReactNode
  /** Set by the user; otherwise the model chooses. */
  readonly isSet?: boolean
  readonly isWrong?: boolean
  readonly isDisabled?: boolean
  /** The value says by itself what it is. */
  readonly isLabelHidden?: boolean
  readonly children: ReactNode
}

export function Chip(props: ChipProps) {
  const { field, label, value, icon, isSet, isWrong, isDisabled = false, isLabelHidden, children } = props
  return (
    <DialogTrigger>
      <span className={parts.contents} data-field={field} data-opens>
        <Button
          isDisabled={isDisabled}
          className={classNames(styles.chip, isSet && styles.isSet, isWrong && styles.isWrong)}
        >
          {icon}
          {isLabelHidden === true && value !== '' ? (
            <Hidden>{label}</Hidden>
          ) : (
            <span className={parts.quiet}>{label}</span>
          )}
          {value !== '' && <span className={parts.line}> {value}</span>}
        </Button>
      </span>
      <Popover placement="bottom start" offset={4} className={styles.chipPopover}>
        <Dialog aria-label={label} className={classNames(styles.chipDialog)}>
          <FirstControl>{children}</FirstControl>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

/** The cursor goes into the control that is wrong, else into the first: it was for this that the chip was pressed. */
function FirstControl({ children }: { readonly children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const controls = 'input, textarea, [role=radio][tabindex="0"], [role=radio], button'
    const wrong = place.current?.querySelector<HTMLElement>(':is(input, textarea)[aria-invalid=true]')
    const first = wrong ?? place.current?.querySelector<HTMLElement>(controls)
    first?.focus()
  }, [])
  return (
    <div ref={place} className={parts.column}>
      {children}
    </div>
  )
}
