/** Play, step, seek, mute and speed, for one or several elements in sync. */
import { Pause, Play, StepBack, StepForward, Volume2, VolumeX } from 'lucide-react'
import { useStore } from 'zustand'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { useWords } from '../../../ui/text.ts'
import type { PlaybackStore } from './playback.ts'
import styles from './stage.module.css'

const RATES = [1, 0.5, 0.25, 2]

export interface PlaybackControlsProps {
  /** The time of the first is shown; the others follow it. */
  readonly playbacks: readonly PlaybackStore[]
  readonly hasFrames: boolean
}

export function PlaybackControls({ playbacks, hasFrames }: PlaybackControlsProps) {
  const [lead] = playbacks
  return lead === undefined ? null : <Controls lead={lead} playbacks={playbacks} hasFrames={hasFrames} />
}

function Controls({ lead, playbacks, hasFrames }: PlaybackControlsProps & { readonly lead: PlaybackStore }) {
  const { text } = useWords()
  const { isPlaying, timeSeconds, lengthSeconds, isMuted, rate } = useStore(lead)
  const all = playbacks.map((playback) => playback.getState())
  const toggle = (): void => {
    for (const playback of all) if (playback.isPlaying === isPlaying) playback.toggle()
  }
  return (
    <div className={styles.controls}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={text(isPlaying ? 'viewer.pause' : 'viewer.play')}
        shortcut="Space"
        onPress={toggle}
      />
      {hasFrames && (
        <>
          <IconButton
            icon={StepBack}
            label={text('viewer.frameBack')}
            shortcut=","
            onPress={() => all.forEach((playback) => playback.step(-1))}
          />
          <IconButton
            icon={StepForward}
            label={text('viewer.frameOn')}
            shortcut="."
            onPress={() => all.forEach((playback) => playback.step(1))}
          />
        </>
      )}
      <Slider
        label={text('viewer.position')}
        max={Math.max(lengthSeconds, 0.001)}
        step={0.001}
        value={Math.min(timeSeconds, lengthSeconds)}
        isFilled
        onChange={(value) => all.forEach((playback) => playback.seek(value))}
        className={styles.slider}
      />
      <span className={styles.time}>
        {clock(timeSeconds, hasFrames)} / {clock(lengthSeconds, hasFrames)}
      </span>
      <Button
        kind="quiet"
        aria-label={text('viewer.rateOf', { rate })}
        onPress={() => {
          const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1
          all.forEach((playback) => playback.setRate(next))
        }}
      >
        {text('viewer.rateShort', { rate })}
      </Button>
      <IconButton
        icon={isMuted ? VolumeX : Volume2}
        label={text(isMuted ? 'viewer.unmute' : 'viewer.mute')}
        shortcut="M"
        onPress={() => all.forEach((playback) => playback.setMuted(!isMuted))}
      />
    </div>
  )
}

/** m:ss, with hundredths where frames are stepped. */
function clock(seconds: number, isExact: boolean): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds - minutes * 60
  return `${minutes}:${isExact ? rest.toFixed(2).padStart(5, '0') : String(Math.floor(rest)).padStart(2, '0')}`
}
