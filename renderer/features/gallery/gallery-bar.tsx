/** Search, filters, zoom, and what can be done with the selection. */
import { Heart, RotateCcw, Trash2 } from 'lucide-react'
import {
  Input,
  SearchField,
  Slider,
  SliderThumb,
  SliderTrack,
  ToggleButton,
  Button as AriaButton,
} from 'react-aria-components'
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Select } from '../../ui/field.tsx'
import { MEDIA } from '../../ui/scenes.ts'
import { useWords } from '../../ui/text.ts'
import styles from './gallery-bar.module.css'
import { ROW_HEIGHTS, type GalleryStore } from './gallery-store.ts'

export function GalleryBar({ gallery }: { readonly gallery: GalleryStore }) {
  const { text } = useWords()
  const filter = useStore(gallery, (state) => state.filter)
  const zoom = useStore(gallery, (state) => state.zoom)
  const total = useStore(gallery, (state) => state.total)
  const isReady = useStore(gallery, (state) => state.phase === 'ready')
  const { setFilter, setZoom } = gallery.getState()
  return (
    <header className={styles.bar}>
      <h1>{text('place.gallery')}</h1>
      <span className={styles.total}>{isReady && text('gallery.total', { total })}</span>
      <SelectionActions gallery={gallery} />
      <SearchField
        aria-label={text('gallery.search')}
        value={filter.text}
        onChange={(value) => setFilter({ text: value })}
        className={classNames(styles.search)}
      >
        <Input className={classNames(styles.input)} placeholder={text('gallery.search.placeholder')} />
        <AriaButton className={classNames(styles.clear)} aria-label={text('gallery.search.clear')}>
          <X size={14} aria-hidden />
        </AriaButton>
      </SearchField>
      <Select
        label={text('gallery.media')}
        className={styles.media}
        value={filter.media ?? 'all'}
        onChange={(media) => setFilter({ media: media === 'all' ? null : media })}
        options={[
          { value: 'all' as const, label: text('gallery.media.all') },
          ...MEDIA.map((media) => ({ value: media, label: text(`media.${media}`) })),
        ]}
      />
      <ToggleButton
        isSelected={filter.favorite}
        onChange={(favorite) => setFilter({ favorite })}
        className={classNames(styles.toggle)}
      >
        <Heart size={16} aria-hidden /> <span className={styles.word}>{text('gallery.favorites')}</span>
      </ToggleButton>
      <ToggleButton
        isSelected={filter.trashed}
        onChange={(trashed) => setFilter({ trashed })}
        className={classNames(styles.toggle)}
      >
        <Trash2 size={16} aria-hidden /> <span className={styles.word}>{text('gallery.trash')}</span>
      </ToggleButton>
      <Slider
        aria-label={text('gallery.zoom')}
        minValue={0}
        maxValue={ROW_HEIGHTS.length - 1}
        value={zoom}
        onChange={(value) => setZoom(Array.isArray(value) ? (value[0] ?? zoom) : value)}
        className={classNames(styles.zoom)}
      >
        <SliderTrack className={classNames(styles.track)}>
          <SliderThumb className={classNames(styles.thumb)} />
        </SliderTrack>
      </Slider>
    </header>
  )
}

function SelectionActions({ gallery }: { readonly gallery: GalleryStore }) {
  const { text } = useWords()
  const ids = useStore(gallery, (state) => state.selection.ids)
  const isTrash = useStore(gallery, (state) => state.filter.trashed)
  const { move, update } = gallery.getState()
  if (ids.size < 2 && !(isTrash && ids.size > 0)) return <span className={styles.space} />
  return (
    <div className={styles.selection} role="toolbar" aria-label={text('gallery.selection')}>
      <span>{text('gallery.selected', { count: ids.size })}</span>
      {isTrash ? (
        <IconButton
          icon={RotateCcw}
          label={text('gallery.restore')}
          onPress={() => void move('restore', [...ids])}
        />
      ) : (
        <>
          <IconButton
            icon={Heart}
            label={text('gallery.favorite')}
            shortcut="F"
            onPress={() => void update([...ids], { favorite: true })}
          />
          <IconButton
            icon={Trash2}
            label={text('gallery.toTrash')}
            shortcut="Delete"
            onPress={() => void move('trash', [...ids])}
          />
        </>
      )}
    </div>
  )
}
