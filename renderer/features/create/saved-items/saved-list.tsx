/** What the user keeps under a name, such as snippets and presets: a list of all of one kind, and a form that adds one. */
import { Check, Pencil, Trash2 } from '#renderer/icons.tsx'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { RenderedResult } from '#contract/errors.ts'
import type { UiStateItem, UiStateStore } from '../../../bridge/stores/ui-state.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import styles from './saved-items.module.css'
import u from '#renderer/ui/utilities.module.css'

export interface Named {
  readonly name: string
}

export interface SavedListProps<Value extends Named> {
  readonly store: UiStateStore<Value>
  /** What its words speak of. */
  readonly kind: 'snippet' | 'preset'
  /** In characters. */
  readonly longestName: number
  /** The line under the name. */
  detail(value: Value): string
  /** What else can be done with one, before its own buttons. */
  renderActions?(value: Value): ReactNode
  onChoose(value: Value): void
}

/**
 * Of a button that comes in the place of what had the focus, in the moment in which that goes: a popover gives a focus that is
 * nowhere to its first button, and `autoFocus` may come later than that.
 */
function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus({ preventScroll: true })
}

export function SavedList<Value extends Named>(props: SavedListProps<Value>) {
  const { text } = useFormatter()
  const { store, kind } = props
  const { items, phase, error, load } = useStore(store)
  const [problem, setProblem] = useState<string | null>(null)
  /** Restored from the end. */
  const [deleted, setDeleted] = useState<readonly UiStateItem<Value>[]>([])
  const [restored, setRestored] = useState<string | null>(null)
  const latest = deleted.at(-1)
  useEffect(() => void load(), [load])

  function showDeleted(item: UiStateItem<Value>): void {
    setDeleted((before) => [...before.filter(({ id }) => id !== item.id), item])
    setRestored(null)
  }
  async function restore({ id, value }: UiStateItem<Value>): Promise<void> {
    setRestored(id)
    const done = await store.getState().keep(id, value)
    setProblem(done.ok ? null : done.error.message)
    if (done.ok) setDeleted((before) => before.filter((item) => item.id !== id))
    else setRestored(null)
  }
  return (
    <>
      <div>
        {phase === 'ready' && items.length === 0 && (
          <p className={parts.quiet}>{text(`saved.${kind}.empty`)}</p>
        )}
        {items.length > 0 && (
          <ul className={styles.list} aria-label={text(`saved.${kind}.title`)}>
            {items.map((item) => (
              <SavedRow
                key={item.id}
                {...props}
                item={item}
                isRestored={item.id === restored}
                onDeleted={showDeleted}
                onProblem={setProblem}
              />
            ))}
          </ul>
        )}
        <Status>
          {(latest !== undefined || restored !== null) && (
            <div className={parts.row}>
              <span className={classNames(parts.grow, parts.quiet)}>
                {restored === null ? text(`saved.${kind}.deleted`) : text(`saved.${kind}.restored`)}
              </span>
              {latest !== undefined && (
                <Button key={latest.id} kind="quiet" ref={takeFocus} onPress={() => void restore(latest)}>
                  {text('action.undo')}
                </Button>
              )}
            </div>
          )}
        </Status>
      </div>
      <Problem message={problem ?? error?.message} />
    </>
  )
}

interface SavedRowProps<Value extends Named> extends SavedListProps<Value> {
  readonly item: UiStateItem<Value>
  /** It was deleted, and takes the focus from the button that brought it back. */
  readonly isRestored: boolean
  onDeleted(item: UiStateItem<Value>): void
  onProblem(problem: string | null): void
}

