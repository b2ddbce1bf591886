/** Frames of the video under the pointer: moving right moves forward in time. */
import { memo, useEffect, useState, type RefObject } from 'react'
import { SCRUB_FRAMES } from '#contract/rules/media.ts'
import { scrubUrl } from '../../../bridge/media.ts'
import { usePreview } from '../../../bridge/use-preview.ts'
import { idAt, kindAt, type Order } from '../order.ts'
import styles from './gallery-grid.module.css'

interface Hovered {
  readonly id: string
  readonly box: Readonly<Record<'left' | 'top' | 'width' | 'height', number>>
  readonly frame: number
}

export interface HoverScrubProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly order: Order
}

export const HoverScrub = memo(function HoverScrub({ scroller, order }: HoverScrubProps) {
  const [hovered, setHovered] = useState<Hovered | null>(null)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    function move(event: PointerEvent): void {
      const target =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
      const index = Number(target?.dataset['index'] ?? -1)
      const isVideo = index >= 0 && kindAt(order, index) === 'video' && event.buttons === 0
      if (target === null || element === null || !isVideo) setHovered(null)
      else setHovered(hoveredAt(idAt(order, index), target, element, event.clientX))
    }
    const leave = (): void => setHovered(null)
    const leaving = new AbortController()
    const { signal } = leaving
    element.addEventListener('pointermove', move, { passive: true, signal })
    element.addEventListener('pointerleave', leave, { signal })
    element.addEventListener('scroll', leave, { passive: true, signal })
    return () => leaving.abort()
  }, [scroller, order])
  return hovered === null ? null : <Strip key={hovered.id} {...hovered} />
})

function Strip({ id, box, frame }: Hovered) {
  const { address, onMissing } = usePreview(id, scrubUrl(id))
  const [loaded, setLoaded] = useState<string | null>(null)
  return (
    <div className={styles.strip} style={box} aria-hidden>
      {address !== null && (
        <img
          key={address}
          src={address}
          alt=""
          className={styles.frames}
          style={{ translate: `${(-100 * frame) / SCRUB_FRAMES}% 0` }}
          onLoad={() => setLoaded(address)}
          onError={onMissing}
        />
      )}
      {address !== null && loaded === address && (
        <span
          className={styles.time}
          style={{ insetInlineStart: `${((frame + 0.5) / SCRUB_FRAMES) * 100}%` }}
        />
      )}
    </div>
  )
}

function hoveredAt(id: string, cell: HTMLElement, scroller: HTMLElement, clientX: number): Hovered {
  const [own, outer] = [cell.getBoundingClientRect(), scroller.getBoundingClientRect()]
  const share = Math.max(0, Math.min(0.999, (clientX - own.left) / own.width))
  return {
    id,
    frame: Math.floor(share * SCRUB_FRAMES),
    box: { left: own.left - outer.left, top: own.top - outer.top, width: own.width, height: own.height },
  }
}
