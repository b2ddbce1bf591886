/** The buttons at the foot of the prompt: snippets, and the prompts of the past. */
import { lazy, memo, type RefObject, Suspense, useState } from 'react'
import type { Prompting } from './prompting.ts'
import { History, Quote } from 'lucide-react'
import { DialogTrigger } from 'react-aria-components'
import { IconButton } from '../../../ui/button.tsx'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { useWords } from '../../../ui/text.ts'

export interface PromptToolsProps {
  readonly prompting: Prompting
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly isHistoryOpen: boolean
  onHistoryOpen(isOpen: boolean): void
  onPrompt(prompt: string): void
}

/** Reads the prompt from its box, so that a key in it does not draw them again. */
export const PromptTools = memo(function PromptTools(props: PromptToolsProps) {
  const { prompting, box, isHistoryOpen, onHistoryOpen, onPrompt } = props

  function readSelection(): string {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = box.current ?? {}
    const selected = value.slice(selectionStart, selectionEnd)
    return selected === '' ? value : selected
  }
  function insert(words: string): void {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = box.current ?? {}
    onPrompt(value.slice(0, selectionStart) + words + value.slice(selectionEnd))
    putCursor(selectionStart + words.length)
  }
  function putCursor(cursor: number): void {
    // After the popover has given the focus back, and the box has its text.
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        box.current?.focus()
        box.current?.setSelectionRange(cursor, cursor)
      }),
    )
  }

  return (
    <>
      <SnippetsButton prompting={prompting} readSelection={readSelection} onInsert={insert} />
      <HistoryButton
        prompting={prompting}
        isOpen={isHistoryOpen}
        onOpenChange={onHistoryOpen}
        onChoose={(chosen) => {
          onPrompt(chosen)
          putCursor(chosen.length)
        }}
      />
    </>
  )
})

const HistorySearch = lazy(async () => ({ default: (await import('./history-search.tsx')).HistorySearch }))

export interface HistoryButtonProps {
  readonly prompting: Prompting
  readonly isOpen: boolean
  onOpenChange(isOpen: boolean): void
  onChoose(text: string): void
}

function HistoryButton({ prompting, isOpen, onOpenChange, onChoose }: HistoryButtonProps) {
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

const SnippetsPanel = lazy(async () => ({ default: (await import('./snippets-panel.tsx')).SnippetsPanel }))

export interface SnippetsButtonProps {
  readonly prompting: Prompting
  /** What a new snippet would hold: the selected part of the prompt, else all of it. */
  readSelection(): string
  onInsert(text: string): void
}

function SnippetsButton({ prompting, readSelection, onInsert }: SnippetsButtonProps) {
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
