/** Opens the prompts of the past. */
import { History } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { DialogTrigger } from 'react-aria-components'
import { IconButton } from '../../../ui/button.tsx'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Prompting } from './prompting.ts'

const HistorySearch = lazy(async () => ({ default: (await import('./history-search.tsx')).HistorySearch }))

export interface HistoryButtonProps {
  readonly prompting: Prompting
  readonly isOpen: boolean
  onOpenChange(isOpen: boolean): void
  onChoose(text: string): void
}

export function HistoryButton({ prompting, isOpen, onOpenChange, onChoose }: HistoryButtonProps) {
  const { text } = useWords()
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={onOpenChange}>
      <IconButton icon={History} label={text('prompt.history')} shortcut="Ctrl H" />
      <PopoverDialog title={text('prompt.history')}>
        <Suspense fallback={null}>
          <HistorySearch
            prompting={prompting}
            onChoose={(chosen) => {
              onOpenChange(false)
              onChoose(chosen)
            }}
          />
        </Suspense>
      </PopoverDialog>
    </DialogTrigger>
  )
}
