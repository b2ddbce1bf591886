/** A lens over an image: it enlarges one point, which images that are compared share by its place in each of them. */
import { useLayoutEffect, useRef, type RefObject } from 'react'
import styles from './stage.module.css'

/** From 0 to 1 of the image's width and height. */
export interface Point {
  readonly u: number
  readonly v: number
}

export const MIDDLE: Point = { u: 0.5, v: 0.5 }

const RADIUS_PX = 100
const MIN_ENLARGED = 2.5

export function movedPoint({ u, v }: Point, across: number, down: number): Point {
  return { u: within(u + across), v: within(v + down) }
}

export function pointUnder(
  image: HTMLImageElement,
  pointer: { readonly clientX: number; readonly clientY: number },
): Point {
  const { left, top, width, height } = drawnBox(image)
  return { u: within((pointer.clientX - left) / width), v: within((pointer.clientY - top) / height) }
}

interface LensProps {
  readonly image: RefObject<HTMLImageElement | null>
  readonly point: Point
  readonly address: string
}

/** Inside of the frame that holds the image. Sized by what is drawn, so it is placed after that. */
export function Lens({ image, point: { u, v }, address }: LensProps) {
  const lens = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const frame = lens.current?.parentElement
    if (lens.current === null || image.current === null || frame == null) return
    const { left, top, width, height } = drawnBox(image.current)
    const outer = frame.getBoundingClientRect()
    const scale = Math.max(MIN_ENLARGED, image.current.naturalWidth / width)
    Object.assign(lens.current.style, {
      left: `${left + u * width - outer.left - RADIUS_PX}px`,
      top: `${top + v * height - outer.top - RADIUS_PX}px`,
      backgroundSize: `${width * scale}px ${height * scale}px`,
      backgroundPosition: `${RADIUS_PX - u * width * scale}px ${RADIUS_PX - v * height * scale}px`,
    })
  })
  return (
    <div ref={lens} className={styles.lens} style={{ backgroundImage: `url("${address}")` }} aria-hidden />
  )
}

/** Where the image is drawn: within its box, which may have another ratio. */
function drawnBox(image: HTMLImageElement) {
  const { left, top, width, height } = image.getBoundingClientRect()
  const ratio = image.naturalWidth / Math.max(1, image.naturalHeight) || width / height
  const [w, h] = [Math.min(width, height * ratio), Math.min(height, width / ratio)]
  return { left: left + (width - w) / 2, top: top + (height - h) / 2, width: w, height: h }
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share))
}
