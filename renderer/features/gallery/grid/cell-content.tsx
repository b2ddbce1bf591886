/** What a cell of the grid shows: a thumbnail, a waveform, or the icon of its kind. */
import { Pause, Play } from '#renderer/icons.tsx'
import { FileX } from '../icons.tsx'
import { useEffect, useMemo, useRef } from 'react'
import type { Asset } from '#contract/library.ts'
import type { AssetKind } from '#contract/rules/media.ts'
import { thumbUrl } from '../../../bridge/media.ts'
import { usePeaks, usePreview } from '../../../bridge/use-preview.ts'
import { useTrack } from '../../../bridge/use-track.ts'
import { KIND_ICONS } from '#renderer/bridge/thumb.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { WAVE_HEIGHT, WAVE_WIDTH, wavePath } from '../../../ui/wave-path.ts'
import { useGallery } from '../gallery.ts'
import styles from './gallery-grid.module.css'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const PIXELS_A_BAR = 4

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

export function CellContent(props: CellContentProps) {
  const { id, asset, kind, name } = props
  if (asset?.unreadable === true) return <Unreadable name={name} />
  if (asset?.mimeType === 'image/svg+xml')
    return <img src={thumbUrl(id)} alt={name} className={styles.image} />
  if (kind === 'image' || kind === 'video') return <Thumbnail {...props} />
  if (kind !== 'audio') return <Placeholder {...props} />
  return <Audio {...props} />
}

/** Its waveform and title, and a button that plays it. Keys: `P` on the cell. */
function Audio(props: CellContentProps) {
  const { id, name, asset } = props
  const { text } = useFormatter()
  const track = useTrack({ assetId: id, title: name }, (asset?.durationMs ?? 0) / 1_000)
  const Icon = track.isPlaying ? Pause : Play
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image, only the waveform */}
      <span className={styles.stand} role="img" aria-label={name}>
        <Wave {...props} />
        <span className={`${parts.line} ${classNames(u.wide, u.strong, styles.title)}`}>{name}</span>
      </span>
      <button
        type="button"
        tabIndex={-1}
        className={classNames(u.centered, u.absolute, u.pad0, u.framed, u.raised, u.arrow, styles.play)}
        aria-label={text(track.isPlaying ? 'player.pause' : 'feed.play', { prompt: name })}
        onClick={(event) => {
          // A click on the cell selects it.
          event.stopPropagation()
          track.toggle()
        }}
        onDoubleClick={(event) => event.stopPropagation()}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </button>
    </>
  )
}

/** A video has no poster until the page has made one. */
function Thumbnail(props: CellContentProps) {
  const { id, index, name, width, height } = props
  const { painter } = useGallery()
  const { address, onMissing } = usePreview(id, thumbUrl(id))
  const canvas = useRef<HTMLCanvasElement>(null)
  const latest = useRef({ index, onMissing })
  useEffect(() => {
    latest.current = { index, onMissing }
  })
  useEffect(() => {
    if (canvas.current === null || address === null) return
    const size = {
      width: Math.round(width * devicePixelRatio),
      height: Math.round(height * devicePixelRatio),
    }
    const request = { id, ...size, index: latest.current.index }
    return painter.paint(canvas.current, request, () => latest.current.onMissing())
  }, [painter, id, address, width, height])
  if (address === null) return <Placeholder {...props} />
  // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <img> would keep its pixels long after it is gone
  return <canvas ref={canvas} role="img" aria-label={name} className={styles.image} />
}

/** Says what stands in place of the media. */
function Unreadable({ name }: Pick<CellContentProps, 'name'>) {
  const { text } = useFormatter()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image, only what is said of it
    <span className={styles.stand} role="img" aria-label={`${name}: ${text('gallery.unreadable')}`}>
      <FileX size={18} strokeWidth={1.75} aria-hidden />
      <span className={classNames(u.clip, u.strong, u.breaks, styles.name)}>{name}</span>
      {text('gallery.unreadable')}
    </span>
  )
}

/** The kind's icon and the name, where there is no thumbnail. */
function Placeholder({ kind, name }: CellContentProps) {
  const Icon = KIND_ICONS[kind]
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image, only the icon of its kind
    <span className={styles.stand} role="img" aria-label={name}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <span className={classNames(u.clip, u.strong, u.breaks, styles.name)}>{name}</span>
    </span>
  )
}

function Wave({ asset, width }: CellContentProps) {
  const peaks = usePeaks(asset)
  const path = useMemo(() => wavePath(peaks, Math.max(12, Math.round(width / PIXELS_A_BAR))), [peaks, width])
  const viewBox = `0 0 ${WAVE_WIDTH} ${WAVE_HEIGHT}`
  return (
    <svg className={styles.wave} viewBox={viewBox} preserveAspectRatio="none" aria-hidden>
      <path d={path} />
    </svg>
  )
}
