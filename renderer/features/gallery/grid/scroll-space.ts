/**
 * Lets a list be higher than a browser can make an element.
 *
 * The page scrolls over a `shown` height that a browser can hold; the content has its true height, up to many times that.
 * While the reader scrolls a little, content and page move alike, pixel for pixel. A long way (the scrollbar was dragged)
 * is scaled, so that the scrollbar's two ends are the content's. When scrolling ends, the two are brought
 * into proportion again without anything moving. A list that fits is not touched by any of this.
 */

/** Chromium ends at 2^25 - 1 px; positions stay exact to a fraction of a pixel in 32-bit floats up to about here. */
const HIGHEST_PX = 12_000_000
/** More than this many windows at once is a dragged scrollbar. */
const A_LITTLE = 3

export interface ScrollSpace {
  /** Height of the content, in pixels. */
  readonly height: number
  /** Height of the element that is scrolled. */
  readonly shown: number
  /** What to add to the page's scroll position to have the content's. */
  readonly shift: number
}

export function createScrollSpace(height: number, highest = HIGHEST_PX): ScrollSpace {
  return { height, shown: Math.min(height, highest), shift: 0 }
}

/** Where the content is when the page has scrolled from `before` to `now`. `view` is the height of the window. */
export function scrolled(space: ScrollSpace, before: number, now: number, view: number): ScrollSpace {
  if (space.shown === space.height) return space
  const isLittle = Math.abs(now - before) <= view * A_LITTLE
  const kept = now + space.shift
  const isInside = kept >= 0 && kept <= space.height - view
  const isAtEnd = now <= 0 || now >= space.shown - view
  return isLittle && isInside && !isAtEnd ? space : { ...space, shift: contentAt(space, now, view) - now }
}

/** The page's position and the shift that show the content from `position` on, in proportion. */
export function placed(
  space: ScrollSpace,
  position: number,
  view: number,
): { readonly space: ScrollSpace; readonly scrollTop: number } {
  const content = Math.max(0, Math.min(position, space.height - view))
  if (space.shown === space.height) return { space, scrollTop: content }
  const scrollTop = Math.round((content / (space.height - view)) * (space.shown - view))
  return { space: { ...space, shift: content - scrollTop }, scrollTop }
}

function contentAt({ height, shown }: ScrollSpace, scrollTop: number, view: number): number {
  const share = shown > view ? Math.max(0, Math.min(1, scrollTop / (shown - view))) : 0
  return Math.round(share * (height - view))
}
