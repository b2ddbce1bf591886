/** The gallery's keys: favourite, rating, trash, undo, select all. */
import { useEffect } from 'react'
import { targets, type GalleryStore } from './gallery-store.ts'

export function useGalleryKeys(gallery: GalleryStore, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || isTyping(event.target)) return
      if (!pressKey(gallery, event)) return
      event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [gallery, isActive])
}

/** True where the key meant something. */
function pressKey(gallery: GalleryStore, event: KeyboardEvent): boolean {
  const state = gallery.getState()
  if (event.ctrlKey || event.metaKey) {
    if (event.key === 'z' && state.undoable !== null) void state.undo()
    else if (event.key === 'a') state.selectAll()
    else return false
    return true
  }
  const ids = targets(state.selection)
  if (event.key === 'Escape' && ids.length > 0) state.clearSelection()
  else if (event.altKey || ids.length === 0) return false
  else if (event.key === 'Delete' || event.key === 'Backspace')
    void (state.filter.trashed || state.move('trash', ids))
  else if (event.key === 'f' || event.key === 'F')
    void state.update(ids, { favorite: !areFavorites(gallery, ids) })
  else if (/^[0-5]$/.test(event.key)) void state.update(ids, { rating: Number(event.key) })
  else return false
  return true
}

function areFavorites(gallery: GalleryStore, ids: readonly string[]): boolean {
  return gallery.getState().assets.every((asset) => !ids.includes(asset.id) || asset.favorite)
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input:not([type="range"]), textarea') !== null
}
