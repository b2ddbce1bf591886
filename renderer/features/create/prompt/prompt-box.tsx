/** The prompt: a box that grows with its text, marks the language of templates, completes names and keeps to the keyboard. */
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { FieldError, Label, TextArea, TextField } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import { useWords } from '../../../ui/text.ts'
import type { Suggestion } from './complete.ts'
import { type Mark, marksOf } from './template.ts'
import { optionId, SuggestionList, useCompletion } from './suggestion-list.tsx'
import { useForm } from '../create-context.ts'
import type { PressKind } from '../press-guard.ts'
import fields from '../../../ui/field.module.css'
import parts from '../../../ui/parts.module.css'
import styles from './prompt.module.css'
import { lengthOf } from './plan-prompts.ts'

export interface PromptBoxProps {
  readonly box: RefObject<HTMLTextAreaElement | null>
  readonly value: string
  onChange(value: string): void
  onGenerate(kind: PressKind): void
  /** Up or down in the box; true where it brought another prompt. */
  onRecall(step: 'older' | 'newer'): boolean
  onHistory(): void
  readonly placeholder: string
  readonly error: string | undefined
  /** Characters that the model takes. */
  readonly limit: number | undefined
  readonly suggestions: readonly Suggestion[]
  /** Names of lists and variables that have nothing to stand for. */
  readonly missing: ReadonlySet<string>
  /** Buttons at the foot. */
  readonly children: ReactNode
}

export function PromptBox(props: PromptBoxProps) {
  const { box, value, onChange, onGenerate, onRecall, onHistory, placeholder, error, limit } = props
  const { suggestions, missing, children } = props
  const { text } = useWords()
  const listId = useId()
  const behind = useRef<HTMLDivElement>(null)
  const completion = useCompletion(box, suggestions, onChange)
  const isOpen = completion.items.length > 0
  /** The cursor goes into the box each time it grows. */
  const focusRequests = useForm((form) => form.focusRequests)
  useEffect(() => {
    if (focusRequests > 0) box.current?.focus()
  }, [box, focusRequests])

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    if (completion.press(event)) return
    const withControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && withControl) onGenerate(event.repeat ? 'repeatedKey' : 'fresh')
    else if (event.key.toLowerCase() === 'h' && withControl && !event.shiftKey && !event.altKey) onHistory()
    else if (event.key === 'ArrowUp' && isBare(event) && onRecall('older')) completion.close()
    else if (event.key === 'ArrowDown' && isBare(event) && onRecall('newer')) completion.close()
    else return
    event.preventDefault()
  }

  return (
    <TextField
      value={value}
      onChange={onChange}
      validationBehavior="aria"
      isInvalid={error !== undefined}
      className={classNames(fields.field)}
    >
      <Label className={fields.label}>{text('create.prompt')}</Label>
      <div className={styles.paper}>
        <div ref={behind} className={styles.marks} aria-hidden>
          <Marks value={value} missing={missing} />
        </div>
        <TextArea
          ref={box}
          rows={4}
          placeholder={placeholder}
          className={classNames(INPUT_FRAME, styles.box)}
          aria-autocomplete="list"
          aria-haspopup="listbox"
          {...(isOpen
            ? { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, completion.active) }
            : {})}
          onKeyDown={press}
          onInput={completion.follow}
          onSelect={completion.follow}
          onBlur={completion.close}
          onScroll={(event) => {
            if (behind.current !== null) behind.current.scrollTop = event.currentTarget.scrollTop
          }}
        />
        {isOpen && (
          <SuggestionList
            id={listId}
            items={completion.items}
            active={completion.active}
            onChoose={completion.choose}
            onPoint={completion.point}
          />
        )}
      </div>
      <div className={styles.foot}>
        <PromptCounter value={value} limit={limit} />
        {children}
      </div>
      <FieldError className={classNames(parts.problem)}>{error}</FieldError>
    </TextField>
  )
}

/** The same text as in the box, invisible, with colours behind its signs. */
function Marks({ value, missing }: { readonly value: string; readonly missing: ReadonlySet<string> }) {
  const marks = useMemo(() => marksOf(value), [value])
  if (marks.every(({ kind }) => kind === 'text')) return null
  return (
    <>
      {marks.map((mark, index) => (
        // A mark has no name of its own; its place is what it is.
        <span key={index} className={markClass(mark, missing)}>
          {mark.text}
        </span>
      ))}
    </>
  )
}

function markClass({ kind, name }: Mark, missing: ReadonlySet<string>): string {
  if (kind === 'text') return ''
  return classNames(styles[kind], name !== undefined && missing.has(`${kind}:${name}`) && styles.missing)
}

function isBare({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey
}

/** Characters that take longer to count than a key may. */
const LONG = 4_000

function PromptCounter({ value, limit }: { readonly value: string; readonly limit: number | undefined }) {
  const { text } = useWords()
  const later = useDeferredValue(value)
  // A short text is counted at once: a second drawing costs more than the count.
  const counted = (value.length > LONG ? later : value).trim()
  const characters = useMemo(() => lengthOf(counted), [counted])
  const words = useMemo(() => countWords(counted), [counted])
  const isOver = limit !== undefined && characters > limit
  return (
    <span className={classNames(parts.grow, parts.digits, isOver ? parts.danger : parts.quiet)}>
      {limit === undefined
        ? text('prompt.length', { characters, words })
        : text('prompt.lengthOf', { characters, limit, words })}
    </span>
  )
}

/** Words by the rules of Unicode: a line of Chinese holds more than one. */
function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (isWordLike === true) words += 1
  }
  return words
}
