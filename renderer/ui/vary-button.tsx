/** Asks for the same again with other seeds: at once, or from its menu in the form first. */
import { ChevronDown } from '#renderer/icons.tsx'
import { MenuTrigger } from 'react-aria-components'
import { Button, IconButton } from './button.tsx'
import { MenuPopover } from './menu.tsx'
import parts from './parts.module.css'
import { useFormatter } from './text.ts'

/** Requests of one press. */
export const VARIATIONS = 4

export interface VaryButtonProps {
  onVary(): void
  onAdjust(): void
}

export function VaryButton({ onVary, onAdjust }: VaryButtonProps) {
  const { text } = useFormatter()
  const label = text('reuse.vary.more')
  return (
    <div className={parts.pair}>
      <Button onPress={onVary}>{text('reuse.vary.send', { requests: VARIATIONS })}</Button>
      <MenuTrigger>
        <IconButton icon={ChevronDown} label={label} />
        <MenuPopover
          label={label}
          items={[{ id: 'adjust', label: text('reuse.vary.adjust') }]}
          onChoose={onAdjust}
        />
      </MenuTrigger>
    </div>
  )
}
