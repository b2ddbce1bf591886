/** What can be done with the assets that are selected, from the bar and with keys. */
import { Columns2, Heart, RotateCcw, Trash2, type Icon } from '#renderer/icons.tsx'
import { FolderMinus, FolderPlus, GalleryHorizontal, Share, Tag } from './icons.tsx'
import { useHost } from '../../bridge/host.tsx'
import { useConfirm, useDialog } from '../../ui/dialog.tsx'
import { useFormatter, type MessageId } from '../../ui/text.ts'
import { ratingKeys, useKeys } from '../../ui/use-keys.ts'
import { useCollectDialog } from './dialogs/collection-dialog.tsx'
import { useGallery, useSidePanel, type Gallery } from './gallery.ts'
import { idAt, isFavoriteAt, kindAt } from './order.ts'
import { countOf, valuesOf } from './ranges.ts'
import { idsOf, targetsOf } from './selection.ts'
import { lazyPart } from '../../locales/lazy-part.ts'

const TagDialog = lazyPart(
  () => import('./dialogs/tag-dialog.tsx'),
  (part) => part.TagDialog,
)
const ExportDialog = lazyPart(
  () => import('./transfer/export-dialog.tsx'),
  (part) => part.ExportDialog,
)
const ReviewView = lazyPart(
  () => import('./review/review-view.tsx'),
  (part) => part.ReviewView,
)
const CompareView = lazyPart(
  () => import('./viewer/compare-view.tsx'),
  (part) => part.CompareView,
)

type Ids = readonly string[]

export function useAssetDialogs() {
  const { text } = useFormatter()
  const { changes } = useGallery()
  const open = useDialog()
  const confirm = useConfirm()
  return {
    tags: (ids: Ids) => open((onClose) => <TagDialog ids={ids} onClose={onClose} />),
    export: (ids: Ids) => open((onClose) => <ExportDialog ids={ids} onClose={onClose} />),
    compare: (ids: Ids) => open((onClose) => <CompareView ids={ids} onClose={onClose} />),
    review: (count: number, at: (place: number) => string) =>
      open((onClose) => <ReviewView count={count} idAt={at} onClose={onClose} />),
    collect: useCollectDialog(),
    /** All of the trash with null: `count` says how much that is. */
    deleteForGood: (ids: Ids | null, count: number) =>
      confirm({
        title: text('gallery.deleteForGood.title', { count }),
        text: text('gallery.deleteForGood.text', { count }),
        confirm: text('gallery.deleteForGood.confirm', { count }),
        refuse: text('action.keep', { count }),
        onConfirm: () => void changes.deleteForGood(ids),
      }),
  }
}

interface ActionContext {
  readonly gallery: Gallery
  readonly dialogs: ReturnType<typeof useAssetDialogs>
  ids(): Ids
}

export interface AssetAction {
  readonly name: string
  readonly icon: Icon
  readonly label: MessageId
  /** As it is shown; without one there is only the button. */
  readonly shortcut?: string
  readonly isInTrash?: boolean
  /** In the bar its name stands beside the icon. */
  readonly isWorded?: boolean
  /** Whether it makes sense in the place that is listed. */
  isThere?(gallery: Gallery): boolean
  /** Whether it can be done with so many. */
  may?(count: number): boolean
  isOn?(gallery: Gallery): boolean
  run(context: ActionContext): void
}

/** How many can be compared. */
const MIN_COMPARED = 2
const MAX_COMPARED = 4

const ACTIONS: readonly AssetAction[] = [
  {
    name: 'favorite',
    icon: Heart,
    label: 'gallery.favorite',
    shortcut: 'F',
    isOn: areFavorites,
    run: ({ gallery, ids }) => void gallery.changes.favorite(ids(), !areFavorites(gallery)),
  },
  {
    name: 'tags',
    icon: Tag,
    label: 'gallery.tags',
    shortcut: 'T',
    run: ({ dialogs, ids }) => dialogs.tags(ids()),
  },
  {
    name: 'collect',
    icon: FolderPlus,
    label: 'gallery.collection.add',
    shortcut: 'C',
    run: ({ dialogs, ids }) => dialogs.collect(ids()),
  },
  {
    name: 'uncollect',
    icon: FolderMinus,
    label: 'gallery.collection.drop',
    isThere: ({ listing }) => listing.getState().filter.collectionId !== undefined,
    run: ({ gallery: { listing, changes }, ids }) =>
      void changes.uncollect(listing.getState().filter.collectionId ?? '', ids()),
  },
  {
    name: 'compare',
    icon: Columns2,
    label: 'gallery.compare',
    isWorded: true,
    shortcut: 'V',
    may: (count) => count >= MIN_COMPARED && count <= MAX_COMPARED,
    run: ({ dialogs, ids }) => dialogs.compare(ids()),
  },
  {
    name: 'review',
    icon: GalleryHorizontal,
    label: 'review.title',
    shortcut: 'R',
    run: ({ gallery, dialogs }) => review(gallery, dialogs),
  },
  {
    name: 'export',
    icon: Share,
    label: 'gallery.export',
    isWorded: true,
    shortcut: 'E',
    run: ({ dialogs, ids }) => dialogs.export(ids()),
  },
  {
    name: 'trash',
    icon: Trash2,
    label: 'gallery.toTrash',
    shortcut: 'Delete',
    run: ({ gallery, ids }) => void gallery.changes.move('trash', ids()),
  },
  {
    name: 'restore',
    icon: RotateCcw,
    label: 'gallery.restore',
    isInTrash: true,
    run: ({ gallery, ids }) => void gallery.changes.move('restore', ids()),
  },
  {
    name: 'deleteForGood',
    icon: Trash2,
    label: 'gallery.deleteForGood',
    shortcut: 'Delete',
    isInTrash: true,
    run: ({ dialogs, ids }) => dialogs.deleteForGood(ids(), ids().length),
  },
]

