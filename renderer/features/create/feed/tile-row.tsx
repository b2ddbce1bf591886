/** Some results of a batch beside each other, each in the place that was kept for it. */
import { memo } from 'react'
import { AudioTile } from './tiles/audio-tile.tsx'
import { ResultTile, TileActions, WaitingTile, WithTileActions } from './tiles/result-tile.tsx'
import styles from './feed.module.css'
import type { FeedRow, Tile } from './feed-rows.ts'

export interface TileRowProps {
  readonly row: Extract<FeedRow, { readonly kind: 'tiles' | 'audio' }>
}

export function TileRow({ row }: TileRowProps) {
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
}

/** Rows are laid out anew with every change of a task; what stands in most of their places stays as it is. */
const Place = memo(
  function Place({ tile: { assetId, task }, isSmall }: PlaceProps) {
    const { prompt = '', mediaType } = task.request
    if (assetId === null) return <WaitingTile task={task} isSmall={isSmall} />
    if (mediaType === 'music')
      return (
        <AudioTile assetId={assetId} prompt={prompt}>
          <TileActions assetId={assetId} prompt={prompt} />
        </AudioTile>
      )
    return (
      <WithTileActions assetId={assetId} prompt={prompt}>
        <ResultTile assetId={assetId} prompt={prompt} mediaType={mediaType} isSmall={isSmall} />
      </WithTileActions>
    )
  },
  (before, after) =>
    before.tile.task === after.tile.task &&
    before.tile.assetId === after.tile.assetId &&
    before.isSmall === after.isSmall,
)
