/** What stands in the place of one result: the result, or what its task does meanwhile. */
import { memo } from 'react'
import type { Tile } from '../feed-rows.ts'
import { AudioTile } from './audio-tile.tsx'
import { ResultTile } from './result-tile.tsx'
import { TileFrame } from './tile-frame.tsx'
import { WaitingTile } from './waiting-tile.tsx'

interface FeedTileProps {
  readonly tile: Tile
  readonly isSmall: boolean
  /** What stands there, where that is more telling than the prompt. */
  readonly name?: string
  /** There is no room for actions. */
  readonly isTooSmall?: boolean
}

/** Rows are laid out anew with every change of a task; what stands in most of their places stays as it is. */
export const FeedTile = memo(
  function FeedTile({ tile, isSmall, name, isTooSmall = false }: FeedTileProps) {
    const { assetId, task } = tile
    const { mediaType } = task.request
    const prompt = name ?? task.request.prompt ?? ''
    if (assetId === null) return <WaitingTile {...tile} isSmall={isSmall} />
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
    before.tile.isTelling === after.tile.isTelling &&
    before.isSmall === after.isSmall &&
    before.isTooSmall === after.isTooSmall,
)
