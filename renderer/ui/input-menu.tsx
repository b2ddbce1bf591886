/** A menu of the scenes that take all these assets as inputs. */
import type { ReactNode } from 'react'
import { MenuTrigger } from 'react-aria-components'
import type { AssetKind } from '#contract/rules/media.ts'
import styles from './parts.module.css'
import { MenuPopover } from './menu.tsx'
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
      <MenuPopover
        label={text('viewer.useAsInput')}
        items={scenes.map((scene) => ({ id: scene, words: text(`reuse.into.${scene}`) }))}
        className={styles.inputMenu}
        onChoose={onChoose}
      />
    </MenuTrigger>
  )
}
