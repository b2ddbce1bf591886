/** The gallery's state, created once for the page: it outlives the view. */
import type { Bridge } from '../../bridge/bridge.ts'
import { createAssetDetails, type AssetDetails } from '../../bridge/stores/asset-details.ts'
import { createAssetDrag, type AssetDrag } from './asset-drag.ts'
import { createChanges, type ChangesStore } from './changes.ts'
import { createListing, type ListingStore } from './listing.ts'
import { createImports, type ImportsStore } from './transfer/import-files.ts'
import { createThumbnailPainter, type ThumbnailPainter } from './grid/thumbnails/painter.ts'
import { createDisplay, type DisplayStorage, type DisplayStore } from './display.ts'

export interface Gallery {
  readonly listing: ListingStore
  readonly details: AssetDetails
  readonly changes: ChangesStore
  readonly display: DisplayStore
  readonly drag: AssetDrag
  readonly imports: ImportsStore
  readonly painter: ThumbnailPainter
}

/** `windowWidth` in pixels decides whether the side panel is open at the very first time. */
export function createGallery(bridge: Bridge, storage: DisplayStorage, windowWidth: number): Gallery {
  const listing = createListing(bridge)
  const details = createAssetDetails(bridge)
  bridge.on((event) => {
    if (event.name === 'library.changed') details.refresh(event.data.ids)
  })
  return {
    listing,
    details,
    changes: createChanges(bridge, details, listing),
    display: createDisplay(storage, windowWidth),
    drag: createAssetDrag(),
    imports: createImports(bridge),
    painter: createThumbnailPainter(),
  }
}
