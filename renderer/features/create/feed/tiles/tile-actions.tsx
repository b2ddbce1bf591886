/** The actions of one result: over its image while the pointer or the keyboard is on it, beside a track always. */
import { Dices, ImageUp, Repeat2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '../../../../ui/button.tsx'
import { InputMenu } from '../../../../ui/input-menu.tsx'
import { useWords } from '../../../../ui/text.ts'
import { useResultActions } from '../result-actions.ts'
import { useAsset } from './result-tile.tsx'
import styles from './tiles.module.css'

export interface TileActionsProps {
  readonly assetId: string
  readonly prompt: string
}

export function TileActions({ assetId, prompt }: TileActionsProps) {
  const { text } = useWords()
  const { onRemix, onVary, onUseAsInput } = useResultActions()
  const asset = useAsset(assetId)
  if (asset === undefined) return null
  return (
    <div role="toolbar" aria-label={text('feed.tile.actions', { prompt })} className={styles.bar}>
      <IconButton icon={Repeat2} label={text('feed.tile.remix')} onPress={() => onRemix(asset)} />
      <IconButton icon={Dices} label={text('feed.tile.vary')} onPress={() => onVary(asset)} />
      <InputMenu kinds={[asset.kind]} onChoose={(scene) => onUseAsInput(asset, scene)}>
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
    <div className={styles.place} onPointerEnter={() => setMade(true)} onFocus={() => setMade(true)}>
      {children}
      {isMade && !isTooSmall && (
        <div className={styles.actionsOver}>
          <TileActions {...tile} />
        </div>
      )}
    </div>
  )
}
