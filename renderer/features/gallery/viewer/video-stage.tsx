/** A video with our own controls. */
import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/library.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { createPlayback, type PlaybackStore } from './playback.ts'
import { PlaybackControls } from './playback-controls.tsx'
import styles from './stage.module.css'
import { usePlaybackKeys } from './use-playback-keys.ts'

export function VideoStage({ asset, name }: { readonly asset: Asset; readonly name: string }) {
  const [playback] = useState(createPlayback)
  const [playbacks] = useState([playback])
  usePlaybackKeys(playbacks)
  return (
    <div className={styles.playbackStage}>
      <VideoElement asset={asset} name={name} playback={playback} playsAtOnce />
      <PlaybackControls playbacks={playbacks} hasFrames />
    </div>
  )
}

export interface VideoElementProps {
  readonly asset: Asset
  readonly name: string
  readonly playback: PlaybackStore
  readonly playsAtOnce: boolean
}

export function VideoElement({ asset, name, playback, playsAtOnce }: VideoElementProps) {
  const element = useRef<HTMLVideoElement>(null)
  useEffect(() => (element.current === null ? undefined : playback.attach(element.current)), [playback])
  const { width, height } = asset
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no captions
    <video
      ref={element}
      src={mediaUrl(asset.id)}
      loop
      playsInline
      autoPlay={playsAtOnce}
      aria-label={name}
      className={styles.video}
      {...(width !== undefined && height !== undefined ? { width, height } : {})}
      onClick={() => playback.getState().toggle()}
    />
  )
}
