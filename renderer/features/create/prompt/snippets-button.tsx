/** Opens the pieces of prompts, and puts one in at the cursor. */
import { Quote } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DialogTrigger } from 'react-aria-components'
import { IconButton } from '../../../ui/button.tsx'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Prompting } from './prompting.ts'

const SnippetsPanel = lazy(async () => ({ default: (await import('./snippets-panel.tsx')).SnippetsPanel }))

export interface SnippetsButtonProps {
  readonly prompting: Prompting
  /** What a new snippet would hold: the selected part of the prompt, else all of it. */
  readSelection(): string
  onInsert(text: string): void
}

export function SnippetsButton({ prompting, readSelection, onInsert }: SnippetsButtonProps) {
  const { text } = useWords()
  const [selection, setSelection] = useState<string | null>(null)
  return (
    <DialogTrigger
      isOpen={selection !== null}
      onOpenChange={(isOpen) => setSelection(isOpen ? readSelection() : null)}
    >
      <IconButton icon={Quote} label={text('prompt.snippets')} />
      <PopoverDialog title={text('prompt.snippets')}>
        <Suspense fallback={null}>
          <SnippetsPanel
            prompting={prompting}
            selection={selection?.trim() ?? ''}
            onChoose={(chosen) => {
              setSelection(null)
              onInsert(chosen)
            }}
          />
        </Suspense>
      </PopoverDialog>
    </DialogTrigger>
  )
}
