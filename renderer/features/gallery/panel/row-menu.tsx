/** What can be done with one row of the side panel. */
import { Ellipsis } from 'lucide-react'
import { Button, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './panel.module.css'

export interface RowMenuProps<Id extends string> {
  /** Of the row. */
  readonly name: string
  readonly items: readonly { readonly id: Id; readonly words: string }[]
  onChoose(id: Id): void
}

export function RowMenu<Id extends string>({ name, items, onChoose }: RowMenuProps<Id>) {
  const { text } = useWords()
  return (
    <MenuTrigger>
      <Button className={classNames(styles.rowMenu)} aria-label={text('gallery.more', { name })}>
        <Ellipsis size={16} aria-hidden />
      </Button>
      <Popover className={classNames(styles.popover)} placement="bottom end">
        <Menu
          className={classNames(styles.menu)}
          aria-label={text('gallery.more', { name })}
          onAction={(key) => {
            const chosen = items.find(({ id }) => id === key)
            if (chosen !== undefined) onChoose(chosen.id)
          }}
        >
          {items.map(({ id, words }) => (
            <MenuItem key={id} id={id} className={classNames(styles.menuItem)}>
              {words}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