/** Several that are selected; else everything that is listed, from the cursor on. */
function review({ listing }: Gallery, dialogs: ActionContext['dialogs']): void {
  const { order, selection } = listing.getState()
  const chosen = Int32Array.from(valuesOf(selection.ranges))
  const from = selection.focused ?? 0
  if (chosen.length > 1) dialogs.review(chosen.length, (place) => idAt(order, chosen[place] ?? -1))
  else if (order.count > 0) dialogs.review(order.count - from, (place) => idAt(order, from + place))
}

function areFavorites({ listing }: Gallery): boolean {
  const { order, selection } = listing.getState()
  return valuesOf(targetsOf(selection)).every((index) => isFavoriteAt(order, index))
}

function isTrash({ listing }: Gallery): boolean {
  return listing.getState().filter.trashed === true
}

/** The actions of the place that is listed, and how to run one. */
export function useAssetActions() {
  const gallery = useGallery()
  const dialogs = useAssetDialogs()
  /** Read when it is asked for, not before: a selection may be large. */
  const ids = (): Ids => {
    const { order, selection } = gallery.listing.getState()
    return idsOf(order, targetsOf(selection))
  }
  const actions = (): readonly AssetAction[] =>
    ACTIONS.filter(
      ({ isInTrash = false, isThere }) =>
        isInTrash === isTrash(gallery) && (isThere === undefined || isThere(gallery)),
    )
  return { actions, ids, run: (action: AssetAction): void => action.run({ gallery, dialogs, ids }) }
}

/** The gallery's keys. `undo`: no grid is shown, so only undo has a meaning. */
export function useGalleryKeys(mode: 'all' | 'undo' | 'none'): void {
  const { text } = useFormatter()
  const { player } = useHost()
  const { listing, changes, details, display } = useGallery()
  const { toggle: togglePanel } = useSidePanel()
  const { actions, ids, run } = useAssetActions()
  const count = (): number => countOf(targetsOf(listing.getState().selection))
  function runByKey(key: string): boolean {
    const action = actions().find(({ shortcut }) => shortcut?.toLowerCase() === key)
    // A review needs nothing to be selected.
    if (action === undefined || (count() === 0 && action.name !== 'review')) return false
    if (action.may?.(count()) === false) {
      const message = text('gallery.compare.howMany', { count: count() })
      changes.fail({ code: 'invalid_input', message })
    } else run(action)
    return true
  }
  function rate(rating: number): boolean {
    if (count() === 0 || listing.getState().filter.trashed === true) return false
    void changes.rate(ids(), rating)
    return true
  }
  const undo = (): boolean => {
    if (changes.store.getState().undoable.length === 0) return false
    void changes.undo()
    return true
  }
  function play(): boolean {
    const { order, selection } = listing.getState()
    const { focused } = selection
    if (focused === null || kindAt(order, focused) !== 'audio') return false
    const assetId = idAt(order, focused)
    const asset = details.get(assetId)
    player.toggle({ assetId, title: asset?.title || asset?.prompt || text('gallery.untitled') })
    return true
  }
  const onTargets = Object.fromEntries(
    ['f', 't', 'c', 'v', 'r', 'e', 'delete'].map((key) => [key, () => runByKey(key)]),
  )
  const all = {
    ...onTargets,
    ...ratingKeys(rate),
    backspace: () => runByKey('delete'),
    p: play,
    '+': () => display.zoomBy(1),
    '=': () => display.zoomBy(1),
    '-': () => display.zoomBy(-1),
    '\\': togglePanel,
    '/': focusSearch,
    'ctrl+f': focusSearch,
    'ctrl+a': listing.selectAll,
    escape: () => listing.getState().selection.ranges.length > 0 && listing.clearSelection(),
  }
  useKeys(mode === 'none' ? {} : { ...(mode === 'all' && all), 'ctrl+z': undo })
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-search]')?.focus()
}
