/** A short menu beside the button that opens it. */
import type { ReactNode } from 'react'
import { Menu, MenuItem, type PopoverProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import parts from './parts.module.css'
import { Popover } from './popover.tsx'

export interface MenuChoice<Id extends string> {
  readonly id: Id
  readonly words: string
  /** Shown instead of the words. */
  readonly picture?: ReactNode
}

export interface MenuPopoverProps<Id extends string> {
  readonly label: string
  readonly items: readonly MenuChoice<Id>[]
  readonly placement?: NonNullable<PopoverProps['placement']>
  /** How wide it is. */
  readonly className?: string | undefined
  onChoose(id: Id): void
}

export function MenuPopover<Id extends string>(props: MenuPopoverProps<Id>) {
  const { label, items, placement, className, onChoose } = props
  return (
    <Popover className={className} {...(placement === undefined ? {} : { placement })}>
      <Menu
        className={classNames(parts.list)}
        aria-label={label}
        onAction={(key) => {
          const chosen = items.find(({ id }) => id === key)
          if (chosen !== undefined) onChoose(chosen.id)
        }}
      >
        {items.map(({ id, words, picture }) => (
          <MenuItem
            key={id}
            id={id}
            textValue={words}
            {...(picture === undefined ? {} : { 'aria-label': words })}
            className={classNames(parts.option)}
          >
            {picture ?? words}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  )
}
