/** The media itself, as large as there is room. */
import { AudioLines, FileQuestion } from '#renderer/icons.tsx'
import { FileX, RotateCw } from '../icons.tsx'
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { useStore } from 'zustand'
import type { Asset } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { mediaUrl } from '../../../bridge/media.ts'
import { usePeaks } from '../../../bridge/use-preview.ts'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import parts from '#renderer/ui/parts.module.css'
import { StateMessage } from '../../../ui/state-message.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { wavePath, WAVE_HEIGHT, WAVE_WIDTH } from '../../../ui/wave-path.ts'
import { FrameMenu, type FrameUses } from './frame-menu.tsx'
import { createPlayback, type PlaybackStore } from './playback.ts'
import { PlaybackControls, usePlaybackKeys } from './playback-controls.tsx'
import styles from './stage.module.css'
import { TextStage } from './text-stage.tsx'
import { ZoomableImage, type SharedView } from './zoomable-image.tsx'
import u from '#renderer/ui/utilities.module.css'

export interface StageProps {
  readonly asset: Asset
  /** Of assets that are compared, which are zoomed and played as one. */
  readonly shared?: SharedView & { readonly playback: PlaybackStore }
  /** Absent where frames cannot be taken out. */
  readonly frames?: FrameUses
  /** A video ends, instead of beginning again. */
  readonly playsOnce?: boolean
}

export function Stage({ asset, shared, frames, playsOnce = false }: StageProps) {
  const { text } = useFormatter()
  const name = asset.title || asset.prompt || text('gallery.untitled')
  if (asset.unreadable === true) return <Unreadable key={asset.id} asset={asset} />
  switch (asset.kind) {
    case 'image':
      return <ZoomableImage asset={asset} name={name} {...(shared !== undefined && { shared })} />
    case 'video':
    case 'audio':
      if (shared === undefined)
        return <PlayerStage asset={asset} name={name} frames={frames} playsOnce={playsOnce} />
      return (
        <>
          {asset.kind === 'audio' && <AudioLines size={32} aria-hidden />}
          <Player asset={asset} name={name} playback={shared.playback} />
        </>
      )
    case 'text':
      return <TextStage asset={asset} name={name} />
    case 'model3d':
    case 'other':
      return (
        <div className={classNames(u.centered, u.tall, styles.stage)}>
          <p className={classNames(parts.wrap, parts.quiet)}>
            <FileQuestion size={18} aria-hidden /> {text('viewer.noPreview', { type: asset.mimeType })}
          </p>
        </div>
      )
  }
}

/** Whoever opened it was stopped, and so would the page be. */
function Unreadable({ asset }: Pick<StageProps, 'asset'>) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const [isReading, setReading] = useState(false)
  const [note, setNote] = useState<string | null>(null)
  async function readAgain(): Promise<void> {
    setReading(true)
    const response = await bridge.call('library.readAgain', { id: asset.id })
    // What could be read is shown in place of this: the host announces the change.
    if (!response.ok) setNote(response.error.message)
    else if (response.data.unreadable === true) setNote(text('viewer.unreadable.still'))
    setReading(false)
  }
  return (
    <div className={classNames(u.centered, u.tall, styles.stage)}>
      <StateMessage
        icon={FileX}
        title={text('gallery.unreadable')}
        action={
          <Button icon={RotateCw} isPending={isReading} onPress={() => void readAgain()}>
            {text('viewer.readAgain')}
          </Button>
        }
      >
        <p>{text('viewer.unreadable')}</p>
        {(isReading || note !== null) && (
          <Status>{isReading ? text('viewer.readAgain.reading') : note}</Status>
        )}
      </StateMessage>
    </div>
  )
}

interface PlayerProps {
  readonly asset: Asset
  readonly name: string
  readonly playback: PlaybackStore
  readonly playsAtOnce?: boolean
  readonly playsOnce?: boolean
}

interface PlayerStageProps extends Pick<PlayerProps, 'asset' | 'name'> {
  readonly frames: FrameUses | undefined
  readonly playsOnce: boolean
}

/** With our own controls below it. */
function PlayerStage({ asset, name, frames, playsOnce }: PlayerStageProps) {
  const [playback] = useState(createPlayback)
  const [playbacks] = useState([playback])
  usePlaybackKeys(playbacks)
  const player = <Player {...{ asset, name, playback, playsOnce }} playsAtOnce />
  const isVideo = asset.kind === 'video'
  return (
    <div className={classNames(u.grid, u.tall, styles.playbackStage)}>
      {isVideo ? (
        player
      ) : (
        <div className={styles.audio}>
          <Waveform asset={asset} playback={playback} />
          {player}
        </div>
      )}
      <PlaybackControls playbacks={playbacks} hasFrames={isVideo}>
        {isVideo && frames !== undefined && <FrameMenu asset={asset} playback={playback} {...frames} />}
      </PlaybackControls>
    </div>
  )
}

/** A video or audio element without controls. */
function Player({ asset, name, playback, playsAtOnce = false, playsOnce = false }: PlayerProps) {
  const element = useRef<HTMLVideoElement & HTMLAudioElement>(null)
  useEffect(() => (element.current === null ? undefined : playback.attach(element.current)), [playback])
  const media = { ref: element, src: mediaUrl(asset.id), autoPlay: playsAtOnce, 'aria-label': name }
  // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated music comes without captions
  if (asset.kind === 'audio') return <audio {...media} />
  const { width, height } = asset
  return (
    // oxlint-disable-next-line jsx-a11y/media-has-caption -- generated videos have no captions
    <video
      {...media}
      loop={!playsOnce}
      playsInline
      className={styles.video}
      {...(width !== undefined && height !== undefined ? { width, height } : {})}
      onClick={playback.toggle}
    />
  )
}

/** A press seeks. The slider below does the same with the keyboard, and has a name. */
function Waveform({ asset, playback }: Pick<PlayerProps, 'asset' | 'playback'>) {
  const path = wavePath(usePeaks(asset))
  const played = useStore(playback, ({ timeSeconds, lengthSeconds }) =>
    lengthSeconds > 0 ? timeSeconds / lengthSeconds : 0,
  )
  function seekTo(event: PointerEvent<SVGSVGElement>): void {
    if (event.type === 'pointermove' && event.buttons !== 1) return
    const box = event.currentTarget.getBoundingClientRect()
    playback.seek(((event.clientX - box.left) / box.width) * playback.getState().lengthSeconds)
  }
  return (
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
      <path d={path} fill="currentColor" className={u.strong} clipPath={`url(#played-${asset.id})`} />
    </svg>
  )
}