function SavedRow<Value extends Named>(props: SavedRowProps<Value>) {
  const { item, isRestored, store, kind, detail, renderActions, onChoose, onDeleted, onProblem } = props
  const { text } = useFormatter()
  const [mode, setMode] = useState<'shown' | 'renaming' | 'renamed'>(isRestored ? 'renamed' : 'shown')
  const { id, value } = item
  const { keep, forget } = store.getState()

  async function change(response: Promise<RenderedResult<unknown>>, onDone: () => void): Promise<void> {
    const done = await response
    onProblem(done.ok ? null : done.error.message)
    if (done.ok) onDone()
  }
  if (mode === 'renaming')
    return (
      <li>
        <NameForm
          {...props}
          nameLabel={text(`saved.${kind}.name`)}
          initial={value.name}
          onName={(name) => void change(keep(id, { ...value, name }), () => setMode('renamed'))}
          onCancel={() => {
            onProblem(null)
            setMode('renamed')
          }}
        >
          {(isNamed) => (
            <IconButton icon={Check} label={text('action.save')} type="submit" isDisabled={!isNamed} />
          )}
        </NameForm>
      </li>
    )
  return (
    <li className={classNames(u.row, u.gap2)}>
      <Button kind="quiet" className={styles.choose} onPress={() => onChoose(value)}>
        <span className={classNames(parts.line, u.strong, u.medium)}>{value.name}</span>
        <span className={parts.line}>{detail(value)}</span>
      </Button>
      {renderActions?.(value)}
      <IconButton
        icon={Pencil}
        label={text(`saved.${kind}.rename`, { name: value.name })}
        onPress={() => setMode('renaming')}
        ref={mode === 'renamed' ? takeFocus : null}
      />
      <IconButton
        icon={Trash2}
        label={text(`saved.${kind}.delete`, { name: value.name })}
        onPress={() => void change(forget(id), () => onDeleted(item))}
      />
    </li>
  )
}

export interface SaveFormProps<Value extends Named> extends Pick<
  SavedListProps<Value>,
  'store' | 'kind' | 'longestName'
> {
  readonly nameLabel: string
  /** What would be kept, above the name. */
  readonly what?: ReactNode
  /** More to say about it, under the name. */
  readonly children?: ReactNode
  /** What is kept, or what stands in the way. */
  make(name: string): Value | string
}

export function SaveForm<Value extends Named>(props: SaveFormProps<Value>) {
  const { text } = useFormatter()
  const { store, kind, what, children, make } = props
  const { prompting } = useCreate()
  const [problem, setProblem] = useState<string | null>(null)
  const [times, setTimes] = useState(0)
  const place = useRef<HTMLDivElement>(null)
  // The button that was pressed goes off with the empty name, and would take the focus with it.
  useEffect(() => {
    if (times > 0) place.current?.querySelector('input')?.focus()
  }, [times])

  async function keep(name: string): Promise<void> {
    const made = make(name)
    if (typeof made === 'string') return setProblem(made)
    const response = await store.getState().keep(prompting.createKey(), made)
    setProblem(response.ok ? null : response.error.message)
    if (response.ok) setTimes(times + 1)
  }
  return (
    <div ref={place} className={classNames(parts.column, styles.keep)}>
      {what}
      <NameForm key={times} {...props} problem={problem} onName={(name) => void keep(name)}>
        {(isNamed) => (
          <Button type="submit" isDisabled={!isNamed}>
            {text(`saved.${kind}.save`)}
          </Button>
        )}
      </NameForm>
      {children}
    </div>
  )
}

interface NameFormProps {
  readonly nameLabel: string
  readonly longestName: number
  /** Of something that has a name already; the cursor goes there. */
  readonly initial?: string
  readonly problem?: string | null
  /** The button. */
  children(isNamed: boolean): ReactNode
  /** Never called with nothing. */
  onName(name: string): void
  onCancel?(): void
}

function NameForm(props: NameFormProps) {
  const { nameLabel, longestName, initial, problem, children, onName, onCancel } = props
  const [typed, setTyped] = useState(initial ?? '')
  const name = typed.trim()
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape in its field
    <form
      className={classNames(u.flex, u.gap8, styles.form)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || onCancel === undefined) return
        event.stopPropagation()
        onCancel()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        if (name !== '') onName(name)
      }}
    >
      <TextField
        label={nameLabel}
        value={typed}
        onChange={setTyped}
        error={problem}
        maxLength={longestName}
        takesFocus={initial !== undefined}
      />
      {children(name !== '')}
    </form>
  )
}
