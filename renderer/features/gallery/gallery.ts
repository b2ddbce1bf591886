/** The gallery's state, created once for the page: it outlives the view, and everything inside the view reads it. */
import { createContext, use } from 'react'
import { useStore } from 'zustand'
import type { Asset, Collection } from '#contract/library.ts'
import { useHostState, type Host } from '../../bridge/host.tsx'
import type { InputScene } from '../../ui/scenes.ts'
import { NARROW, useMediaQuery } from '../../ui/use-media-query.ts'
import { Changes, type ChangesState } from './changes.ts'
import { createDisplay, type Display, type DisplayStorage } from './display.ts'
import { createThumbnailPainter } from './grid/thumbnails/painter.ts'
import { createListing, type Listing } from './listing.ts'
import { createImports } from './transfer/import-files.ts'

export type Gallery = ReturnType<typeof createGallery>

/** `windowWidth` in pixels decides whether the side panel is open at the very first time. */
export function createGallery(
  { bridge, assets, jobs }: Pick<Host, 'bridge' | 'assets' | 'jobs'>,
  storage: DisplayStorage,
  windowWidth: number,
) {
  const listing = createListing(bridge)
  const painter = createThumbnailPainter()
  return {
    /** Begins before there is a view, where the page starts with it: what it needs is on its way with its scripts. */
    begin(): void {
      void listing.load()
      painter.prepare()
    },
    listing,
    details: assets,
    changes: new Changes(bridge, assets, listing),
    display: createDisplay(storage, windowWidth),
    drag: createAssetDrag(),
    imports: createImports(bridge, jobs.follow),
    painter,
  }
}

/** What other parts of the page do with an asset. */
export interface AssetUses {
  onRemix(asset: Asset): void
  /** Sends the same with other seeds; `adjust`: the form first. */
  onVary(asset: Asset, how: 'send' | 'adjust'): void
  onUseAsInput(assets: readonly Asset[], scene: InputScene): void
  /** Makes a video that goes on from a frame of this one; without one from its last. */
  onContinue(asset: Asset, frame?: Blob): void
  /** Begins a sequence of these; `goesOn` with a shot that goes on from the last one. */
  onSequence(assets: readonly Asset[], goesOn: boolean): void
  onOpenTask(taskId: string): void
}

/** The mark of our own assets in a drag. */
export const ASSETS_TYPE = 'application/x-atelier-assets'

/**
 * Assets that are dragged from the grid onto something else of the page. A page reads what lies in a drag only when it is
 * dropped, and only as text: a large selection is held here.
 */
function createAssetDrag() {
  let held: readonly string[] = []
  return {
    /** Puts the assets into a drag that has just begun. */
    hold(transfer: DataTransfer, ids: readonly string[]): void {
      held = ids
      transfer.setData(ASSETS_TYPE, String(ids.length))
      transfer.effectAllowed = 'copy'
    },
    /** The assets of the drag that ends here. */
    take(): readonly string[] {
      const ids = held
      held = []
      return ids
    },
  }
}

export const GalleryContext = createContext<Gallery | null>(null)

export function useGallery(): Gallery {
  const gallery = use(GalleryContext)
  if (gallery === null) throw new Error('useGallery is called outside GalleryContext')
  return gallery
}

/** Keep `select` narrow: it decides when the component renders. */
export function useListing<Part>(select: (listing: Listing) => Part): Part {
  return useStore(useGallery().listing, select)
}

export function useListedCollection(): Collection | undefined {
  const listed = useListing(({ filter }) => filter.collectionId)
  return useHostState('collections', ({ items }) => items.find(({ id }) => id === listed))
}

export function useDisplay<Part>(select: (display: Display) => Part): Part {
  return useStore(useGallery().display, select)
}

/** Beside the grid; where it is narrow over it, and closed at first. */
export function useSidePanel() {
  const { display } = useGallery()
  const isNarrow = useMediaQuery(NARROW)
  const name = isNarrow ? 'isSheetOpen' : 'isPanelOpen'
  return {
    isNarrow,
    isOpen: useDisplay((state) => state[name]),
    toggle: () => display.setState((state) => ({ [name]: !state[name] })),
  }
}

export function useChanges<Part>(select: (changes: ChangesState) => Part): Part {
  return useStore(useGallery().changes.store, select)
}
