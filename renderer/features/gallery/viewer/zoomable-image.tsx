/** A picture that the wheel, a double click or + and − enlarge, and that can then be dragged. */
import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/asset.ts'
import { mediaUrl, thumbUrl } from '../../../bridge/media.ts'
import { classNames } from '../../../ui/class-names.ts'
import { FITTED, panBy, zoomAt, type View } from './zoom.ts'
import styles from './zoomable-image.module.css'

const CLOSE_UP = 2.5

export function ZoomableImage({ asset, name }: { readonly asset: Asset; readonly name: string }) {
  const frame = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>(FITTED)
  const [isLoaded, setLoaded] = useState(false)

  useEffect(() => {
    const element = frame.current
    if (element === null) return
    function turn(event: WheelEvent): void {
      event.preventDefault()
      const point = pointIn(event)
      setView((before) => zoomAt(before, before.scale * Math.exp(-event.deltaY / 400), point))
    }
    function press(event: KeyboardEvent): void {
      const factor = { '+': 1.4, '=': 1.4, '-': 1 / 1.4 }[event.key]
      if (factor !== undefined) setView((before) => zoomAt(before, before.scale * factor, { x: 0, y: 0 }))
    }
    element.addEventListener('wheel', turn, { passive: false })
    window.addEventListener('keydown', press)
    return () => {
      element.removeEventListener('wheel', turn)
      window.removeEventListener('keydown', press)
    }
  }, [])

  /** From the middle of the frame, where the picture's own middle is. */
  function pointIn(event: { readonly clientX: number; readonly clientY: number }) {
    const box = frame.current?.getBoundingClientRect() ?? new DOMRect()
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 }
  }

  const { width, height } = asset
  const size = width !== undefined && height !== undefined ? { width, height } : {}
  const transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`
  return (
    <div
      ref={frame}
      className={classNames(styles.frame, view.scale > 1 && styles.movable)}
      onDoubleClick={(event) => setView(view.scale > 1 ? FITTED : zoomAt(FITTED, CLOSE_UP, pointIn(event)))}
      onPointerDown={(event) => view.scale > 1 && event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={(event) => {
        if (event.buttons === 1 && view.scale > 1) setView(panBy(view, event.movementX, event.movementY))
      }}
    >
      {!isLoaded && (
        <img src={thumbUrl(asset.id)} alt="" {...size} className={styles.image} draggable={false} />
      )}
      <img
        src={mediaUrl(asset.id)}
        alt={name}
        {...size}
        draggable={false}
        className={classNames(styles.image, !isLoaded && styles.hidden)}
        style={{ transform }}
        onLoad={() => setLoaded(true)}
      />
    </div>
  )
}
