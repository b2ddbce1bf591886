/**
 * Colours as text.
 */
import { encodePart, type Rgb } from '../paint/color.ts'

/** "#rrggbb". */
export function hexOf(color: Rgb): string {
  return `#${color.map((part) => Math.round(encodePart(part)).toString(16).padStart(2, '0')).join('')}`
}
