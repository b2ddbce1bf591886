/** What a cell of the grid shows: a thumbnail, the poster of a video, or the icon of its kind. */
import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import type { AssetKind } from '#contract/rules/media.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { thumbUrl } from '../../../bridge/media.ts'
import { useGallery } from '../use-gallery.ts'
import styles from './gallery-cell.module.css'
import { KIND_ICONS } from './kind-icons.ts'

export interface CellContentProps {
  readonly id: string
  readonly kind: AssetKind
  readonly name: string
  readonly asset: Asset | undefined
  /** Its place in the order. */
  readonly index: number
  /** The cell's size in pixels. */
  readonly width: number
  readonly height: number
}

export function ImageThumbnail(props: CellContentProps) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <Placeholder {...props} />
  return <Canvas {...props} address={thumbUrl(props.id)} onMissing={() => setMissing(true)} />
}

/** A video has no poster until the page has made one. */
export function VideoThumbnail(props: CellContentProps) {
  const { id, asset } = props
  const { previews } = useHost()
  const isMade = useHostState('previews', ({ made }) => made.has(id))
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (isMissing && asset !== undefined) previews.getState().need(asset)
  }, [previews, isMissing, asset])
  if (isMissing && !isMade) return <Placeholder {...props} />
  const address = isMade ? `${thumbUrl(id)}?made` : thumbUrl(id)
  return <Canvas {...props} address={address} onMissing={() => setMissing(true)} />
}

interface CanvasProps extends CellContentProps {
  readonly address: string
  onMissing(): void
}

function Canvas({ address, index, name, width, height, onMissing }: CanvasProps) {
  const { painter } = useGallery()
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ index, onMissing })
  useEffect(() => {
    latest.current = { index, onMissing }
  })
  useEffect(() => {
    if (canvas.current === null) return
    const request = {
      address,
      width: Math.round(width * devicePixelRatio),
      height: Math.round(height * devicePixelRatio),
      index: latest.current.index,
    }
    return painter.paint(canvas.current, request, () => latest.current.onMissing())
  }, [painter, address, width, height])
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would keep its pixels long after it is gone
  return <canvas ref={canvas} role="img" aria-label={name} className={styles.image} />
}

/** The kind's icon and the name, where there is no thumbnail. */
export function Placeholder({ kind, name }: CellContentProps) {
  const Icon = KIND_ICONS[kind]
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image, only the icon of its kind
    <span className={styles.stand} role="img" aria-label={name}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={styles.name}>{name}</span>
    </span>
  )
}
