/** The buttons at the foot of the prompt: snippets, and the prompts of the past. */
import { memo, type RefObject } from 'react'
import { HistoryButton } from './history-button.tsx'
import type { Prompting } from './prompting.ts'
import { SnippetsButton } from './snippets-button.tsx'

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
  function insert(piece: string): void {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = box.current ?? {}
    onPrompt(value.slice(0, selectionStart) + piece + value.slice(selectionEnd))
    putCursor(selectionStart + piece.length)
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
