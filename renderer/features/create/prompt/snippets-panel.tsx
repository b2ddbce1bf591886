/** Snippets: chosen, renamed, deleted, and kept from the prompt. */
import '../../../locales/create.ts'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { SavedList, SaveForm } from '../saved-items/saved-list.tsx'
import { pickStyles } from '../starters/use-starters.ts'
import { StarterList } from '../starters/starter-list.tsx'
import { MAX_SNIPPET_NAME } from './prompting.ts'

export interface SnippetsPanelProps {
  /** What a new one would hold; nothing is kept of an empty prompt. */
  readonly selection: string
  onChoose(text: string): void
}

export function SnippetsPanel({ selection, onChoose }: SnippetsPanelProps) {
  const { text } = useFormatter()
  const { prompting } = useCreate()
  return (
    <>
      <SavedList
        store={prompting.snippets}
        kind="snippet"
        longestName={MAX_SNIPPET_NAME}
        detail={(snippet) => snippet.text}
        onChoose={(snippet) => onChoose(snippet.text)}
      />
      <StarterList
        kind="styles"
        store={prompting.snippets}
        pick={pickStyles}
        detail={(snippet) => snippet.text}
        onChoose={(snippet) => onChoose(snippet.text)}
      />
      {selection !== '' && (
        <SaveForm
          store={prompting.snippets}
          kind="snippet"
          nameLabel={text('saved.snippet.name')}
          longestName={MAX_SNIPPET_NAME}
          what={
            <p className={classNames(parts.quiet, parts.lines)}>
              {text('snippet.what', { text: selection })}
            </p>
          }
          make={(name) => ({ name, text: selection })}
        />
      )}
    </>
  )
}
