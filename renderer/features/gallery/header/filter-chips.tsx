/** The active filters as chips that can be removed, and saving them as a search. */
import { BookmarkPlus, X } from 'lucide-react'
import { useState } from 'react'
import { Button as AriaButton, Group } from 'react-aria-components'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { NameDialog } from '../../../ui/name-dialog.tsx'
import { isNarrowed, isSameFilter, narrowingParts, withoutNarrowing, withoutPart } from '../query.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import styles from './gallery-header.module.css'
import { usePartWords } from './part-words.ts'

export function FilterChips() {
  const { text } = useWords()
  const { listing } = useGallery()
  const { searches } = useHost()
  const wordsOf = usePartWords()
  const filter = useListing((state) => state.filter)
  const saved = useHostState('searches', ({ items }) =>
    items.find((item) => isSameFilter(item.filter, filter)),
  )
  const [isNaming, setNaming] = useState(false)
  if (!isNarrowed(filter)) return null
  const { setFilter } = listing.getState()
  return (
    <Group className={classNames(styles.chips)} aria-label={text('gallery.filters.active')}>
      {narrowingParts(filter).map((part) => {
        const words = wordsOf(part, filter)
        return (
          <AriaButton
            key={`${part.part}:${part.value ?? ''}`}
            className={classNames(styles.chip)}
            aria-label={text('gallery.filters.remove', { filter: words })}
            onPress={() => setFilter(withoutPart(filter, part))}
          >
            <span className={styles.words}>{words}</span>
            <X size={13} aria-hidden />
          </AriaButton>
        )
      })}
      <Button kind="quiet" onPress={() => setFilter(withoutNarrowing(filter))}>
        {text('gallery.filters.clear')}
      </Button>
      {saved === undefined ? (
        <Button kind="quiet" icon={BookmarkPlus} onPress={() => setNaming(true)}>
          {text('gallery.search.save')}
        </Button>
      ) : (
        <span className={styles.saved}>{text('gallery.search.savedAs', { name: saved.name })}</span>
      )}
      {isNaming && (
        <NameDialog
          title={text('gallery.search.save.title')}
          confirm={text('action.save')}
          initial={filter.text ?? ''}
          onName={(name) => searches.getState().create(name, filter)}
          onClose={() => setNaming(false)}
        />
      )}
    </Group>
  )
}
