/** Zoom and pan of an image: offsets in pixels from the middle of its frame, and the scale. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export const FITTED: View = { x: 0, y: 0, scale: 1 }
const LARGEST = 16

/** The view at another scale, with the point under the cursor staying where it is. */
export function zoomAt(view: View, scale: number, point: { readonly x: number; readonly y: number }): View {
  const next = Math.min(LARGEST, Math.max(1, scale))
  if (next === 1) return FITTED
  const ratio = next / view.scale
  return { x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio, scale: next }
}

export function panBy(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x, y: view.y + y }
}
