/** Display settings of the gallery, kept in the browser: the thumbnail size and what of the side panel is open. */
import { createStore } from 'zustand/vanilla'

export interface Display {
  /** Index into ROW_HEIGHTS. */
  readonly zoom: number
  readonly isPanelOpen: boolean
  /** The side panel lies over the grid, where there is no room beside it; not remembered. */
  readonly isSheetOpen: boolean
  /** Sections of the side panel that the user folded. */
  readonly folded: readonly string[]
  /** Groups of like files are shown in place of the grid; not remembered. */
  readonly isDuplicates: boolean
}

export type DisplayStorage = Pick<Storage, 'getItem' | 'setItem'>

/** Heights of a row in pixels, from tiny to large. */
export const ROW_HEIGHTS = [64, 96, 140, 200, 280, 400, 560] as const
const MIDDLE = 3
const KEY = 'atelier.gallery'
/** Narrower windows start without the panel. */
const WIDE_PX = 1_100

export function createDisplay(storage: DisplayStorage, windowWidth: number) {
  const start = {
    zoom: MIDDLE,
    isPanelOpen: windowWidth >= WIDE_PX,
    isSheetOpen: false,
    folded: [],
    isDuplicates: false,
  }
  const store = createStore<Display>()(() => ({ ...start, ...read(storage) }))
  store.subscribe(({ zoom, isPanelOpen, folded }) => {
    storage.setItem(KEY, JSON.stringify({ zoom, isPanelOpen, folded }))
  })
  return Object.assign(store, {
    /** Steps larger, or smaller where it is negative. */
    zoomBy(steps: number): void {
      const zoom = store.getState().zoom + steps
      store.setState({ zoom: Math.min(ROW_HEIGHTS.length - 1, Math.max(0, zoom)) })
    },
    toggleSection(name: string): void {
      const { folded } = store.getState()
      store.setState({
        folded: folded.includes(name) ? folded.filter((one) => one !== name) : [...folded, name],
      })
    },
  })
}

export function rowHeightAt(zoom: number): number {
  return ROW_HEIGHTS[zoom] ?? ROW_HEIGHTS[MIDDLE]
}

function read(storage: DisplayStorage): Partial<Pick<Display, 'zoom' | 'isPanelOpen' | 'folded'>> {
  try {
    const saved: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    if (typeof saved !== 'object' || saved === null) return {}
    const { zoom, isPanelOpen, folded } = saved as Record<string, unknown>
    return {
      ...(typeof zoom === 'number' && zoom in ROW_HEIGHTS && { zoom }),
      ...(typeof isPanelOpen === 'boolean' && { isPanelOpen }),
      ...(Array.isArray(folded) && { folded: folded.filter((name) => typeof name === 'string') }),
    }
  } catch {
    return {}
  }
}
