/** A short menu beside the button that opens it, or at the pointer. */
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Menu, MenuItem, type PopoverProps } from 'react-aria-components'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import parts from './parts.module.css'
import { Popover } from './popover.tsx'

export interface MenuChoice<Id extends string> {
  readonly id: Id
  readonly words: string
  /** Shown instead of the words. */
  readonly content?: ReactNode
  /** Shown beside the words. */
  readonly shortcut?: string | undefined
  readonly isDisabled?: boolean
}

export interface MenuItemsProps<Id extends string> {
  readonly label: string
  readonly items: readonly MenuChoice<Id>[]
  onChoose(id: Id): void
}

export interface MenuPopoverProps<Id extends string> extends MenuItemsProps<Id> {
  readonly placement?: NonNullable<PopoverProps['placement']>
  /** How wide it is. */
  readonly className?: string | undefined
}

export function MenuPopover<Id extends string>({ placement, className, ...items }: MenuPopoverProps<Id>) {
  return (
    <Popover className={className} {...(placement === undefined ? {} : { placement })}>
      <MenuItems {...items} />
    </Popover>
  )
}

/** A menu that opens at the pointer has no button that hands it the focus. */
const TAKES_FOCUS = { autoFocus: true }

function MenuItems<Id extends string>({
  label,
  items,
  takesFocus = false,
  onChoose,
}: MenuItemsProps<Id> & { readonly takesFocus?: boolean }) {
  return (
    <Menu
      {...(takesFocus && TAKES_FOCUS)}
      className={classNames(parts.list)}
      aria-label={label}
      onAction={(key) => {
        const chosen = items.find(({ id }) => id === key)
        if (chosen !== undefined) onChoose(chosen.id)
      }}
    >
      {items.map(({ id, words, content, shortcut, isDisabled = false }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={words}
          isDisabled={isDisabled}
          {...(content === undefined ? {} : { 'aria-label': words })}
          className={classNames(parts.option, styles.item)}
        >
          {content ?? words}
          {shortcut !== undefined && <kbd className={classNames(parts.quiet)}>{shortcut}</kbd>}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** The event that asks for a menu, or where one that was asked for by a key belongs. */
export type MenuPlace = Pick<MouseEvent, 'clientX' | 'clientY' | 'preventDefault'>

/**
 * A menu at the pointer, or at what has the focus: one event tells of a right click, a long press and Shift+F10.
 * `menu` belongs anywhere in the page.
 */
export function useContextMenu<Id extends string>() {
  const anchor = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState<
    (MenuItemsProps<Id> & { readonly x: number; readonly y: number }) | null
  >(null)
  const menu = shown !== null && (
    <>
      <span ref={anchor} className={styles.anchor} style={{ left: shown.x, top: shown.y }} aria-hidden />
      <Popover
        aria-label={shown.label}
        triggerRef={anchor}
        isOpen
        onOpenChange={(isOpen) => !isOpen && setShown(null)}
        placement="bottom start"
        offset={2}
        className={styles.context}
      >
        <MenuItems
          {...shown}
          takesFocus
          onChoose={(id) => {
            setShown(null)
            shown.onChoose(id)
          }}
        />
      </Popover>
    </>
  )
  return {
    menu,
    open(event: MenuPlace, items: MenuItemsProps<Id>): void {
      event.preventDefault()
      setShown({ ...items, x: event.clientX, y: event.clientY })
    },
  }
}
