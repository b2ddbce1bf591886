/** The inner size of an element, kept up to date; null until it is known. */
import { useLayoutEffect, useState, type RefObject } from 'react'

/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export function useElementSize(ref: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = (): void =>
      setSize((before) =>
        before?.width === element.clientWidth && before.height === element.clientHeight
          ? before
          : { width: element.clientWidth, height: element.clientHeight },
      )
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return size
}
