/** Connects the grid's window to the scrolling element, and notifies when other rows belong in the page. */
import { GridWindow, type GridContent, type ShownRows } from './grid-window.ts'

/** A pause in scrolling after which scrolling has ended. */
const REST_MS = 140

export type GridScroller = ReturnType<typeof createGridScroller>

export function createGridScroller() {
  const window = new GridWindow()
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
    window,
    /**
     * Listens to an element, whose first child is as high as the content, until the returned function is called. `listener`
     * is called at every frame of a scroll, at its end, and for other content.
     */
    attach(scrolled: HTMLElement, listener: typeof onScroll): () => void {
      element = scrolled
      onScroll = listener
      const leaving = new AbortController()
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
      scrolled.addEventListener('scroll', scroll, { passive: true, signal: leaving.signal })
      return () => {
        element = null
        clearTimeout(resting)
        leaving.abort()
      }
    },
    /** Takes other content, and puts the page where the reader was in it. */
    take(content: GridContent): void {
      scrollTo(window.take(content))
      update()
      onScroll('resting')
    },
    /** Scrolls as far as is needed to have item `index` in sight. */
    reveal: (index: number) => scrollTo(window.reveal(index)),
    /** The same object while the same rows belong into the page. */
    shown: () => shown,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isSame(one: ShownRows, other: ShownRows): boolean {
  const parts = ['from', 'to', 'height', 'top', 'origin'] as const
  return parts.every((part) => one[part] === other[part])
}
