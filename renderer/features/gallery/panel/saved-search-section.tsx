/** Saved searches: applied by a press, renamed and deleted in their menu. */
import { Bookmark } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import type { SavedSearch } from '#contract/library.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Confirm } from '../../../ui/dialog.tsx'
import { useWords } from '../../../ui/text.ts'
import { NameDialog } from '../../../ui/name-dialog.tsx'
import { isSameFilter } from '../query.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import styles from './panel.module.css'
import { RowMenu } from './row-menu.tsx'
import { Section } from './section.tsx'

type Asked = { readonly what: 'rename' | 'remove'; readonly search: SavedSearch }

export function SavedSearchSection() {
  const { text } = useWords()
  const { listing, changes, display } = useGallery()
  const { searches } = useHost()
  const items = useHostState('searches', (state) => state.items)
  const filter = useListing((state) => state.filter)
  const [asked, setAsked] = useState<Asked | null>(null)
  useEffect(() => void searches.getState().load(), [searches])
  if (items.length === 0) return null

  async function remove(search: SavedSearch): Promise<void> {
    const response = await searches.getState().remove(search.id)
    if (!response.ok) changes.getState().fail(response.error)
  }
  return (
    <Section name="searches" title={text('gallery.searches')}>
      <ul aria-label={text('gallery.searches')}>
        {items.map((search) => {
          const isCurrent = isSameFilter(search.filter, filter)
          return (
            <li key={search.id} className={classNames(styles.row, isCurrent && styles.current)}>
              <Button
                className={classNames(styles.saved)}
                {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
                onPress={() => {
                  display.getState().showDuplicates(false)
                  listing.getState().setFilter(search.filter)
                }}
              >
                <Bookmark size={14} aria-hidden />
                <span className={styles.rowName}>{search.name}</span>
              </Button>
              <RowMenu
                name={search.name}
                items={[
                  { id: 'rename', words: text('gallery.rename') },
                  { id: 'remove', words: text('gallery.delete') },
                ]}
                onChoose={(what) => setAsked({ what, search })}
              />
            </li>
          )
        })}
      </ul>
      {asked?.what === 'rename' && (
        <NameDialog
          title={text('gallery.search.rename')}
          confirm={text('gallery.rename')}
          initial={asked.search.name}
          onName={(name) => searches.getState().rename(asked.search.id, name)}
          onClose={() => setAsked(null)}
        />
      )}
      <Confirm
        isOpen={asked?.what === 'remove'}
        title={text('gallery.search.delete.title', { name: asked?.search.name ?? '' })}
        text={text('gallery.search.delete.text')}
        confirm={text('gallery.delete')}
        onConfirm={() => asked !== null && void remove(asked.search)}
        onClose={() => setAsked(null)}
      />
    </Section>
  )
}
