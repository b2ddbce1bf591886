/** What can be done with what is selected. */
import {
  Columns2,
  FolderMinus,
  FolderPlus,
  Heart,
  RotateCcw,
  Share,
  Star,
  Tag,
  Trash2,
  X,
} from 'lucide-react'
import { MenuTrigger } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { IconButton } from '../../../ui/button.tsx'
import type { InputScene } from '../../../ui/scenes.ts'
import { MenuPopover } from '../../../ui/menu.tsx'
import { useWords } from '../../../ui/text.ts'
import { FEWEST_COMPARED, MOST_COMPARED, type Ask } from '../ask.ts'
import { isFavoriteAt } from '../order.ts'
import { countOf, valuesOf } from '../ranges.ts'
import { idsOf } from '../selection.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import styles from './foot.module.css'
import { UseAsInput } from './use-as-input.tsx'

export interface SelectionBarProps {
  onAsk(ask: Ask): void
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
}

export function SelectionBar({ onAsk, onUseAsInput }: SelectionBarProps) {
  const { text } = useWords()
  const { listing } = useGallery()
  const ranges = useListing(({ selection }) => selection.ranges)
  const isTrash = useListing(({ filter }) => filter.trashed === true)
  const count = countOf(ranges)
  if (count === 0) return null
  return (
    <div className={styles.bar} role="toolbar" aria-label={text('gallery.selection')}>
      <span className={styles.count}>{text('gallery.selected', { count })}</span>
      {isTrash ? (
        <TrashActions onAsk={onAsk} />
      ) : (
        <Actions count={count} onAsk={onAsk} onUseAsInput={onUseAsInput} />
      )}
      <IconButton
        icon={X}
        label={text('gallery.selection.clear')}
        shortcut="Esc"
        onPress={() => listing.getState().clearSelection()}
      />
    </div>
  )
}

function Actions({ count, onAsk, onUseAsInput }: SelectionBarProps & { readonly count: number }) {
  const { text } = useWords()
  const { changes } = useGallery()
  const collectionId = useListing(({ filter }) => filter.collectionId)
  const areFavorites = useListing(({ order, selection }) =>
    valuesOf(selection.ranges).every((index) => isFavoriteAt(order, index)),
  )
  const ids = useSelectedIds()
  const { favorite, trash, uncollect } = changes.getState()
  const canCompare = count >= FEWEST_COMPARED && count <= MOST_COMPARED
  return (
    <>
      <IconButton
        icon={Heart}
        label={text('gallery.favorite')}
        shortcut="F"
        isOn={areFavorites}
        onPress={() => void favorite(ids(), !areFavorites)}
      />
      <RatingMenu />
      <IconButton
        icon={Tag}
        label={text('gallery.tags')}
        shortcut="T"
        onPress={() => onAsk({ what: 'tags', ids: ids() })}
      />
      <IconButton
        icon={FolderPlus}
        label={text('gallery.collection.add')}
        shortcut="C"
        onPress={() => onAsk({ what: 'collect', ids: ids() })}
      />
      {collectionId !== undefined && (
        <IconButton
          icon={FolderMinus}
          label={text('gallery.collection.drop')}
          onPress={() => void uncollect(collectionId, ids())}
        />
      )}
      <IconButton
        icon={Columns2}
        label={text('gallery.compare')}
        shortcut="V"
        isDisabled={!canCompare}
        onPress={() => onAsk({ what: 'compare', ids: ids() })}
      />
      <UseAsInput onUseAsInput={onUseAsInput} />
      <IconButton
        icon={Share}
        label={text('gallery.export')}
        shortcut="E"
        onPress={() => onAsk({ what: 'export', ids: ids() })}
      />
      <IconButton
        icon={Trash2}
        label={text('gallery.toTrash')}
        shortcut="Delete"
        onPress={() => void trash(ids())}
      />
    </>
  )
}

function TrashActions({ onAsk }: { onAsk(ask: Ask): void }) {
  const { text } = useWords()
  const { changes } = useGallery()
  const ids = useSelectedIds()
  return (
    <>
      <IconButton
        icon={RotateCcw}
        label={text('gallery.restore')}
        onPress={() => void changes.getState().restore(ids())}
      />
      <IconButton
        icon={Trash2}
        label={text('gallery.deleteForGood')}
        shortcut="Delete"
        onPress={() => onAsk({ what: 'deleteForGood', ids: ids() })}
      />
    </>
  )
}

const RATINGS = [5, 4, 3, 2, 1, 0]

function RatingMenu() {
  const { text } = useWords()
  const { changes } = useGallery()
  const ids = useSelectedIds()
  return (
    <MenuTrigger>
      <IconButton icon={Star} label={text('gallery.rate')} shortcut="0–5" />
      <MenuPopover
        label={text('gallery.rate')}
        items={RATINGS.map((rating) => ({
          id: String(rating),
          words: text('viewer.rate', { star: rating }),
          picture: rating === 0 ? text('gallery.rate.none') : <Stars count={rating} />,
        }))}
        placement="top"
        className={styles.menu}
        onChoose={(rating) => void changes.getState().rate(ids(), Number(rating))}
      />
    </MenuTrigger>
  )
}

function Stars({ count }: { readonly count: number }) {
  return Array.from({ length: count }, (_, star) => (
    <Star key={star} size={14} fill="currentColor" strokeWidth={0} aria-hidden />
  ))
}

/** Reads the ids when called, not before: a selection may be large. */
function useSelectedIds(): () => readonly string[] {
  const { listing } = useGallery()
  return () => {
    const { order, selection } = listing.getState()
    return idsOf(order, selection.ranges)
  }
}
