/** A short menu beside the button that opens it, or at the pointer. */
import { useRef, useState, type MouseEvent, type ReactNode } from 'react'
import { Menu, MenuItem, type PopoverProps, MenuTrigger } from 'react-aria-components'
import type { AssetKind } from '#contract/rules/media.ts'
import styles from './dialog.module.css'
import parts from './parts.module.css'
import { classNames } from './class-names.ts'
import { Popover } from './popover.tsx'
import { keysText, useFormatter } from './text.ts'
import { inputScenes, type InputScene } from './scenes.ts'

export interface MenuChoice<Id extends string> {
  readonly id: Id
  readonly label: string
  /** Shown instead of the words. */
  readonly content?: ReactNode
  /** Its keys, shown beside the words. */
  readonly shortcut?: string | undefined
  readonly isDisabled?: boolean
}

interface MenuItemsProps<Id extends string> {
  readonly label: string
  readonly items: readonly MenuChoice<Id>[]
  onChoose(id: Id): void
}

interface MenuPopoverProps<Id extends string> extends MenuItemsProps<Id> {
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
  const formatter = useFormatter()
  return (
    <Menu
      {...(takesFocus && TAKES_FOCUS)}
      className={classNames(styles.menu)}
      aria-label={label}
      onAction={(key) => {
        const chosen = items.find(({ id }) => id === key)
        if (chosen !== undefined) onChoose(chosen.id)
      }}
    >
      {items.map(({ id, label: name, content, shortcut, isDisabled = false }) => (
        <MenuItem
          key={id}
          id={id}
          textValue={name}
          isDisabled={isDisabled}
          {...(content === undefined ? {} : { 'aria-label': name })}
          className={classNames(parts.option, styles.item)}
        >
          {content ?? name}
          {shortcut !== undefined && (
            <kbd className={classNames(parts.quiet)}>{keysText(shortcut, formatter)}</kbd>
          )}
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
        // Beside the pointer, from where it moves up as far as it needs: its own height is all that limits it.
        placement="end top"
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

interface InputMenuProps {
  readonly kinds: readonly AssetKind[]
  /** The button that opens it; not shown where no scene takes them. */
  readonly children: ReactNode
  onChoose(scene: InputScene): void
}

/** A menu of the scenes that take all these assets as inputs. */
export function InputMenu({ kinds, children, onChoose }: InputMenuProps) {
  const { text } = useFormatter()
  const scenes = inputScenes(kinds)
  if (scenes.length === 0) return null
  return (
    <MenuTrigger>
      {children}
      <MenuPopover
        label={text('viewer.useAsInput')}
        items={scenes.map((scene) => ({ id: scene, label: text(`reuse.into.${scene}`) }))}
        className={parts.inputMenu}
        onChoose={onChoose}
      />
    </MenuTrigger>
  )
}
