/** A track that plays in its place: the waveform, which can be pressed to go there, and the time. */
import { Maximize2, Pause, Play } from '#renderer/icons.tsx'
import { useId } from 'react'
import { usePeaks } from '../../../../bridge/use-preview.ts'
import { useTrack } from '../../../../bridge/use-track.ts'
import { IconButton } from '../../../../ui/button.tsx'
import { trackClock, useFormatter } from '../../../../ui/text.ts'
import { WAVE_HEIGHT, WAVE_WIDTH, wavePath } from '../../../../ui/wave-path.ts'
import { useCreate } from '../../create-context.ts'
import { useAsset, useReturnedFocus } from './result-tile.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import parts from '../../../../ui/parts.module.css'
import styles from './tiles.module.css'
import u from '#renderer/ui/utilities.module.css'

export interface AudioTileProps {
  readonly assetId: string
  readonly prompt: string
}

const STEP_SECONDS = 5

export function AudioTile({ assetId, prompt }: AudioTileProps) {
  const { text } = useFormatter()
  const { onOpenAsset } = useCreate()
  const asset = useAsset(assetId)
  const peaks = usePeaks(asset)
  const track = useTrack({ assetId, title: prompt }, (asset?.durationMs ?? 0) / 1_000)
  const opener = useReturnedFocus(assetId)
  const { isPlaying, timeSeconds: time, lengthSeconds: length } = track

  return (
    <div className={classNames(u.row, u.gap10, u.corner, u.well, styles.audio)}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={text(isPlaying ? 'feed.pause' : 'feed.play', { prompt })}
        onPress={track.toggle}
      />
      <Waveform peaks={peaks} prompt={prompt} time={time} length={length} onGo={track.seek} />
      <span className={classNames(parts.quiet, parts.digits)}>
        {trackClock(time)} / {trackClock(length)}
      </span>
      <IconButton
        ref={opener}
        icon={Maximize2}
        label={text('create.openResult', { prompt })}
        onPress={() => onOpenAsset(assetId)}
      />
    </div>
  )
}

interface WaveformProps {
  readonly peaks: Parameters<typeof wavePath>[0]
  readonly prompt: string
  /** In seconds, as the length. */
  readonly time: number
  readonly length: number
  onGo(seconds: number): void
}

/** What was played is marked; a press goes there. */
function Waveform({ peaks, prompt, time, length, onGo }: WaveformProps) {
  const { text, duration } = useFormatter()
  const clip = useId()
  const path = wavePath(peaks)
  return (
    <div className={classNames(u.relative, u.grow, u.narrows, u.corner, styles.waveBox)}>
      <svg
        viewBox={`0 0 ${WAVE_WIDTH} ${WAVE_HEIGHT}`}
        preserveAspectRatio="none"
        className={styles.wave}
        aria-hidden
      >
        <path d={path} fill="currentColor" />
        <clipPath id={clip}>
          <rect width={length > 0 ? (time / length) * WAVE_WIDTH : 0} height={WAVE_HEIGHT} />
        </clipPath>
        <path d={path} fill="currentColor" className={u.strong} clipPath={`url(#${clip})`} />
      </svg>
      <input
        type="range"
        className={classNames(u.absolute, u.wide, u.tall, styles.slider)}
        min={0}
        max={Math.max(length, 0.1)}
        step={0.1}
        value={time}
        aria-label={text('feed.position', { prompt })}
        aria-valuetext={duration(time * 1_000)}
        onChange={(event) => onGo(Number(event.currentTarget.value))}
        onKeyDown={(event) => {
          const step = { ArrowLeft: -STEP_SECONDS, ArrowRight: STEP_SECONDS }[event.key]
          if (step === undefined) return
          event.preventDefault()
          onGo(time + step)
        }}
      />
    </div>
  )
}
