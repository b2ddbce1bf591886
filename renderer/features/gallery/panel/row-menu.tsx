/** What can be done with one row of the side panel. */
import { Ellipsis } from 'lucide-react'
import { Button, MenuTrigger } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { MenuPopover, type MenuChoice } from '../../../ui/menu.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './panel.module.css'

export interface RowMenuProps<Id extends string> {
  /** Of the row. */
  readonly name: string
  readonly items: readonly MenuChoice<Id>[]
  onChoose(id: Id): void
}

export function RowMenu<Id extends string>({ name, items, onChoose }: RowMenuProps<Id>) {
  const { text } = useWords()
  return (
    <MenuTrigger>
      <Button className={classNames(styles.rowMenu)} aria-label={text('gallery.more', { name })}>
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
