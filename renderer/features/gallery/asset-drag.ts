/**
 * Assets that are dragged from the grid onto something else of the page.
 *
 * A page reads what lies in a drag only when it is dropped, and only as text: a large selection is held here, and the drag
 * carries a mark that it is ours.
 */

export const ASSETS_TYPE = 'application/x-atelier-assets'

export interface AssetDrag {
  /** Puts the assets into a drag that has just begun. */
  hold(transfer: DataTransfer, ids: readonly string[]): void
  /** The assets of the drag that ends here. */
  take(): readonly string[]
}

export function createAssetDrag(): AssetDrag {
  let held: readonly string[] = []
  return {
    hold(transfer, ids) {
      held = ids
      transfer.setData(ASSETS_TYPE, String(ids.length))
      transfer.effectAllowed = 'copy'
    },
    take() {
      const ids = held
      held = []
      return ids
    },
  }
}
