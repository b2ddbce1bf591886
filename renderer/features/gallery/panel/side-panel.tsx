/** The side panel: places, collections, saved searches and facets. */
import { Copy, Images, Trash2, type Icon } from '#renderer/icons.tsx'
import { Button } from 'react-aria-components'
import { FACETS } from '#contract/rules/facets.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useFormatter } from '../../../ui/text.ts'
import { EVERYTHING, TRASH } from '../query.ts'
import { useDisplay, useGallery, useListing } from '../gallery.ts'
import { CollectionSection } from './collection-section.tsx'
import { DateSection, FacetSection, MarkSection } from './facets.tsx'
import styles from './panel.module.css'
import u from '#renderer/ui/utilities.module.css'
import { openRowMenu } from './section.tsx'
import { SavedSearchSection } from './saved-search-section.tsx'

export function SidePanel() {
  const { text } = useFormatter()
  const { listing, display } = useGallery()
  const isDuplicates = useDisplay((state) => state.isDuplicates)
  const isTrash = useListing(({ filter }) => filter.trashed === true)
  const isCollection = useListing(({ filter }) => filter.collectionId !== undefined)
  const go = (filter: typeof EVERYTHING): void => {
    display.setState({ isDuplicates: false })
    listing.setFilter(filter)
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- rows have menus
    <aside className={styles.panel} aria-label={text('gallery.panel.name')} onContextMenu={openRowMenu}>
      <ul className={styles.places}>
        <PlaceButton
          icon={Images}
          name={text('gallery.all')}
          isCurrent={!isTrash && !isCollection && !isDuplicates}
          onPress={() => go(EVERYTHING)}
        />
        <PlaceButton
          icon={Copy}
          name={text('gallery.duplicates')}
          isCurrent={isDuplicates}
          onPress={() => display.setState({ isDuplicates: true })}
        />
        <PlaceButton
          icon={Trash2}
          name={text('gallery.trash')}
          isCurrent={isTrash && !isDuplicates}
          onPress={() => go(TRASH)}
        />
      </ul>
      <CollectionSection />
      <SavedSearchSection />
      {!isDuplicates && (
        <>
          <MarkSection />
          {FACETS.map((part) => (
            <FacetSection key={part} part={part} title={text(`gallery.facet.${part}`)} />
          ))}
          <DateSection />
        </>
      )}
    </aside>
  )
}

interface PlaceButtonProps {
  readonly icon: Icon
  readonly name: string
  readonly isCurrent: boolean
  onPress(): void
}

function PlaceButton({ icon: Icon, name, isCurrent, onPress }: PlaceButtonProps) {
  return (
    <li>
      <Button
        className={classNames(styles.row, isCurrent && styles.current)}
        {...(isCurrent ? { 'aria-current': 'true' as const } : {})}
        onPress={onPress}
      >
        <Icon size={16} strokeWidth={1.75} aria-hidden />
        <span className={u.grow}>{name}</span>
      </Button>
    </li>
  )
}
