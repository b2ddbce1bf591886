/** Audio as a waveform: a press seeks. */
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useStore } from 'zustand'
import type { Asset } from '#contract/library.ts'
import { mediaUrl } from '../../../bridge/media.ts'
import { usePeaks } from '../../../bridge/use-peaks.ts'
import { wavePath, WAVE_HEIGHT, WAVE_WIDTH } from '../../../ui/wave-path.ts'
import { createPlayback } from './playback.ts'
import { PlaybackControls } from './playback-controls.tsx'
import styles from './stage.module.css'
import { usePlaybackKeys } from './use-playback-keys.ts'

export function AudioStage({ asset, name }: { readonly asset: Asset; readonly name: string }) {
  const [playback] = useState(createPlayback)
  const [playbacks] = useState([playback])
  const element = useRef<HTMLAudioElement>(null)
  const peaks = usePeaks(asset)
  const played = useStore(playback, ({ timeSeconds, lengthSeconds }) =>
    lengthSeconds > 0 ? timeSeconds / lengthSeconds : 0,
  )
  usePlaybackKeys(playbacks)
  useEffect(() => (element.current === null ? undefined : playback.attach(element.current)), [playback])

  function seekTo(event: PointerEvent<SVGSVGElement>): void {
    if (event.type === 'pointermove' && event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    const { seek, lengthSeconds } = playback.getState()
    seek(((event.clientX - box.left) / box.width) * lengthSeconds)
  }
  const path = wavePath(peaks)
  return (
    <div className={styles.playbackStage}>
      <div className={styles.audio}>
        {/* The slider below does the same with the keyboard, and has a name. */}
        <svg
          viewBox={`0 0 ${WAVE_WIDTH} ${WAVE_HEIGHT}`}
          preserveAspectRatio="none"
          className={styles.wave}
          aria-hidden
          onPointerDown={seekTo}
          onPointerMove={seekTo}
        >
          <path d={path} fill="currentColor" />
          <clipPath id={`played-${asset.id}`}>
            <rect width={played * WAVE_WIDTH} height={WAVE_HEIGHT} />
          </clipPath>
          <path
            d={path}
            fill="currentColor"
            className={styles.played}
            clipPath={`url(#played-${asset.id})`}
          />
        </svg>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated music comes without captions */}
        <audio ref={element} src={mediaUrl(asset.id)} autoPlay aria-label={name} />
      </div>
      <PlaybackControls playbacks={playbacks} hasFrames={false} />
    </div>
  )
}
