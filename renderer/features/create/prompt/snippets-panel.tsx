/** Snippets: chosen, renamed, deleted, and kept from the prompt. */
import { useWords } from '../../../ui/text.ts'
import { SaveForm } from '../saved-items/save-form.tsx'
import { SavedList } from '../saved-items/saved-list.tsx'
import { LONGEST_SNIPPET_NAME, type Prompting } from './prompting.ts'
import styles from '../saved-items/saved-items.module.css'

export interface SnippetsPanelProps {
  readonly prompting: Prompting
  /** What a new one would hold; nothing is kept of an empty prompt. */
  readonly selection: string
  onChoose(text: string): void
}

export function SnippetsPanel({ prompting, selection, onChoose }: SnippetsPanelProps) {
  const { text } = useWords()

  async function keep(name: string): Promise<string | null> {
    const snippet = { name, text: selection }
    const response = await prompting.snippets.getState().keep(prompting.createKey(), snippet)
    return response.ok ? null : response.error.message
  }
  return (
    <>
      <SavedList
        store={prompting.snippets}
        look={{
          all: text('prompt.snippets'),
          none: text('prompt.snippets.empty'),
          nameLabel: text('prompt.snippet.name'),
          longestName: LONGEST_SNIPPET_NAME,
          renameLabel: (name) => text('prompt.snippet.rename', { name }),
          removeLabel: (name) => text('prompt.snippet.delete', { name }),
          detail: (snippet) => snippet.text,
        }}
        onChoose={(snippet) => onChoose(snippet.text)}
      />
      {selection !== '' && (
        <SaveForm
          nameLabel={text('prompt.snippet.name')}
          confirm={text('prompt.snippet.save')}
          longestName={LONGEST_SNIPPET_NAME}
          what={<p className={styles.what}>{text('prompt.snippet.what', { text: selection })}</p>}
          onKeep={keep}
        />
      )}
    </>
  )
}
