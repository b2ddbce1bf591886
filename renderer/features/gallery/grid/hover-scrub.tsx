/** Frames of the video under the pointer: moving right moves forward in time. */
import { useEffect, useState, type RefObject } from 'react'
import { SCRUB_FRAMES } from '#contract/rules/media.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { scrubUrl } from '../../../bridge/media.ts'
import { idAt, kindAt, type Order } from '../order.ts'
import { useDetails } from '../use-gallery.ts'
import styles from './gallery-grid.module.css'

interface Hovered {
  readonly id: string
  readonly box: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
  }
  readonly frame: number
}

export interface HoverScrubProps {
  readonly scroller: RefObject<HTMLElement | null>
  readonly order: Order
}

export function HoverScrub({ scroller, order }: HoverScrubProps) {
  const [hovered, setHovered] = useState<Hovered | null>(null)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return
    function move(event: PointerEvent): void {
      const target =
        event.target instanceof Element ? event.target.closest<HTMLElement>('[data-index]') : null
      const index = Number(target?.dataset['index'] ?? -1)
      const isVideo = index >= 0 && kindAt(order, index) === 'video' && event.buttons === 0
      setHovered((before) =>
        target === null || element === null || !isVideo
          ? before === null
            ? before
            : null
          : hoveredAt(idAt(order, index), target, element, event.clientX),
      )
    }
    const leave = (): void => setHovered(null)
    element.addEventListener('pointermove', move, { passive: true })
    element.addEventListener('pointerleave', leave)
    element.addEventListener('scroll', leave, { passive: true })
    return () => {
      element.removeEventListener('pointermove', move)
      element.removeEventListener('pointerleave', leave)
      element.removeEventListener('scroll', leave)
    }
  }, [scroller, order])
  return hovered === null ? null : <Strip key={hovered.id} {...hovered} />
}

function Strip({ id, box, frame }: Hovered) {
  const { previews } = useHost()
  const asset = useDetails(id)
  const isMade = useHostState('previews', ({ made }) => made.has(id))
  const [state, setState] = useState<'loading' | 'there' | 'missing'>('loading')
  useEffect(() => {
    if (state === 'missing' && asset !== undefined) previews.getState().need(asset)
  }, [previews, state, asset])
  const address = isMade ? `${scrubUrl(id)}?made` : scrubUrl(id)
  return (
    <div className={styles.strip} style={box} aria-hidden>
      {(state !== 'missing' || isMade) && (
        <img
          key={address}
          src={address}
          alt=""
          className={styles.frames}
          style={{ translate: `${(-100 * frame) / SCRUB_FRAMES}% 0` }}
          onLoad={() => setState('there')}
          onError={() => setState('missing')}
        />
      )}
      {state === 'there' && (
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
