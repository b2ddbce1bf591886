/** Two results side by side. Nothing in it names their models, unless the vote has been given. */
import { Check, Pause, Play } from '#renderer/icons.tsx'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { ArenaModel, ArenaPair, ArenaSide } from '#contract/arena.ts'
import { useModelLabel } from '../../bridge/host.tsx'
import { mediaUrl } from '../../bridge/media.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import parts from '../../ui/parts.module.css'
import { Segmented } from '../../ui/segmented.tsx'
import { Slider } from '../../ui/slider.tsx'
import { trackClock, useFormatter } from '../../ui/text.ts'
import styles from './arena.module.css'
import type { PlaybackStore, Side } from './playback.ts'
import type { Told } from './voting.ts'
import u from '#renderer/ui/utilities.module.css'

export interface PairViewProps {
  readonly pair: ArenaPair
  readonly playback: PlaybackStore
  readonly told: Told | null
  /** The files of a pair that comes later are loaded out of sight. */
  readonly isShown: boolean
  /** One of the two cannot be shown. */
  onBroken(): void
}

export function PairView({ pair, playback, told, isShown, onBroken }: PairViewProps) {
  return (
    <div className={classNames(u.grid, u.gap6, u.shortens, styles.pair)} dir="ltr" hidden={!isShown}>
      {(['left', 'right'] as const).map((side) => (
        <Pane
          key={pair[side].assetId}
          side={side}
          asset={pair[side]}
          playback={isShown ? playback : null}
          model={told?.[side] ?? null}
          isPreferred={told?.preferred === side || told?.preferred === 'both'}
          onBroken={onBroken}
        />
      ))}
    </div>
  )
}

interface PaneProps {
  readonly side: Side
  readonly asset: ArenaSide
  readonly playback: PlaybackStore | null
  readonly model: ArenaModel | null
  readonly isPreferred: boolean
  onBroken(): void
}

function Pane({ side, asset, playback, model, isPreferred, onBroken }: PaneProps) {
  const { text } = useFormatter()
  const labelOf = useModelLabel()
  const name = text(`arena.${side}`)
  return (
    <figure className={classNames(u.grid, u.shortens, styles.pane, isPreferred && styles.preferred)}>
      <div className={classNames(u.centered, u.relative, u.shortens, u.well, u.quiet, styles.media)}>
        {asset.kind === 'image' ? (
          <img src={mediaUrl(asset.assetId)} alt={name} draggable={false} onError={onBroken} />
        ) : (
          <Player side={side} asset={asset} name={name} playback={playback} onBroken={onBroken} />
        )}
      </div>
      <figcaption className={classNames(u.row, u.gap6, styles.caption)}>
        {isPreferred && <Check size={16} aria-hidden />}
        {model === null ? (
          <span className={parts.quiet}>{name}</span>
        ) : (
          <span className={classNames(u.narrows, u.breaks, u.bold)}>
            {labelOf(model.model, model.provider)} <span className={parts.quiet}>{model.provider}</span>
          </span>
        )}
      </figcaption>
    </figure>
  )
}

interface PlayerProps extends Pick<PaneProps, 'side' | 'asset' | 'playback' | 'onBroken'> {
  readonly name: string
}

function Player({ side, asset, name, playback, onBroken }: PlayerProps) {
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  useEffect(
    () => (element.current === null ? undefined : playback?.attach(side, element.current)),
    [playback, side],
  )
  const media = {
    ref: element,
    src: mediaUrl(asset.assetId),
    preload: 'auto',
    loop: true,
    muted: true,
    'aria-label': name,
    onError: onBroken,
  }
  if (asset.kind === 'audio')
    return (
      <>
        {playback !== null && <ListenButton side={side} playback={playback} />}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated music comes without captions */}
        <audio {...media} />
      </>
    )
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no captions
  return <video {...media} playsInline />
}

/** From where the other one stands. */
function ListenButton({ side, playback }: { readonly side: Side; readonly playback: PlaybackStore }) {
  const { text } = useFormatter()
  const isHeard = useStore(playback, ({ heard, isPlaying }) => isPlaying && heard === side)
  return (
    <Button
      icon={isHeard ? Pause : Play}
      className={styles.choice}
      onPress={isHeard ? playback.toggle : () => playback.listen(side)}
    >
      {text(isHeard ? `arena.pause.${side}` : `arena.listen.${side}`)}
      <kbd aria-hidden>{side === 'left' ? 1 : 2}</kbd>
    </Button>
  )
}

/** One place in time for both, and whose sound is heard. */
export function PairControls({ playback }: { readonly playback: PlaybackStore }) {
  const { text } = useFormatter()
  const { isPlaying, heard, timeSeconds, lengthSeconds } = useStore(playback)
  return (
    <div className={classNames(u.row, u.wrap, styles.controls)}>
      <IconButton
        icon={isPlaying ? Pause : Play}
        label={text(isPlaying ? 'arena.pause' : 'arena.play')}
        shortcut={text('arena.play.key')}
        onPress={playback.toggle}
      />
      <Slider
        label={text('arena.position')}
        max={Math.max(lengthSeconds, 0.1)}
        step={0.1}
        value={Math.min(timeSeconds, lengthSeconds)}
        isFilled
        onChange={playback.seek}
        className={styles.slider}
      />
      <span className={classNames(u.quiet, u.digits)}>
        {trackClock(timeSeconds)} / {trackClock(lengthSeconds)}
      </span>
      <Segmented
        label={text('arena.sound')}
        value={heard ?? 'off'}
        onChange={(value) => playback.listen(value === 'off' ? null : value)}
        options={[
          { value: 'left', label: text('arena.left') },
          { value: 'off', label: text('arena.silent') },
          { value: 'right', label: text('arena.right') },
        ]}
      />
    </div>
  )
}
