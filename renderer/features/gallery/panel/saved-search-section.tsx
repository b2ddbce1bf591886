/** Saved searches: applied by a press, renamed and deleted in their menu. */
import { Bookmark } from '#renderer/icons.tsx'
import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import type { SavedSearch } from '#contract/library.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useConfirm } from '../../../ui/dialog.tsx'
import { useNameDialog } from '../../../ui/name-dialog.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { useGallery, useListing } from '../gallery.ts'
import { isSameFilter } from '../query.ts'
import styles from './panel.module.css'
import u from '#renderer/ui/utilities.module.css'
import { RowMenu, Section } from './section.tsx'

export function SavedSearchSection() {
  const { text } = useFormatter()
  const { listing, changes, display } = useGallery()
  const { searches } = useHost()
  const items = useHostState('searches', (state) => state.items)
  const filter = useListing((state) => state.filter)
  const askName = useNameDialog()
  const confirm = useConfirm()
  useEffect(() => void searches.load(), [searches])
  if (items.length === 0) return null

  async function remove(search: SavedSearch): Promise<void> {
    const response = await searches.remove(search.id)
    if (!response.ok) changes.fail(response.error)
  }
  const actions = {
    rename: ({ id, name }: SavedSearch) =>
      askName({
        title: text('gallery.search.rename'),
        confirm: text('gallery.rename'),
        initial: name,
        onName: (next) => searches.rename(id, next),
      }),
    remove: (search: SavedSearch) =>
      confirm({
        title: text('gallery.search.delete.title', { name: search.name }),
        text: text('gallery.search.delete.text'),
        confirm: text('gallery.search.delete'),
        refuse: text('action.keep', { count: 1 }),
        onConfirm: () => void remove(search),
      }),
  }
  return (
    <Section name="searches" title={text('gallery.searches')}>
      <ul aria-label={text('gallery.searches')}>
        {items.map((search) => {
          const isCurrent = isSameFilter(search.filter, filter)
          return (
            <li key={search.id} className={classNames(styles.row, isCurrent && styles.current)}>
              <Button
                className={classNames(parts.bare, u.row, u.grow, u.gap8, u.narrows)}
                {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
                onPress={() => {
                  display.setState({ isDuplicates: false })
                  listing.setFilter(search.filter)
                }}
              >
                <Bookmark size={14} aria-hidden />
                <span className={classNames(parts.line, u.grow)}>{search.name}</span>
              </Button>
              <RowMenu
                name={search.name}
                items={[
                  { id: 'rename', label: text('gallery.rename') },
                  { id: 'remove', label: text('gallery.delete') },
                ]}
                onChoose={(what) => actions[what](search)}
              />
            </li>
          )
        })}
      </ul>
    </Section>
  )
}
