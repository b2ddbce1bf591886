/** The buttons at the head of the prompt: what is saved, the cast, and the prompts of the past. */
import { Bookmark, History, User } from '#renderer/icons.tsx'
import { memo, type RefObject, Suspense, useState } from 'react'
import { DialogTrigger } from 'react-aria-components'
import { Button, IconButton } from '../../../ui/button.tsx'
import { PopoverDialog } from '../../../ui/popover.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCastDialog } from '../cast/use-cast-dialog.tsx'
import { useCreate } from '../create-context.ts'
import { lazyPart } from '../../../locales/lazy-part.ts'

const HistorySearch = lazyPart(
  () => import('./history-search.tsx'),
  (part) => part.HistorySearch,
)
const SavedPanel = lazyPart(
  () => import('../saved-items/saved-panel.tsx'),
  (part) => part.SavedPanel,
)

export interface PromptToolsProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly isHistoryOpen: boolean
  onHistoryOpen(isOpen: boolean): void
  onPrompt(prompt: string): void
}

/** Reads the prompt from its box, so that a key in it does not draw them again. */
export const PromptTools = memo(function PromptTools(props: PromptToolsProps) {
  const { box, isHistoryOpen, onHistoryOpen, onPrompt } = props
  const { text } = useFormatter()
  const { form, prompting, dragged, write } = useCreate()
  const openCast = useCastDialog(prompting.cast, dragged)
  /** What a new snippet would hold: the selected part of the prompt, else all of it. Null while they are closed. */
  const [selection, setSelection] = useState<string | null>(null)

  /** Of the prompt: whoever selects some of it wants to save that. */
  const [isPart, setPart] = useState(false)

  function readSelection(): string {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = box.current ?? {}
    setPart(selectionStart < selectionEnd)
    return (value.slice(selectionStart, selectionEnd) || value).trim()
  }
  /** In place of what is selected, or of everything. */
  function put(added: string, isWhole: boolean): void {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = box.current ?? {}
    const [before, after] = isWhole ? ['', ''] : [value.slice(0, selectionStart), value.slice(selectionEnd)]
    if (isWhole) write(form.getState().mediaType, { prompt: added })
    else onPrompt(before + added + after)
    const cursor = before.length + added.length
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
      <DialogTrigger
        isOpen={selection !== null}
        onOpenChange={(isOpen) => setSelection(isOpen ? readSelection() : null)}
      >
        <Button kind="quiet" icon={Bookmark}>
          {text('saved.title')}
        </Button>
        <PopoverDialog title={text('saved.title')} placement="bottom start">
          <Suspense fallback={null}>
            <SavedPanel
              first={isPart ? 'snippet' : 'preset'}
              selection={selection ?? ''}
              onApplied={() => setSelection(null)}
              onChoose={(chosen) => {
                setSelection(null)
                put(chosen, false)
              }}
            />
          </Suspense>
        </PopoverDialog>
      </DialogTrigger>
      <Button kind="quiet" icon={User} onPress={() => openCast()}>
        {text('cast.title')}
      </Button>
      <DialogTrigger isOpen={isHistoryOpen} onOpenChange={onHistoryOpen}>
        <IconButton icon={History} label={text('prompt.history')} shortcut="Ctrl H" />
        <PopoverDialog title={text('prompt.history')}>
          <Suspense fallback={null}>
            <HistorySearch
              onChoose={(chosen) => {
                onHistoryOpen(false)
                put(chosen, true)
              }}
            />
          </Suspense>
        </PopoverDialog>
      </DialogTrigger>
    </>
  )
})
