/** Connects the grid's window to the scrolling element, and notifies when other rows belong in the page. */
import { createGridWindow, type GridContent, type GridWindow, type ShownRows } from './grid-window.ts'

/** A pause in scrolling after which scrolling has ended. */
const REST_MS = 140

export interface GridScroller {
  /**
   * Listens to an element, whose first child is as high as the content, until the returned function is called. `listener` is
   * called at every frame of a scroll, at its end, and for other content.
   */
  attach(element: HTMLElement, listener: (state: 'scrolling' | 'resting') => void): () => void
  /** Takes other content, and puts the page where the reader was in it. */
  take(content: GridContent): void
  /** Scrolls as far as is needed to have item `index` in sight. */
  reveal(index: number): void
  /** The items in sight, and where the reader is heading. */
  visible(): ReturnType<GridWindow['visible']>
  /** The same object while the same rows belong into the page. */
  shown(): ShownRows
  subscribe(listener: () => void): () => void
  /** The content's position at the upper edge of the window, in pixels. */
  position(): number
  /** Share of the way down, 0 to 1. */
  progress(): number
}

export function createGridScroller(): GridScroller {
  const window = createGridWindow()
  const listeners = new Set<() => void>()
  let element: HTMLElement | null = null
  let onScroll: (state: 'scrolling' | 'resting') => void = () => undefined
  let shown = window.shown()

  function update(): void {
    const next = window.shown()
    if (isSame(shown, next)) return
    shown = next
    for (const listener of listeners) listener()
  }
  function scrollTo(scrollTop: number | null): void {
    if (scrollTop === null || element === null) return
    update()
    // The element must be high enough before it can be scrolled there; React gives it the same height a moment later.
    const holder = element.firstElementChild
    if (holder instanceof HTMLElement) holder.style.blockSize = `${shown.height}px`
    element.scrollTop = scrollTop
  }

  return {
    attach(scrolled, listener) {
      element = scrolled
      onScroll = listener
      let resting: ReturnType<typeof setTimeout> | undefined
      function rest(): void {
        scrollTo(window.rest())
        onScroll('resting')
      }
      function scroll(): void {
        if (!window.scrolledTo(scrolled.scrollTop)) return
        update()
        onScroll('scrolling')
        clearTimeout(resting)
        resting = setTimeout(rest, REST_MS)
      }
      scrolled.addEventListener('scroll', scroll, { passive: true })
      return () => {
        element = null
        clearTimeout(resting)
        scrolled.removeEventListener('scroll', scroll)
      }
    },
    take(content) {
      scrollTo(window.take(content))
      update()
      onScroll('resting')
    },
    reveal: (index) => scrollTo(window.reveal(index)),
    visible: () => window.visible(),
    shown: () => shown,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    position: () => window.position(),
    progress: () => window.progress(),
  }
}

function isSame(one: ShownRows, other: ShownRows): boolean {
  return (
    one.from === other.from &&
    one.to === other.to &&
    one.height === other.height &&
    one.top === other.top &&
    one.origin === other.origin
  )
}
