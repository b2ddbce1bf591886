/** Some results of a batch beside each other, each in the place that was kept for it. */
import { memo } from 'react'
import { AudioTile } from './tiles/audio-tile.tsx'
import { ResultTile } from './tiles/result-tile.tsx'
import { TileFrame } from './tiles/tile-frame.tsx'
import { WaitingTile } from './tiles/waiting-tile.tsx'
import styles from './feed.module.css'
import type { FeedRow, Tile } from './feed-rows.ts'

export function TileRow({ row }: { readonly row: Extract<FeedRow, { readonly kind: 'tiles' | 'audio' }> }) {
  if (row.kind === 'audio')
    return (
      <div className={styles.audio}>
        <Place tile={row.tile} isSmall={false} />
      </div>
    )
  const { tiles, tile: size } = row
  return (
    <div className={styles.tiles}>
      {tiles.map((tile) => (
        <div key={tile.key} style={{ inlineSize: size.width, blockSize: size.height }}>
          <Place tile={tile} isSmall={size.height < 260 && size.width < 260} />
        </div>
      ))}
    </div>
  )
}

interface PlaceProps {
  readonly tile: Tile
  readonly isSmall: boolean
  /** What stands there, where that is more telling than the prompt. */
  readonly name?: string
  /** There is no room for actions. */
  readonly isTooSmall?: boolean
}

/** Rows are laid out anew with every change of a task; what stands in most of their places stays as it is. */
export const Place = memo(
  function Place({ tile: { assetId, task }, isSmall, name, isTooSmall = false }: PlaceProps) {
    const { mediaType } = task.request
    const prompt = name ?? task.request.prompt ?? ''
    if (assetId === null) return <WaitingTile task={task} isSmall={isSmall} />
    const isMusic = mediaType === 'music'
    const inFeed = isMusic ? 'beside' : isSmall ? 'short' : 'whole'
    const bar = isTooSmall || (isMusic && name !== undefined) ? 'none' : inFeed
    return (
      <TileFrame assetId={assetId} prompt={prompt} bar={bar}>
        {isMusic ? (
          <AudioTile assetId={assetId} prompt={prompt} />
        ) : (
          <ResultTile assetId={assetId} prompt={prompt} mediaType={mediaType} isSmall={isSmall} />
        )}
      </TileFrame>
    )
  },
  (before, after) =>
    before.tile.task === after.tile.task &&
    before.tile.assetId === after.tile.assetId &&
    before.isSmall === after.isSmall &&
    before.isTooSmall === after.isTooSmall,
)
