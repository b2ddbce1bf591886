/** The header of the gallery: place, search, sort, and thumbnail size. */
import { FileInput, PanelLeft, X } from 'lucide-react'
import { Button as AriaButton, Input, SearchField } from 'react-aria-components'
import { useHostState } from '../../../bridge/host.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Select } from '../../../ui/field.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { useWords } from '../../../ui/text.ts'
import { ROW_HEIGHTS } from '../display.ts'
import { patched } from '../query.ts'
import { useGallery, useListing, useDisplay } from '../use-gallery.ts'
import styles from './gallery-header.module.css'

const SORTS = ['newest', 'oldest', 'rating', 'relevance'] as const

export function GalleryHeader({ onImport }: { onImport(): void }) {
  const { text } = useWords()
  const { display } = useGallery()
  const isPanelOpen = useDisplay((state) => state.isPanelOpen)
  const isDuplicates = useDisplay((state) => state.isDuplicates)
  return (
    <header className={styles.header}>
      <IconButton
        icon={PanelLeft}
        label={text('gallery.panel')}
        shortcut="\"
        aria-expanded={isPanelOpen}
        className={styles.panelButton}
        onPress={() => display.getState().togglePanel()}
      />
      <h1>{text('place.gallery')}</h1>
      <PlaceName />
      <span className={styles.space} />
      <IconButton icon={FileInput} label={text('gallery.import')} onPress={onImport} />
      <Search />
      {!isDuplicates && (
        <>
          <Sort />
          <Zoom />
        </>
      )}
    </header>
  )
}

/** The current collection or the trash, and the number of items. */
function PlaceName() {
  const { text } = useWords()
  const collectionId = useListing(({ filter }) => filter.collectionId)
  const isTrash = useListing(({ filter }) => filter.trashed === true)
  const total = useListing(({ phase, order }) => (phase === 'ready' ? order.count : null))
  const collection = useHostState(
    'collections',
    ({ items }) => items.find(({ id }) => id === collectionId)?.name,
  )
  const isDuplicates = useDisplay((state) => state.isDuplicates)
  if (isDuplicates)
    return (
      <p className={styles.place}>
        <span className={styles.name}>{text('gallery.duplicates')}</span>
      </p>
    )
  const name = isTrash ? text('gallery.trash') : collection
  return (
    <p className={styles.place}>
      {name !== undefined && <span className={styles.name}>{name}</span>}
      {total !== null && <span className={styles.total}>{text('gallery.total', { total })}</span>}
    </p>
  )
}

function Search() {
  const { text } = useWords()
  const { listing, display } = useGallery()
  const filter = useListing((state) => state.filter)
  return (
    <SearchField
      aria-label={text('gallery.search')}
      value={filter.text ?? ''}
      onChange={(value) => {
        display.getState().showDuplicates(false)
        listing.getState().setFilter(patched(filter, { text: value }))
      }}
      className={classNames(styles.search)}
    >
      <Input
        className={classNames(styles.input)}
        placeholder={text('gallery.search.placeholder')}
        maxLength={1_000}
        data-gallery-search
      />
      <AriaButton className={classNames(styles.clear)} aria-label={text('gallery.search.clear')}>
        <X size={14} aria-hidden />
      </AriaButton>
    </SearchField>
  )
}

function Sort() {
  const { text } = useWords()
  const { listing } = useGallery()
  const sort = useListing((state) => state.sort)
  return (
    <Select
      label={text('gallery.sort')}
      className={styles.sort}
      value={sort}
      onChange={(value) => listing.getState().setSort(value)}
      options={SORTS.map((value) => ({ value, label: text(`gallery.sort.${value}`) }))}
    />
  )
}

function Zoom() {
  const { text } = useWords()
  const { display } = useGallery()
  const zoom = useDisplay((state) => state.zoom)
  return (
    <Slider
      label={text('gallery.zoom')}
      max={ROW_HEIGHTS.length - 1}
      value={zoom}
      onChange={(value) => display.getState().setZoom(value)}
      className={styles.zoom}
    />
  )
}
