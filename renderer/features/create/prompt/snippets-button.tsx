/** Pieces of prompts: put in at the cursor, kept from what is selected, renamed, deleted. */
import { Check, Pencil, Quote, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Dialog, DialogTrigger, Heading, Popover } from 'react-aria-components'
import { useStore } from 'zustand'
import type { KeptThing } from '../../../bridge/stores/kept.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './popover.module.css'
import type { Prompting } from './prompting.ts'
import type { Snippet } from './snippets.ts'

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
      <Popover className={classNames(styles.popover)} placement="bottom end" offset={4}>
        <Dialog className={classNames(styles.dialog)}>
          <Heading slot="title" className={classNames(styles.title)}>
            {text('prompt.snippets')}
          </Heading>
          <SnippetList
            prompting={prompting}
            onInsert={(chosen) => {
              setSelection(null)
              onInsert(chosen)
            }}
          />
          {selection?.trim() ? <NewSnippet prompting={prompting} selection={selection} /> : null}
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

function SnippetList({ prompting, onInsert }: Pick<SnippetsButtonProps, 'prompting' | 'onInsert'>) {
  const { text } = useWords()
  const { items, phase, error, load } = useStore(prompting.snippets)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => void load(), [load])
  const said = problem ?? error?.message ?? null
  return (
    <>
      {phase === 'ready' && items.length === 0 && (
        <p className={styles.quiet}>{text('prompt.snippets.empty')}</p>
      )}
      {items.length > 0 && (
        <ul className={styles.list}>
          {items.map((item) => (
            <SnippetRow
              key={item.id}
              item={item}
              prompting={prompting}
              onInsert={onInsert}
              onProblem={setProblem}
            />
          ))}
        </ul>
      )}
      {said !== null && (
        <p className={styles.error} role="alert">
          {said}
        </p>
      )}
    </>
  )
}

interface SnippetRowProps extends Pick<SnippetsButtonProps, 'prompting' | 'onInsert'> {
  readonly item: KeptThing<Snippet>
  onProblem(problem: string | null): void
}

function SnippetRow({ item, prompting, onInsert, onProblem }: SnippetRowProps) {
  const { text } = useWords()
  const [name, setName] = useState<string | null>(null)
  const { keep, forget } = prompting.snippets.getState()
  const { value, id } = item

  async function rename(): Promise<void> {
    const answer = await keep(id, { ...value, name: (name ?? '').trim() })
    onProblem(answer.ok ? null : answer.error.message)
    if (answer.ok) setName(null)
  }
  async function remove(): Promise<void> {
    const answer = await forget(id)
    onProblem(answer.ok ? null : answer.error.message)
  }

  if (name !== null) {
    return (
      <li>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') void rename()
          }}
        >
          <TextField
            label={text('prompt.snippet.name')}
            value={name}
            onChange={setName}
            maxLength={80}
            takesFocus
          />
          <IconButton
            icon={Check}
            label={text('action.save')}
            type="submit"
            isDisabled={name.trim() === ''}
          />
        </form>
      </li>
    )
  }
  return (
    <li className={styles.row}>
      <Button kind="quiet" className={styles.rowMain} onPress={() => onInsert(value.text)}>
        <span className={classNames(styles.line, styles.tag)}>{value.name}</span>
        <span className={styles.line}>{value.text}</span>
      </Button>
      <IconButton
        icon={Pencil}
        label={text('prompt.snippet.rename', { name: value.name })}
        onPress={() => setName(value.name)}
      />
      <IconButton
        icon={Trash2}
        label={text('prompt.snippet.delete', { name: value.name })}
        onPress={() => void remove()}
      />
    </li>
  )
}

function NewSnippet({ prompting, selection }: { readonly prompting: Prompting; readonly selection: string }) {
  const { text } = useWords()
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)

  async function save(): Promise<void> {
    const snippet = { name: name.trim(), text: selection.trim() }
    const answer = await prompting.snippets.getState().keep(prompting.createKey(), snippet)
    setProblem(answer.ok ? null : answer.error.message)
    if (answer.ok) setName('')
  }
  return (
    <form
      className={styles.under}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void save()
      }}
    >
      <p className={classNames(styles.text, styles.quiet)}>
        {text('prompt.snippet.what', { text: selection.trim() })}
      </p>
      <div className={styles.form}>
        <TextField
          label={text('prompt.snippet.name')}
          value={name}
          onChange={setName}
          error={problem}
          maxLength={80}
        />
        <Button type="submit" isDisabled={name.trim() === ''}>
          {text('prompt.snippet.save')}
        </Button>
      </div>
    </form>
  )
}
