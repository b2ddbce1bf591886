/** The values of a template's variables, and its lists: each can be given where it is missing. */
import { lazy, Suspense, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import { valuesOf, type PromptDraft, type WordLists } from './plan-prompts.ts'
import type { Template } from './template.ts'
import styles from './template.module.css'
import { isListName, type WordListsStore } from './word-lists.ts'

const ListDialog = lazy(async () => ({ default: (await import('./list-dialog.tsx')).ListDialog }))

export interface TemplateWordsProps {
  readonly template: Template
  readonly words: WordListsStore
  readonly lists: WordLists
  readonly variables: PromptDraft['variables']
  onVariables(variables: PromptDraft['variables']): void
}

export function TemplateWords({ template, words, lists, variables, onVariables }: TemplateWordsProps) {
  const { text } = useWords()
  const [edited, setEdited] = useState<string | null>(null)
  return (
    <>
      {template.variables.map((name) => {
        const typed = Object.hasOwn(variables, name) ? (variables[name] ?? '') : ''
        const count = valuesOf(variables, name).length
        return (
          <TextField
            key={name}
            label={`[[${name}]]`}
            value={typed}
            onChange={(value) => onVariables({ ...variables, [name]: value })}
            rows={Math.min(6, Math.max(1, typed.split('\n').length))}
            placeholder={text('prompt.variable.placeholder')}
            hint={count > 1 ? text('prompt.variable.values', { count }) : undefined}
            error={count === 0 ? text('prompt.variable.missing') : undefined}
          />
        )
      })}
      {template.lists.map((name) => (
        <ListLine
          key={name}
          name={name}
          entries={Object.hasOwn(lists, name) ? lists[name] : undefined}
          onEdit={() => setEdited(name)}
        />
      ))}
      {edited !== null && (
        <Suspense fallback={null}>
          <ListDialog words={words} name={edited} onClose={() => setEdited(null)} />
        </Suspense>
      )}
    </>
  )
}

interface ListLineProps {
  readonly name: string
  /** Null where there is no such list, undefined while it is being read. */
  readonly entries: readonly string[] | null | undefined
  onEdit(): void
}

function ListLine({ name, entries, onEdit }: ListLineProps) {
  const { text } = useWords()
  const mark = `__${name}__`
  if (entries === undefined)
    return <p className={styles.quiet}>{text('prompt.list.reading', { name: mark })}</p>
  if (!isListName(name))
    return <p className={styles.missing}>{text('prompt.list.badName', { name: mark })}</p>
  const isMissing = entries === null || entries.length === 0
  return (
    <div className={styles.line}>
      <span className={isMissing ? styles.missing : styles.quiet}>
        {isMissing
          ? text('prompt.list.missing', { name: mark })
          : text('prompt.list.count', { name: mark, count: entries.length })}
      </span>
      <Button onPress={onEdit}>
        {isMissing ? text('prompt.list.create', { name }) : text('prompt.list.edit', { name })}
      </Button>
    </div>
  )
}
