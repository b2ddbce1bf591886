/** An image that is enlarged with the wheel, a double click or + and −, and dragged when it is. */
import { useEffect, useRef, useState, type MouseEvent, type PointerEvent, type RefObject } from 'react'
import type { Asset } from '#contract/library.ts'
import { mediaUrl, thumbUrl } from '#renderer/bridge/media.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import { useKeys } from '#renderer/ui/use-keys.ts'
import styles from './stage.module.css'
import { Lens, pointUnder, type Point } from './loupe.tsx'
import { OVER_WINDOW } from './window.tsx'

/** Zoom and pan of an image: offsets in pixels from the middle of its frame, and the scale. */
export interface View {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export const FITTED: View = { x: 0, y: 0, scale: 1 }
const LARGEST = 16

/** The view at another scale, with the point under the cursor staying where it is. */
function zoomAt(view: View, scale: number, point: { readonly x: number; readonly y: number }): View {
  const next = Math.min(LARGEST, Math.max(1, scale))
  if (next === 1) return FITTED
  const ratio = next / view.scale
  return { x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio, scale: next }
}

function panBy(view: View, x: number, y: number): View {
  return { ...view, x: view.x + x, y: view.y + y }
}

export interface SharedView {
  readonly view: View
  onView(next: (before: View) => View): void
  /** Where all of them are enlarged; null while no loupe is used. */
  readonly loupe: Point | null
  onLoupe(point: Point): void
}

interface ZoomableImageProps {
  readonly asset: Asset
  readonly name: string
  /** The zoom that compared images share. */
  readonly shared?: SharedView
}

export function ZoomableImage({ asset, name, shared }: ZoomableImageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [ownView, setOwnView] = useState<View>(FITTED)
  const [isLoaded, setLoaded] = useState(false)
  const view = shared?.view ?? ownView
  const handlers = useZoom(frame, view, shared?.onView ?? setOwnView)
  const image = useRef<HTMLImageElement>(null)
  const { width, height } = asset
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  return (
    <div
      ref={frame}
      className={classNames(
        styles.zoomFrame,
        view.scale > 1 && styles.movable,
        shared !== undefined && styles.beside,
      )}
      {...handlers}
      onPointerMove={(event) => {
        handlers.onPointerMove(event)
        if (shared?.loupe != null && image.current !== null) shared.onLoupe(pointUnder(image.current, event))
      }}
    >
      {!isLoaded && (
        <img
          src={thumbUrl(asset.id)}
          alt=""
          {...size}
          className={styles.image}
          style={{ transform }}
          draggable={false}
        />
      )}
      <img
        ref={image}
        src={mediaUrl(asset.id)}
        alt={name}
        {...size}
        draggable={false}
        className={classNames(styles.image, !isLoaded && styles.hidden)}
        style={{ transform }}
        onLoad={() => setLoaded(true)}
      />
      {shared?.loupe != null && isLoaded && (
        <Lens image={image} point={shared.loupe} address={mediaUrl(asset.id)} />
      )}
    </div>
  )
}

const CLOSE_UP = 2.5
const KEY_STEP = 1.4
/** Wheel pixels that enlarge by a factor of e. */
const WHEEL_PX = 400

/** `onView` gets the view after the one it is given: several frames may share one view. */
function useZoom(
  frame: RefObject<HTMLElement | null>,
  view: View,
  onView: (next: (before: View) => View) => void,
) {
  const latest = useRef(onView)
  useEffect(() => {
    latest.current = onView
  })
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    function turn(event: WheelEvent): void {
      event.preventDefault()
      const point = pointIn(element, event)
      latest.current((before) => zoomAt(before, before.scale * Math.exp(-event.deltaY / WHEEL_PX), point))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [frame])
  const enlarge = (factor: number) => () =>
    onView((before) => zoomAt(before, before.scale * factor, { x: 0, y: 0 }))
  useKeys({ '+': enlarge(KEY_STEP), '=': enlarge(KEY_STEP), '-': enlarge(1 / KEY_STEP) }, OVER_WINDOW)
  return {
    onDoubleClick: (event: MouseEvent) => {
      const point = pointIn(frame.current, event)
      onView((before) => (before.scale > 1 ? FITTED : zoomAt(FITTED, CLOSE_UP, point)))
    },
    onPointerDown: (event: PointerEvent) => {
      if (view.scale > 1) event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.buttons === 1 && view.scale > 1)
        onView((before) => panBy(before, event.movementX, event.movementY))
    },
  }
}

/** From the middle of the frame, which is the middle of the image. */
function pointIn(frame: HTMLElement | null, event: { readonly clientX: number; readonly clientY: number }) {
  const box = frame?.getBoundingClientRect() ?? new DOMRect()
  return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
}
