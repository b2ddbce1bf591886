/** Some results of a batch beside each other, each in the place that was kept for it. */
import { memo } from 'react'
import type { FeedRow } from './feed-rows.ts'
import { ResultTile } from './tiles/result-tile.tsx'
import { AudioTile } from './tiles/audio-tile.tsx'
import { TileActions, WithTileActions } from './tiles/tile-actions.tsx'
import styles from './feed.module.css'
import type { Tile } from './tiles/expected-tiles.ts'
import { WaitingTile } from './tiles/waiting-tile.tsx'

export interface TileRowProps {
  readonly row: Extract<FeedRow, { readonly kind: 'tiles' | 'audio' }>
  onOpenAsset(assetId: string): void
}

export function TileRow({ row, onOpenAsset }: TileRowProps) {
  if (row.kind === 'audio')
    return (
      <div className={styles.audio}>
        <Place tile={row.tile} isSmall={false} onOpenAsset={onOpenAsset} />
      </div>
    )
  const { tiles, tile: size } = row
  return (
    <div className={styles.tiles}>
      {tiles.map((tile) => (
        <div key={tile.key} style={{ inlineSize: size.width, blockSize: size.height }}>
          <Place tile={tile} isSmall={size.height < 260 && size.width < 260} onOpenAsset={onOpenAsset} />
        </div>
      ))}
    </div>
  )
}

interface PlaceProps {
  readonly tile: Tile
  readonly isSmall: boolean
  onOpenAsset(assetId: string): void
}

/** Rows are laid out anew with every change of a task; what stands in most of their places stays as it is. */
const Place = memo(
  function Place({ tile: { assetId, task }, isSmall, onOpenAsset }: PlaceProps) {
    const { prompt = '', mediaType } = task.request
    if (assetId === null) return <WaitingTile task={task} isSmall={isSmall} />
    if (mediaType === 'music')
      return (
        <AudioTile assetId={assetId} prompt={prompt} onOpen={onOpenAsset}>
          <TileActions assetId={assetId} prompt={prompt} />
        </AudioTile>
      )
    return (
      <WithTileActions assetId={assetId} prompt={prompt}>
        <ResultTile
          assetId={assetId}
          prompt={prompt}
          mediaType={mediaType}
          isSmall={isSmall}
          onOpen={onOpenAsset}
        />
      </WithTileActions>
    )
  },
  (before, after) =>
    before.tile.task === after.tile.task &&
    before.tile.assetId === after.tile.assetId &&
    before.isSmall === after.isSmall &&
    before.onOpenAsset === after.onOpenAsset,
)
