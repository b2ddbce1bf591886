/** One result in its place: an image, a video that plays under the pointer, or the sign of its kind. */
import { FileQuestion, Film, Heart, Play, Star, type Icon } from '#renderer/icons.tsx'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useAsset as useKnownAsset, useHost } from '../../../../bridge/host.tsx'
import { mediaUrl, thumbUrl } from '../../../../bridge/media.ts'
import { usePreview } from '../../../../bridge/use-preview.ts'
import { classNames } from '../../../../ui/class-names.ts'
import parts from '../../../../ui/parts.module.css'
import { useFormatter } from '../../../../ui/text.ts'
import { useCreate } from '../../create-context.ts'
import styles from './tiles.module.css'

/** Above this the thumbnail stands in for the image itself. */
const LARGE_BYTES = 12_000_000

export interface ResultTileProps {
  readonly assetId: string
  readonly prompt: string
  readonly mediaType: string
  /** The thumbnail is enough. */
  readonly isSmall?: boolean
}

export function ResultTile({ assetId, prompt, mediaType, isSmall = false }: ResultTileProps) {
  const { text } = useFormatter()
  const { onOpenAsset } = useCreate()
  const asset = useAsset(assetId)
  const opener = useReturnedFocus(assetId)
  const [isWatched, setWatched] = useState(false)
  const media = { assetId, asset, prompt }
  const isUnreadable = asset?.unreadable === true
  const shown = mediaType === 'video' ? 'video' : mediaType === 'music' ? 'audio' : 'image'
  const kind = isUnreadable ? 'other' : (asset?.kind ?? shown)
  return (
    <Button
      ref={opener}
      className={classNames(styles.tile)}
      onPress={() => onOpenAsset(assetId)}
      onHoverChange={setWatched}
      onFocusChange={setWatched}
      aria-label={text('create.openResult', { prompt })}
    >
      {kind === 'image' && <ImageResult {...media} isSmall={isSmall} />}
      {kind === 'video' && <VideoResult {...media} isWatched={isWatched} />}
      {kind !== 'image' && kind !== 'video' && <FileQuestion size={18} aria-hidden />}
      {isUnreadable && <span>{text('gallery.unreadable')}</span>}
      {asset !== undefined && <Marks asset={asset} />}
    </Button>
  )
}

/** The button of the result that was opened last has the focus again, unless something else has it. */
export function useReturnedFocus(assetId: string): RefObject<HTMLButtonElement | null> {
  const { opened } = useCreate()
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (opened.getState() !== assetId) return
    if (document.activeElement === document.body) button.current?.focus({ preventScroll: true })
    opened.setState(null, true)
  }, [opened, assetId])
  return button
}

/** How it was marked; its menu says it in words. */
function Marks({ asset: { favorite, rating } }: { readonly asset: Asset }) {
  const { number } = useFormatter()
  if (!favorite && rating === 0) return null
  return (
    <span className={classNames(parts.badge, styles.marks)} aria-hidden>
      {favorite && <Heart size={12} fill="currentColor" />}
      {rating > 0 && (
        <>
          <Star size={12} fill="currentColor" /> {number(rating)}
        </>
      )}
    </span>
  )
}

/** The asset as the host tells it; undefined until it has. */
export function useAsset(assetId: string): Asset | undefined {
  const { assets } = useHost()
  useEffect(() => void assets.need(assetId), [assets, assetId])
  return useKnownAsset(assetId)
}

interface MediaProps {
  readonly assetId: string
  readonly asset: Asset | undefined
  readonly prompt: string
}

function ImageResult({ assetId, asset, prompt, isSmall }: MediaProps & { readonly isSmall: boolean }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <Sign icon={FileQuestion} name={prompt} />
  const isThumb = isSmall || (asset?.sizeBytes ?? 0) > LARGE_BYTES
  return (
    <img
      src={isThumb ? thumbUrl(assetId) : mediaUrl(assetId)}
      alt={prompt}
      decoding="async"
      onError={() => setMissing(true)}
    />
  )
}

/** In place of an image that is not there, or not yet. */
function Sign({ icon: Icon, name }: { readonly icon: Icon; readonly name: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image to show, only a sign for its kind
    <span role="img" aria-label={name}>
      <Icon size={18} aria-hidden />
    </span>
  )
}

/** The poster, which the page makes where there is none; the video itself while the pointer or the focus is on it. */
function VideoResult({ assetId, asset, prompt, isWatched }: MediaProps & { readonly isWatched: boolean }) {
  const { duration } = useFormatter()
  const { address, onMissing } = usePreview(assetId, thumbUrl(assetId))
  const length = asset?.durationMs
  return (
    <>
      {address === null ? (
        <Sign icon={Film} name={prompt} />
      ) : (
        <img src={address} alt={prompt} decoding="async" onError={onMissing} />
      )}
      {isWatched ? (
        <video src={mediaUrl(assetId)} className={styles.over} autoPlay muted loop playsInline aria-hidden />
      ) : (
        <span className={parts.badge} aria-hidden>
          <Play size={12} fill="currentColor" /> {length !== undefined && duration(length)}
        </span>
      )}
    </>
  )
}
