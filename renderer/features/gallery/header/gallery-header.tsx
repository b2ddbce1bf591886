/** The header of the gallery: place, search, sort, and thumbnail size. */
import { FileInput, PanelLeft } from '../icons.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { useDialog } from '../../../ui/dialog.tsx'
import { Select } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { SearchBox } from '../../../ui/search-box.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useAssetActions } from '../actions.tsx'
import { ROW_HEIGHTS } from '../display.ts'
import { patched } from '../query.ts'
import { useDisplay, useGallery, useListedCollection, useListing, useSidePanel } from '../gallery.ts'
import styles from '../gallery-view.module.css'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'
import { lazyPart } from '../../../locales/lazy-part.ts'

const ImportDialog = lazyPart(
  () => import('../transfer/import-dialog.tsx'),
  (part) => part.ImportDialog,
)

const SORTS = ['newest', 'oldest', 'name', 'model', 'size', 'length', 'rating', 'relevance'] as const

export function GalleryHeader() {
  const { text } = useFormatter()
  const open = useDialog()
  const panel = useSidePanel()
  const isDuplicates = useDisplay((state) => state.isDuplicates)
  return (
    <header className={classNames(u.row, u.gap8, styles.header)}>
      <IconButton
        icon={PanelLeft}
        label={text('gallery.panel')}
        shortcut="\"
        aria-expanded={panel.isOpen}
        className={styles.panelButton}
        onPress={panel.toggle}
      />
      <h1>{text('place.gallery')}</h1>
      <PlaceName />
      <span className={u.grow} />
      <ReviewButton />
      <IconButton
        icon={FileInput}
        label={text('gallery.import')}
        onPress={() => open((close) => <ImportDialog onClose={close} />)}
      />
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

/** Also without a selection. */
function ReviewButton() {
  const { text } = useFormatter()
  const { actions, run } = useAssetActions()
  useListing(({ filter }) => filter.trashed)
  const isEmpty = useListing(({ order }) => order.count === 0)
  const review = actions().find(({ name }) => name === 'review')
  if (review === undefined || isEmpty) return null
  return (
    <IconButton icon={review.icon} label={text('review.hint')} shortcut="R" onPress={() => run(review)} />
  )
}

/** The current collection or the trash, and the number of items. */
function PlaceName() {
  const { text } = useFormatter()
  const isTrash = useListing(({ filter }) => filter.trashed === true)
  const total = useListing(({ phase, order }) => (phase === 'ready' ? order.count : null))
  const collection = useListedCollection()?.name
  const isDuplicates = useDisplay((state) => state.isDuplicates)
  const listed = isTrash ? text('gallery.trash') : collection
  const name = isDuplicates ? text('gallery.duplicates') : listed
  return (
    <p className={classNames(u.flex, u.gap8, u.narrows, u.quiet, u.oneLine, styles.place)}>
      {name !== undefined && (
        <span className={`${parts.line} ${classNames(u.strong, u.sizeText, u.medium)}`}>{name}</span>
      )}
      {total !== null && !isDuplicates && (
        <span className={u.digits}>{text('gallery.total', { total })}</span>
      )}
    </p>
  )
}

function Search() {
  const { text } = useFormatter()
  const { listing, display } = useGallery()
  const filter = useListing((state) => state.filter)
  return (
    <SearchBox
      label={text('gallery.search')}
      placeholder={text('gallery.search.placeholder')}
      value={filter.text ?? ''}
      onChange={(value) => {
        display.setState({ isDuplicates: false })
        listing.setFilter(patched(filter, { text: value }))
      }}
      className={styles.search}
    />
  )
}

function Sort() {
  const { text } = useFormatter()
  const { listing } = useGallery()
  const sort = useListing((state) => state.sort)
  return (
    <Select
      label={text('gallery.sort')}
      isLabelHidden
      className={styles.sort}
      value={sort}
      onChange={listing.setSort}
      options={SORTS.map((value) => ({ value, label: text(`gallery.sort.${value}`) }))}
    />
  )
}

function Zoom() {
  const { text } = useFormatter()
  const { display } = useGallery()
  const zoom = useDisplay((state) => state.zoom)
  return (
    <Slider
      label={text('gallery.zoom')}
      max={ROW_HEIGHTS.length - 1}
      value={zoom}
      onChange={(value) => display.setState({ zoom: value })}
      className={styles.zoom}
    />
  )
}
