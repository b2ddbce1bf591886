/** An image that can be zoomed and panned. */
import { useRef, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { mediaUrl, thumbUrl } from '../../../bridge/media.ts'
import { classNames } from '../../../ui/class-names.ts'
import { useZoom } from './use-zoom.ts'
import { FITTED, type View } from './zoom.ts'
import styles from './stage.module.css'

export interface ZoomableImageProps {
  readonly asset: Asset
  readonly name: string
  /** The zoom that compared images share. */
  readonly shared?: { readonly view: View; onView(next: (before: View) => View): void }
}

export function ZoomableImage({ asset, name, shared }: ZoomableImageProps) {
  const frame = useRef<HTMLDivElement>(null)
  const [ownView, setOwnView] = useState<View>(FITTED)
  const [isLoaded, setLoaded] = useState(false)
  const view = shared?.view ?? ownView
  const handlers = useZoom(frame, view, shared?.onView ?? setOwnView)
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
