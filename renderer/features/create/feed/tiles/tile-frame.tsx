/** A result with what can be done with it: a bar over it, a menu at the pointer, keys; and its place while it is in the trash. */
import { Columns2, Dices, Ellipsis, Heart, ImageUp, Repeat2 } from '#renderer/icons.tsx'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react'
import { MenuTrigger, Toolbar } from 'react-aria-components'
import { useStore } from 'zustand'
import type { Asset } from '#contract/library.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { classNames } from '../../../../ui/class-names.ts'
import { InputMenu, MenuPopover, useContextMenu } from '#renderer/ui/menu.tsx'
import parts from '../../../../ui/parts.module.css'
import { useFormatter } from '../../../../ui/text.ts'
import { useCreate } from '../../create-context.ts'
import { VARIATIONS } from '../../../../ui/vary-button.tsx'
import { useAsset } from './result-tile.tsx'
import styles from './tiles.module.css'
import { type TileAction, useTileActions } from './use-tile-actions.ts'
import u from '#renderer/ui/utilities.module.css'

export interface TileFrameProps {
  readonly assetId: string
  readonly prompt: string
  /** Where the bar is: over the result, whole or short, or beside it. */
  readonly bar: 'whole' | 'short' | 'beside' | 'none'
  readonly children: ReactNode
}

/** The bar is made when the pointer or the focus first comes near: a feed holds hundreds. */
export function TileFrame({ assetId, prompt, bar, children }: TileFrameProps) {
  const { text, number } = useFormatter()
  const { changes, marked } = useCreate()
  const isMarked = useStore(marked)?.assetId === assetId
  const [isMade, setMade] = useState(false)
  const [isTrashedHere, setTrashedHere] = useState(false)
  const { menu, open } = useContextMenu<string>()
  const actionsOf = useTileActions(prompt, () => setTrashedHere(true))
  const asset = useAsset(assetId)
  if (asset?.trashedAt !== undefined)
    return (
      <div className={classNames(styles.tile, styles.waiting)}>
        <span className={classNames(u.row, u.relative, u.gap2, u.clip, u.strong, styles.text)}>
          {text('feed.tile.trashed')}
          {/* What had the focus is gone. */}
          <Button takesFocus={isTrashedHere} onPress={() => void changes.move('restore', [assetId])}>
            {text('gallery.restore')}
          </Button>
        </span>
      </div>
    )

  const isBeside = bar === 'beside'
  // What happens in a menu over it arrives here as well.
  const isInside = ({ currentTarget, target }: KeyboardEvent | MouseEvent): boolean =>
    currentTarget.contains(target as Node)
  function onContextMenu(event: MouseEvent): void {
    if (asset === undefined || !isInside(event)) return
    open(event, { label: text('feed.tile.actions', { prompt }), ...menuOf(actionsOf(asset)) })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (asset === undefined || !isInside(event) || event.ctrlKey || event.metaKey || event.altKey) return
    const key = event.key.toLowerCase()
    const action = actionsOf(asset).find(({ shortcut }) => shortcut?.toLowerCase() === key)
    // Enter is for what has the focus.
    if (action === undefined || key === 'enter') return
    event.preventDefault()
    if (!event.repeat) action.run()
  }
  return (
    <div
      className={isBeside ? classNames(u.relative, u.row, u.gap6, styles.beside) : parts.whole}
      role="presentation"
      onPointerEnter={() => setMade(true)}
      onFocus={() => setMade(true)}
      onContextMenu={onContextMenu}
      onKeyDown={onKeyDown}
    >
      {children}
      {isMarked && (
        <span className={classNames(parts.badge, styles.marked)} aria-hidden>
          <Columns2 size={12} /> {number(1)}
        </span>
      )}
      {(isMade || isBeside) && bar !== 'none' && asset !== undefined && (
        <div className={isBeside ? undefined : classNames(u.absolute, u.raised, styles.actionsOver)}>
          <TileBar asset={asset} prompt={prompt} isShort={bar === 'short'} actions={actionsOf(asset)} />
        </div>
      )}
      {menu}
    </div>
  )
}

function menuOf(actions: readonly TileAction[]) {
  return { items: actions, onChoose: (id: string) => actions.find((action) => action.id === id)?.run() }
}

interface TileBarProps {
  readonly asset: Asset
  readonly prompt: string
  readonly isShort: boolean
  readonly actions: readonly TileAction[]
}

function TileBar({ asset, prompt, isShort, actions }: TileBarProps) {
  const { text } = useFormatter()
  const { startFrom } = useCreate().reuse.getState()
  const menu = menuOf(actions)
  const { kind, favorite } = asset
  return (
    <Toolbar aria-label={text('feed.tile.actions', { prompt })} className={classNames(parts.row)}>
      {!isShort && (
        <IconButton icon={Repeat2} label={text('feed.tile.remix')} onPress={() => menu.onChoose('remix')} />
      )}
      <IconButton
        icon={Dices}
        label={text('reuse.vary.send', { requests: VARIATIONS })}
        onPress={() => menu.onChoose('vary')}
      />
      {!isShort && (
        <InputMenu kinds={[kind]} onChoose={(scene) => void startFrom([asset], scene)}>
          <IconButton icon={ImageUp} label={text('viewer.useAsInput')} />
        </InputMenu>
      )}
      <IconButton
        icon={Heart}
        label={text('gallery.favorite')}
        shortcut="F"
        isOn={favorite}
        onPress={() => menu.onChoose('favorite')}
      />
      <MenuTrigger>
        <IconButton icon={Ellipsis} label={text('gallery.more', { name: prompt })} />
        <MenuPopover label={text('feed.tile.actions', { prompt })} {...menu} />
      </MenuTrigger>
    </Toolbar>
  )
}
