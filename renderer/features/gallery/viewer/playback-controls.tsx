/** Play, step, seek, mute and speed, for one or several elements in sync, and the keys for it. */
import { Pause, Play, StepBack, StepForward, VolumeX } from '#renderer/icons.tsx'
import { Volume2 } from '../icons.tsx'
import { type ReactNode, useEffect } from 'react'
import { useStore } from 'zustand'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { isSoundOn } from '../../../bridge/stores/sound.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useKeys } from '../../../ui/use-keys.ts'
import type { PlaybackStore } from './playback.ts'
import styles from './stage.module.css'
import { OVER_WINDOW } from './window.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

const RATES = [1, 0.5, 0.25, 2]

export interface PlaybackControlsProps {
  /** The time of the first is shown; the others follow it. */
  readonly playbacks: readonly PlaybackStore[]
  readonly hasFrames: boolean
  /** More controls. */
  readonly children?: ReactNode
}

export function PlaybackControls(props: PlaybackControlsProps) {
  const [lead] = props.playbacks
  return lead === undefined ? null : <Controls lead={lead} {...props} />
}

function Controls(props: PlaybackControlsProps & { readonly lead: PlaybackStore }) {
  const { lead, playbacks, hasFrames, children } = props
  const { text } = useFormatter()
  const { isPlaying, timeSeconds, lengthSeconds, isMuted, rate } = useStore(lead)
  const { sound } = useHost()
  useChosenSound(playbacks)
  return (
    <div className={classNames(u.row, u.relative, u.gap6, styles.controls)}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={text(isPlaying ? 'viewer.pause' : 'viewer.play')}
        shortcut="Space"
        onPress={() => toggleAll(playbacks)}
      />
      {hasFrames && (
        <>
          <IconButton
            icon={StepBack}
            label={text('viewer.frameBack')}
            shortcut=","
            onPress={() => playbacks.forEach((playback) => playback.step(-1))}
          />
          <IconButton
            icon={StepForward}
            label={text('viewer.frameOn')}
            shortcut="."
            onPress={() => playbacks.forEach((playback) => playback.step(1))}
          />
        </>
      )}
      <Slider
        label={text('viewer.position')}
        max={Math.max(lengthSeconds, 0.001)}
        step={0.001}
        value={Math.min(timeSeconds, lengthSeconds)}
        isFilled
        onChange={(value) => playbacks.forEach((playback) => playback.seek(value))}
        className={styles.slider}
      />
      <span className={classNames(u.quiet, u.digits, u.oneLine)}>
        {clock(timeSeconds, hasFrames)} / {clock(lengthSeconds, hasFrames)}
      </span>
      <Button
        kind="quiet"
        aria-label={text('viewer.rateOf', { rate })}
        onPress={() => {
          const next = RATES[(RATES.indexOf(rate) + 1) % RATES.length] ?? 1
          playbacks.forEach((playback) => playback.setRate(next))
        }}
      >
        {text('viewer.rateShort', { rate })}
      </Button>
      <IconButton
        icon={isMuted ? VolumeX : Volume2}
        label={text(isMuted ? 'viewer.unmute' : 'viewer.mute')}
        shortcut="M"
        onPress={() => void sound.setOn(isMuted)}
      />
      {children}
    </div>
  )
}

/** As it was chosen last, in whichever view. */
function useChosenSound(playbacks: readonly PlaybackStore[]): void {
  const isOn = useHostState('sound', isSoundOn)
  const load = useHostState('sound', (state) => state.load)
  useEffect(() => void load(), [load])
  useEffect(() => {
    for (const playback of playbacks) playback.setMuted(!isOn)
  }, [playbacks, isOn])
}

/** Plays all or none, as the first does. */
function toggleAll(playbacks: readonly PlaybackStore[]): void {
  const isPlaying = playbacks[0]?.getState().isPlaying
  for (const playback of playbacks) if (playback.getState().isPlaying === isPlaying) playback.toggle()
}

/** Space plays, except on a button, which it presses; comma and full stop step frames, M mutes. */
export function usePlaybackKeys(playbacks: readonly PlaybackStore[]): void {
  const step = (frames: 1 | -1) => () => playbacks.forEach((playback) => playback.step(frames))
  const { sound } = useHost()
  const mute = (): void => void sound.setOn(!isSoundOn(sound.getState()))
  const hasAny = playbacks.length > 0
  useKeys(hasAny ? { ',': step(-1), '.': step(1), m: mute } : {}, OVER_WINDOW)
  useKeys(hasAny ? { ' ': () => toggleAll(playbacks) } : {}, `${OVER_WINDOW}, button`)
}

/** m:ss, with hundredths where frames are stepped. */
function clock(seconds: number, isExact: boolean): string {
  const minutes = Math.floor(seconds / 60)
  const rest = seconds - minutes * 60
  return `${minutes}:${isExact ? rest.toFixed(2).padStart(5, '0') : String(Math.floor(rest)).padStart(2, '0')}`
}
