/** The gallery's keys: marks, tags, collections, trash, undo, select all, size. */
import { useEffect } from 'react'
import { FEWEST_COMPARED, MOST_COMPARED, type Ask } from './ask.ts'
import type { Gallery } from './gallery.ts'
import { isFavoriteAt } from './order.ts'
import { countOf, valuesOf } from './ranges.ts'
import { idsOf, targetsOf } from './selection.ts'

/** `undo`: no grid is shown, so only undo has a meaning. */
export type KeysMode = 'all' | 'undo' | 'none'

export function useGalleryKeys(gallery: Gallery, mode: KeysMode, onAsk: (ask: Ask) => void): void {
  useEffect(() => {
    if (mode === 'none') return
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || isIn(event.target, TYPING) || isIn(event.target, OVERLAYS)) return
      const isCtrl = event.ctrlKey || event.metaKey
      if (mode === 'undo' && !(isCtrl && event.key === 'z')) return
      if (!isCtrl && isIn(event.target, LISTS)) return
      const hasMeaning = isCtrl ? pressCtrl(gallery, event) : pressKey(gallery, event, onAsk)
      if (hasMeaning) event.preventDefault()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [gallery, mode, onAsk])
}

function pressCtrl({ listing, changes }: Gallery, { key, shiftKey }: KeyboardEvent): boolean {
  if (shiftKey) return false
  if (key === 'z') {
    if (changes.getState().undoable.length === 0) return false
    void changes.getState().undo()
  } else if (key === 'a') listing.getState().selectAll()
  else if (key === 'f') focusSearch()
  else return false
  return true
}

/** True where the key meant something. */
function pressKey(gallery: Gallery, event: KeyboardEvent, onAsk: (ask: Ask) => void): boolean {
  if (event.altKey) return false
  const { listing, display } = gallery
  const { selection } = listing.getState()
  switch (event.key) {
    case '+':
    case '=':
      display.getState().setZoom(display.getState().zoom + 1)
      return true
    case '-':
      display.getState().setZoom(display.getState().zoom - 1)
      return true
    case '\\':
      display.getState().togglePanel()
      return true
    case '/':
      focusSearch()
      return true
    case 'Escape':
      if (selection.ranges.length === 0) return false
      listing.getState().clearSelection()
      return true
    default:
      return countOf(targetsOf(selection)) > 0 && pressOnTargets(gallery, event.key.toLowerCase(), onAsk)
  }
}

function pressOnTargets({ listing, changes }: Gallery, key: string, onAsk: (ask: Ask) => void): boolean {
  const { selection, order, filter } = listing.getState()
  const ranges = targetsOf(selection)
  const count = countOf(ranges)
  const ids = (): readonly string[] => idsOf(order, ranges)
  const isTrash = filter.trashed === true
  if (key === 'delete' || key === 'backspace') {
    if (isTrash) onAsk({ what: 'deleteForGood', ids: ids() })
    else void changes.getState().trash(ids())
  } else if (isTrash) return false
  else if (/^[0-5]$/.test(key)) void changes.getState().rate(ids(), Number(key))
  else if (key === 'f') {
    const areFavorites = valuesOf(ranges).every((index) => isFavoriteAt(order, index))
    void changes.getState().favorite(ids(), !areFavorites)
  } else if (key === 't') onAsk({ what: 'tags', ids: ids() })
  else if (key === 'c') onAsk({ what: 'collect', ids: ids() })
  else if (key === 'e') onAsk({ what: 'export', ids: ids() })
  else if (key === 'v' && count >= FEWEST_COMPARED && count <= MOST_COMPARED)
    onAsk({ what: 'compare', ids: ids() })
  else return false
  return true
}

function focusSearch(): void {
  document.querySelector<HTMLElement>('[data-gallery-search]')?.focus()
}

const TYPING = 'input:not([type="range"]), textarea'
/** They have keys of their own. */
const OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'
/** Letters look for an entry there. */
const LISTS = '[role="treegrid"]'

function isIn(target: EventTarget | null, selector: string): boolean {
  return target instanceof HTMLElement && target.closest(selector) !== null
}
