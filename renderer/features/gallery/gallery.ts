/** The gallery's own state, made once for the page: it outlives the view, so that coming back finds everything in place. */
import type { Bridge } from '../../bridge/bridge.ts'
import { createAssetDetails, type AssetDetails } from '../../bridge/stores/asset-details.ts'
import { createAssetDrag, type AssetDrag } from './asset-drag.ts'
import { createChanges, type ChangesStore } from './changes.ts'
import { createListing, type ListingStore } from './listing.ts'
import { createImports, type ImportsStore } from './transfer/import-files.ts'
import { createPicturePainter, type PicturePainter } from './grid/picture-painter.ts'
import { createLook, type LookStorage, type LookStore } from './look.ts'

export interface Gallery {
  readonly listing: ListingStore
  readonly details: AssetDetails
  readonly changes: ChangesStore
  readonly look: LookStore
  readonly drag: AssetDrag
  readonly imports: ImportsStore
  readonly painter: PicturePainter
}

/** `windowWidth` in pixels decides whether the side panel is open at the very first time. */
export function createGallery(bridge: Bridge, storage: LookStorage, windowWidth: number): Gallery {
  const listing = createListing(bridge)
  const details = createAssetDetails(bridge)
  bridge.on((event) => {
    if (event.name === 'library.changed') details.refresh(event.data.ids)
  })
  return {
    listing,
    details,
    changes: createChanges(bridge, details, listing),
    look: createLook(storage, windowWidth),
    drag: createAssetDrag(),
    imports: createImports(bridge),
    painter: createPicturePainter(),
  }
}
