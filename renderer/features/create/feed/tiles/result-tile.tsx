/** One result in its place: a image, a video that plays under the pointer, or the sign of its kind. */
import { FileQuestion, Film, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useHost, useHostState } from '../../../../bridge/host.tsx'
import { mediaUrl, thumbUrl } from '../../../../bridge/media.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { useWords } from '../../../../ui/text.ts'
import styles from './tiles.module.css'

/** Above this the thumbnail stands in for the image itself. */
const LARGE_BYTES = 12_000_000

export interface ResultTileProps {
  readonly assetId: string
  readonly prompt: string
  readonly mediaType: string
  /** The thumbnail is enough. */
  readonly isSmall?: boolean
  onOpen(assetId: string): void
}

export function ResultTile({ assetId, prompt, mediaType, isSmall = false, onOpen }: ResultTileProps) {
  const { text } = useWords()
  const asset = useAsset(assetId)
  const [isWatched, setWatched] = useState(false)
  const kind = asset?.kind ?? (mediaType === 'video' ? 'video' : mediaType === 'music' ? 'audio' : 'image')
  return (
    <Button
      className={classNames(styles.tile)}
      onPress={() => onOpen(assetId)}
      onHoverChange={setWatched}
      onFocusChange={setWatched}
      aria-label={text('create.openResult', { prompt })}
    >
      {kind === 'image' && <Picture assetId={assetId} asset={asset} prompt={prompt} isSmall={isSmall} />}
      {kind === 'video' && (
        <VideoResult assetId={assetId} asset={asset} name={prompt} isWatched={isWatched} />
      )}
      {kind !== 'image' && kind !== 'video' && <FileQuestion size={18} aria-hidden />}
    </Button>
  )
}

/** The asset as the host tells it; undefined until it has. */
export function useAsset(assetId: string): Asset | undefined {
  const { assets } = useHost()
  useEffect(() => assets.getState().need(assetId), [assets, assetId])
  return useHostState('assets', (state) => state.assets[assetId])
}

interface ImageResultProps {
  readonly assetId: string
  readonly asset: Asset | undefined
  readonly prompt: string
  readonly isSmall: boolean
}

function Picture({ assetId, asset, prompt, isSmall }: ImageResultProps) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing)
    return (
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image to show, only a sign for its kind
      <span role="img" aria-label={prompt}>
        <FileQuestion size={18} aria-hidden />
      </span>
    )
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

interface VideoResultProps {
  readonly assetId: string
  readonly asset: Asset | undefined
  readonly name: string
  /** The pointer is on it, or the keyboard's focus. */
  readonly isWatched: boolean
}

/** The poster, which the page makes where there is none; the video itself while somebody looks at it. */
function VideoResult({ assetId, asset, name, isWatched }: VideoResultProps) {
  const { duration } = useWords()
  const { previews } = useHost()
  const isMade = useHostState('previews', ({ made }) => made.has(assetId))
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (isMissing && asset !== undefined) previews.getState().need(asset)
  }, [previews, isMissing, asset])
  const length = asset?.durationMs
  return (
    <>
      {isMissing && !isMade ? (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image yet, only a sign for its kind
        <span role="img" aria-label={name}>
          <Film size={18} aria-hidden />
        </span>
      ) : (
        <img
          src={isMade ? `${thumbUrl(assetId)}?made` : thumbUrl(assetId)}
          alt={name}
          decoding="async"
          onError={() => setMissing(true)}
        />
      )}
      {isWatched && (
        <video src={mediaUrl(assetId)} className={styles.over} autoPlay muted loop playsInline aria-hidden />
      )}
      {!isWatched && (
        <span className={styles.badge} aria-hidden>
          <Play size={12} fill="currentColor" /> {length !== undefined && duration(length)}
        </span>
      )}
    </>
  )
}
