/** All kept things of one kind, with what went wrong with one of them. */
import { type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { UiStateStore, UiStateItem } from '../../../bridge/stores/ui-state.ts'
import { Problem } from '../../../ui/problem.tsx'
import styles from './saved-items.module.css'
import { Check, Pencil, Trash2 } from 'lucide-react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'

export interface SavedListProps<Value extends Named> {
  readonly store: UiStateStore<Value>
  readonly look: SavedListWords<Value>
  /** What else can be done with one, before its own buttons. */
  renderActions?(value: Value): ReactNode
  onChoose(value: Value): void
}

export function SavedList<Value extends Named>({
  store,
  look,
  renderActions,
  onChoose,
}: SavedListProps<Value>) {
  const { items, phase, error, load } = useStore(store)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => void load(), [load])
  return (
    <>
      {phase === 'ready' && items.length === 0 && <p className={styles.quiet}>{look.none}</p>}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={look.all}>
          {items.map((item) => (
            <SavedRow
              key={item.id}
              item={item}
              store={store}
              look={look}
              onChoose={onChoose}
              onProblem={setProblem}
            >
              {renderActions?.(item.value)}
            </SavedRow>
          ))}
        </ul>
      )}
      <Problem words={problem ?? error?.message} />
    </>
  )
}

/** What presets and snippets have in common. */
export interface Named {
  readonly name: string
}

/** One kind of them, and what is said of it. */
export interface SavedListWords<Value extends Named> {
  readonly all: string
  readonly none: string
  /** The label of a field that takes a name. */
  readonly nameLabel: string
  /** Characters of a name at the most. */
  readonly longestName: number
  renameLabel(name: string): string
  removeLabel(name: string): string
  /** The line under the name. */
  detail(value: Value): string
}

export interface SavedRowProps<Value extends Named> {
  readonly item: UiStateItem<Value>
  readonly store: UiStateStore<Value>
  readonly look: SavedListWords<Value>
  /** What else can be done with it, before its own buttons. */
  readonly children?: ReactNode
  onChoose(value: Value): void
  onProblem(problem: string | null): void
}

function SavedRow<Value extends Named>(props: SavedRowProps<Value>) {
  const { item, store, look, children, onChoose, onProblem } = props
  const [isRenaming, setRenaming] = useState(false)
  const { id, value } = item
  const { keep, forget } = store.getState()

  async function rename(name: string): Promise<void> {
    const response = await keep(id, { ...value, name })
    onProblem(response.ok ? null : response.error.message)
    if (response.ok) setRenaming(false)
  }
  async function remove(): Promise<void> {
    const response = await forget(id)
    onProblem(response.ok ? null : response.error.message)
  }

  if (isRenaming) return <Rename initial={value.name} look={look} onName={(name) => void rename(name)} />
  return (
    <li className={styles.row}>
      <Button kind="quiet" className={styles.choose} onPress={() => onChoose(value)}>
        <span className={classNames(styles.line, styles.name)}>{value.name}</span>
        <span className={styles.line}>{look.detail(value)}</span>
      </Button>
      {children}
      <IconButton icon={Pencil} label={look.renameLabel(value.name)} onPress={() => setRenaming(true)} />
      <IconButton icon={Trash2} label={look.removeLabel(value.name)} onPress={() => void remove()} />
    </li>
  )
}

interface RenameProps {
  readonly initial: string
  readonly look: Pick<SavedListWords<never>, 'nameLabel' | 'longestName'>
  /** Never called with nothing. */
  onName(name: string): void
}

function Rename({ initial, look, onName }: RenameProps) {
  const { text } = useWords()
  const [typed, setTyped] = useState(initial)
  const name = typed.trim()
  return (
    <li>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (name !== '') onName(name)
        }}
      >
        <TextField
          label={look.nameLabel}
          value={typed}
          onChange={setTyped}
          maxLength={look.longestName}
          takesFocus
        />
        <IconButton icon={Check} label={text('action.save')} type="submit" isDisabled={name === ''} />
      </form>
    </li>
  )
}
