/** One result in its place: an image, a video that plays under the pointer, or the sign of its kind. */
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import parts from '../../../../ui/parts.module.css'
import { stateWords } from '../../../../ui/task-state.tsx'
import { timeRange, type TimeRange } from '../../../../ui/time-range.ts'
import { useNow } from '../../../../ui/use-now.ts'
import { FileQuestion, Film, Play, Dices, ImageUp, Repeat2, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Button } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useAsset as useKnownAsset, useHost } from '../../../../bridge/host.tsx'
import { mediaUrl, thumbUrl } from '../../../../bridge/media.ts'
import { usePreview } from '../../../../bridge/use-preview.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { useWords } from '../../../../ui/text.ts'
import styles from './tiles.module.css'
import { IconButton } from '../../../../ui/button.tsx'
import { InputMenu } from '../../../../ui/input-menu.tsx'
import { useCreate } from '../../create-context.ts'

/** Above this the thumbnail stands in for the image itself. */
const LARGE_BYTES = 12_000_000

export interface ResultTileProps {
  readonly assetId: string
  readonly prompt: string
  readonly mediaType: string
  /** The thumbnail is enough. */
  readonly isSmall?: boolean
}

export function ResultTile({ assetId, prompt, mediaType, isSmall = false }: ResultTileProps) {
  const { text } = useWords()
  const { onOpenAsset } = useCreate()
  const asset = useAsset(assetId)
  const [isWatched, setWatched] = useState(false)
  const media = { assetId, asset, prompt }
  const isUnreadable = asset?.unreadable === true
  const shown = mediaType === 'video' ? 'video' : mediaType === 'music' ? 'audio' : 'image'
  const kind = isUnreadable ? 'other' : (asset?.kind ?? shown)
  return (
    <Button
      className={classNames(styles.tile)}
      onPress={() => onOpenAsset(assetId)}
      onHoverChange={setWatched}
      onFocusChange={setWatched}
      aria-label={text('create.openResult', { prompt })}
    >
      {kind === 'image' && <ImageResult {...media} isSmall={isSmall} />}
      {kind === 'video' && <VideoResult {...media} isWatched={isWatched} />}
      {kind !== 'image' && kind !== 'video' && <FileQuestion size={18} aria-hidden />}
      {isUnreadable && <span>{text('gallery.unreadable')}</span>}
    </Button>
  )
}

/** The asset as the host tells it; undefined until it has. */
export function useAsset(assetId: string): Asset | undefined {
  const { assets } = useHost()
  useEffect(() => void assets.need(assetId), [assets, assetId])
  return useKnownAsset(assetId)
}

interface MediaProps {
  readonly assetId: string
  readonly asset: Asset | undefined
  readonly prompt: string
}

function ImageResult({ assetId, asset, prompt, isSmall }: MediaProps & { readonly isSmall: boolean }) {
  const [isMissing, setMissing] = useState(false)
  if (isMissing) return <Sign icon={FileQuestion} name={prompt} />
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

/** In place of an image that is not there, or not yet. */
function Sign({ icon: Icon, name }: { readonly icon: LucideIcon; readonly name: string }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- there is no image to show, only a sign for its kind
    <span role="img" aria-label={name}>
      <Icon size={18} aria-hidden />
    </span>
  )
}

/** The poster, which the page makes where there is none; the video itself while the pointer or the focus is on it. */
function VideoResult({ assetId, asset, prompt, isWatched }: MediaProps & { readonly isWatched: boolean }) {
  const { duration } = useWords()
  const { address, onMissing } = usePreview(assetId, thumbUrl(assetId))
  const length = asset?.durationMs
  return (
    <>
      {address === null ? (
        <Sign icon={Film} name={prompt} />
      ) : (
        <img src={address} alt={prompt} decoding="async" onError={onMissing} />
      )}
      {isWatched ? (
        <video src={mediaUrl(assetId)} className={styles.over} autoPlay muted loop playsInline aria-hidden />
      ) : (
        <span className={parts.badge} aria-hidden>
          <Play size={12} fill="currentColor" /> {length !== undefined && duration(length)}
        </span>
      )}
    </>
  )
}

export interface TileActionsProps {
  readonly assetId: string
  readonly prompt: string
}

export function TileActions({ assetId, prompt }: TileActionsProps) {
  const { text } = useWords()
  const { remix, vary, startFrom } = useCreate().reuse.getState()
  const asset = useAsset(assetId)
  if (asset === undefined) return null
  return (
    <div role="toolbar" aria-label={text('feed.tile.actions', { prompt })} className={parts.row}>
      <IconButton icon={Repeat2} label={text('feed.tile.remix')} onPress={() => void remix({ asset })} />
      <IconButton icon={Dices} label={text('feed.tile.vary')} onPress={() => void vary({ asset })} />
      <InputMenu kinds={[asset.kind]} onChoose={(scene) => void startFrom([asset], scene)}>
        <IconButton icon={ImageUp} label={text('viewer.useAsInput')} />
      </InputMenu>
    </div>
  )
}

export interface WithTileActionsProps extends TileActionsProps {
  readonly children: ReactNode
  /** There is no room for them. */
  readonly isTooSmall?: boolean
}

/** An image or a video with its actions over it. They are made when the first one comes near: a feed holds hundreds. */
export function WithTileActions({ children, isTooSmall = false, ...tile }: WithTileActionsProps) {
  const [isMade, setMade] = useState(false)
  return (
    <div className={parts.whole} onPointerEnter={() => setMade(true)} onFocus={() => setMade(true)}>
      {children}
      {isMade && !isTooSmall && (
        <div className={styles.actionsOver}>
          <TileActions {...tile} />
        </div>
      )}
    </div>
  )
}

export function WaitingTile({ task, isSmall = false }: { readonly task: Task; readonly isSmall?: boolean }) {
  const { text, duration, clock } = useWords()
  const isWorking = task.state !== 'queued' && isOpen(task.state)
  const now = useNow(1_000, isOpen(task.state))
  const { notBefore, error } = task
  const usual = useUsual(task)
  const notes = [
    isWorking && duration(now - (task.sentAt ?? task.createdAt)),
    task.state === 'running' && task.slow === true && text('task.slower'),
    task.state === 'running' &&
      task.slow !== true &&
      usual !== null &&
      text(usual.from === usual.to ? 'feed.usually.about' : 'feed.usually', { ...usual }),
    task.state === 'queued' &&
      notBefore !== undefined &&
      notBefore > now &&
      text('task.notBefore', { clock: clock(notBefore) }),
  ]
  return (
    <div className={classNames(styles.tile, styles.waiting, isWorking && styles.working)}>
      <span className={styles.words}>
        {text(stateWords(task.state))}
        {notes.map(
          (note, index) =>
            note !== false && (
              // oxlint-disable-next-line react/no-array-index-key -- each note has its place
              <span key={index} className={classNames(parts.quiet, parts.digits)}>
                {note}
              </span>
            ),
        )}
        {!isSmall && error !== undefined && (
          <span className={classNames(parts.quiet, parts.lines, styles.why)}>{error.message}</span>
        )}
      </span>
    </div>
  )
}

/** As first told: what is told later is of those alone that took as long as this one, and would move away from the reader. */
function useUsual({ eta, sentAt }: Task): TimeRange | null {
  const told =
    eta === undefined || sentAt === undefined ? null : timeRange(eta.p50At - sentAt, eta.p90At - sentAt)
  const [first, setFirst] = useState(told)
  if (first === null && told !== null) setFirst(told)
  return first ?? told
}
