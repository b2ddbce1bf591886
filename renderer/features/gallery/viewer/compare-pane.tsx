/** One of the assets that are compared. */
import { Heart } from 'lucide-react'
import type { Asset } from '#contract/library.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { useWords } from '../../../ui/text.ts'
import { useGallery } from '../use-gallery.ts'
import styles from './compare.module.css'
import type { PlaybackStore } from './playback.ts'
import { Rating } from './rating.tsx'
import { AudioElement } from './audio-element.tsx'
import { NoPreview } from './stage.tsx'
import { TextStage } from './text-stage.tsx'
import { VideoElement } from './video-stage.tsx'
import { ZoomableImage } from './zoomable-image.tsx'
import type { View } from './zoom.ts'

export interface ComparePaneProps {
  readonly asset: Asset
  /** From 1, as the columns of the differences are numbered. */
  readonly place: number
  readonly playback: PlaybackStore
  readonly view: View
  onView(next: (before: View) => View): void
}

export function ComparePane({ asset, place, playback, view, onView }: ComparePaneProps) {
  const { text, number } = useWords()
  const { changes } = useGallery()
  const { rate, favorite } = changes.getState()
  const name = asset.title || asset.prompt || text('gallery.untitled')
  return (
    <figure className={styles.pane} aria-label={name}>
      <div className={styles.media}>
        {asset.kind === 'image' && <ZoomableImage asset={asset} name={name} shared={{ view, onView }} />}
        {asset.kind === 'video' && (
          <VideoElement asset={asset} name={name} playback={playback} playsAtOnce={false} />
        )}
        {asset.kind === 'audio' && (
          <AudioElement address={mediaUrl(asset.id)} name={name} playback={playback} />
        )}
        {asset.kind === 'text' && <TextStage asset={asset} name={name} />}
        {(asset.kind === 'model3d' || asset.kind === 'other') && <NoPreview mimeType={asset.mimeType} />}
      </div>
      <figcaption className={styles.caption}>
        <span className={styles.place}>{number(place)}</span>
        <span className={styles.name}>{name}</span>
        <Rating value={asset.rating} onChange={(rating) => void rate([asset.id], rating)} />
        <IconButton
          icon={Heart}
          label={text('gallery.favorite')}
          isOn={asset.favorite}
          onPress={() => void favorite([asset.id], !asset.favorite)}
        />
      </figcaption>
    </figure>
  )
}
