/** What plays while its own controls are out of sight. */
import { Maximize2, Pause, Play, X } from '#renderer/icons.tsx'
import { useHost, useHostState } from '../bridge/host.tsx'
import { IconButton } from '../ui/button.tsx'
import { classNames } from '../ui/class-names.ts'
import parts from '../ui/parts.module.css'
import { Slider } from '../ui/slider.tsx'
import { trackClock, useFormatter } from '../ui/text.ts'
import styles from './app.module.css'

export function PlayerBar({ onOpenAsset }: { onOpenAsset(assetId: string): void }) {
  const { text } = useFormatter()
  const { player } = useHost()
  const { track, isPlaying, timeSeconds, lengthSeconds, shownIn } = useHostState('player', (state) => state)
  if (track === null || shownIn > 0) return null
  return (
    <section className={styles.player} aria-label={text('player.title')}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={text(isPlaying ? 'player.pause' : 'feed.play', { prompt: track.title })}
        onPress={() => player.toggle(track)}
      />
      <span className={classNames(parts.line, styles.track)}>{track.title}</span>
      <Slider
        label={text('feed.position', { prompt: track.title })}
        value={timeSeconds}
        max={Math.max(lengthSeconds, 0.1)}
        step={0.1}
        isFilled
        onChange={(seconds) => player.seek(track.assetId, seconds)}
      />
      <span className={classNames(parts.quiet, parts.digits)}>
        {trackClock(timeSeconds)} / {trackClock(lengthSeconds)}
      </span>
      <IconButton
        icon={Maximize2}
        label={text('create.openResult', { prompt: track.title })}
        onPress={() => onOpenAsset(track.assetId)}
      />
      <IconButton icon={X} label={text('player.close')} onPress={player.close} />
    </section>
  )
}
