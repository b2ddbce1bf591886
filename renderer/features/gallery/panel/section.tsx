/** A section of the side panel that can be folded, and the menu of a row in it. */
import { ChevronRight, Ellipsis } from '#renderer/icons.tsx'
import { useId, type MouseEvent, type ReactNode } from 'react'
import { Button, MenuTrigger } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { MenuPopover, type MenuChoice } from '../../../ui/menu.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery, useDisplay } from '../gallery.ts'
import styles from './panel.module.css'
import u from '#renderer/ui/utilities.module.css'

export interface SectionProps {
  /** The name under which the folded state is saved. */
  readonly name: string
  readonly title: string
  /** Beside the heading. */
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function Section({ name, title, action, children }: SectionProps) {
  const { display } = useGallery()
  const isFolded = useDisplay(({ folded }) => folded.includes(name))
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={classNames(u.row, u.between, styles.sectionHead)}>
        <h2 id={id} className={u.sizeControl}>
          <Button
            className={classNames(u.row, u.gap4, u.unframed, u.corner, u.clear, u.bold, u.arrow, styles.fold)}
            aria-expanded={!isFolded}
            onPress={() => display.toggleSection(name)}
          >
            <ChevronRight size={14} aria-hidden />
            {title}
          </Button>
        </h2>
        {action}
      </div>
      {!isFolded && children}
    </section>
  )
}

/** A right click, a long press or Shift+F10 on a row opens its menu. */
export function openRowMenu(event: MouseEvent): void {
  const row = event.target instanceof Element ? event.target.closest('li, [role="row"]') : null
  const button = row?.querySelector<HTMLElement>('[data-row-menu]')
  if (button == null) return
  event.preventDefault()
  button.click()
}

interface RowMenuProps<Id extends string> {
  readonly name: string
  readonly items: readonly MenuChoice<Id>[]
  onChoose(id: Id): void
}

/** What can be done with one row of the side panel. */
export function RowMenu<Id extends string>({ name, items, onChoose }: RowMenuProps<Id>) {
  const { text } = useFormatter()
  return (
    <MenuTrigger>
      <Button
        data-row-menu=""
        className={classNames(u.centered, u.rigid, u.pad0, u.unframed, u.corner, u.clear, styles.rowMenu)}
        aria-label={text('gallery.more', { name })}
      >
        <Ellipsis size={16} aria-hidden />
      </Button>
      <MenuPopover
        label={text('gallery.more', { name })}
        items={items}
        placement="bottom end"
        className={styles.menu}
        onChoose={onChoose}
      />
    </MenuTrigger>
  )
}
