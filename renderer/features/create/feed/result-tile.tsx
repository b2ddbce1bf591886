/** The place of one result: first what is happening, then the media itself. */
import { AudioLines, FileQuestion } from 'lucide-react'
import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import type { Asset } from '#contract/asset.ts'
import type { Task } from '#contract/task.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { mediaUrl, thumbUrl } from '../../../bridge/media.ts'
import { classNames } from '../../../ui/class-names.ts'
import { stateWords, useEtaWords } from '../../../ui/task-state.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './result-tile.module.css'

/** Above this the thumbnail stands in for the picture itself. */
const LARGE_BYTES = 12_000_000

export function WaitingTile({ task, now }: { readonly task: Task; readonly now: number }) {
  const { text, duration, clock } = useWords()
  const { notBefore, error } = task
  const eta = useEtaWords(task, now)
  const since = task.sentAt ?? task.createdAt
  const isWorking = task.state === 'running' || task.state === 'sending' || task.state === 'saving'
  return (
    <div className={classNames(styles.tile, styles.waiting, isWorking && styles.working)}>
      <span className={styles.words}>
        {text(stateWords(task.state))}
        {isWorking && <span className={styles.time}>{duration(now - since)}</span>}
        {eta !== null && <span className={styles.time}>{eta}</span>}
        {task.state === 'queued' && notBefore !== undefined && notBefore > now && (
          <span className={styles.time}>{text('task.notBefore', { clock: clock(notBefore) })}</span>
        )}
        {error !== undefined && <span className={styles.why}>{error.message}</span>}
      </span>
    </div>
  )
}

export interface ResultTileProps {
  readonly assetId: string
  readonly prompt: string
  readonly mediaType: string
  onOpen(assetId: string): void
}

export function ResultTile({ assetId, prompt, mediaType, onOpen }: ResultTileProps) {
  const { text } = useWords()
  const { assets } = useHost()
  const asset = useHostState(
    (host) => host.assets,
    (state) => state.assets[assetId],
  )
  useEffect(() => assets.getState().need(assetId), [assets, assetId])
  const kind = asset?.kind ?? (mediaType === 'video' ? 'video' : mediaType === 'music' ? 'audio' : 'image')
  const shape =
    asset?.width !== undefined && asset.height !== undefined
      ? { aspectRatio: asset.width / asset.height }
      : {}
  if (kind === 'audio')
    return (
      <div className={classNames(styles.audio)}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- generated music comes without captions */}
        <audio src={mediaUrl(assetId)} controls preload="metadata" aria-label={prompt} />
        <Button className={classNames(styles.open)} onPress={() => onOpen(assetId)}>
          <AudioLines size={18} aria-hidden /> {text('action.open')}
        </Button>
      </div>
    )
  return (
    <Button
      className={classNames(styles.tile)}
      style={shape}
      onPress={() => onOpen(assetId)}
      aria-label={text('create.openResult', { prompt })}
    >
      <Media assetId={assetId} asset={asset} kind={kind} prompt={prompt} />
    </Button>
  )
}

interface MediaProps {
  readonly assetId: string
  readonly asset: Asset | undefined
  readonly kind: Asset['kind']
  readonly prompt: string
}

function Media({ assetId, asset, kind, prompt }: MediaProps) {
  if (kind === 'image') {
    const isLarge = (asset?.sizeBytes ?? 0) > LARGE_BYTES
    return <img src={isLarge ? thumbUrl(assetId) : mediaUrl(assetId)} alt={prompt} decoding="async" />
  }
  if (kind === 'video')
    return (
      <video
        src={mediaUrl(assetId)}
        poster={thumbUrl(assetId)}
        muted
        loop
        playsInline
        preload="metadata"
        onPointerEnter={(event) => void event.currentTarget.play().catch(() => undefined)}
        onPointerLeave={(event) => event.currentTarget.pause()}
      />
    )
  return <FileQuestion size={18} aria-hidden />
}
