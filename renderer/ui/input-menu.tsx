/** Where assets can go as inputs: one entry for each scene that takes them all. */
import type { ReactNode } from 'react'
import { Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components'
import type { AssetKind } from '#contract/asset.ts'
import { classNames } from './class-names.ts'
import styles from './input-menu.module.css'
import { inputScenes, type InputScene } from './scenes.ts'
import { useWords } from './text.ts'

export interface InputMenuProps {
  readonly kinds: readonly AssetKind[]
  /** The button that opens it; not shown where no scene takes them. */
  readonly children: ReactNode
  onChoose(scene: InputScene): void
}

export function InputMenu({ kinds, children, onChoose }: InputMenuProps) {
  const { text } = useWords()
  const scenes = inputScenes(kinds)
  if (scenes.length === 0) return null
  return (
    <MenuTrigger>
      {children}
      <Popover className={classNames(styles.popover)}>
        <Menu
          className={classNames(styles.menu)}
          aria-label={text('viewer.useAsInput')}
          onAction={(key) => {
            const scene = scenes.find((name) => name === key)
            if (scene !== undefined) onChoose(scene)
          }}
        >
          {scenes.map((scene) => (
            <MenuItem key={scene} id={scene} className={classNames(styles.item)}>
              {text(`again.into.${scene}`)}
            </MenuItem>
          ))}
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}
