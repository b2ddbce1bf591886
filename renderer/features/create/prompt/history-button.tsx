/** Opens the prompts of the past. */
import { History } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import styles from './popover.module.css'
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
      <Popover className={classNames(styles.popover)} placement="bottom end" offset={4}>
        <Dialog className={classNames(styles.dialog)}>
          <Heading slot="title" className={classNames(styles.title)}>
            {text('prompt.history')}
          </Heading>
          <Suspense fallback={null}>
            <HistorySearch
              prompting={prompting}
              onChoose={(chosen) => {
                onOpenChange(false)
                onChoose(chosen)
              }}
            />
          </Suspense>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
