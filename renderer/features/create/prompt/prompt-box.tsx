/** The prompt: a box that grows with its text, marks the language of templates, completes names and keeps to the keyboard. */
import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { FieldError, Label, TextArea, TextField } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { INPUT_FRAME } from '../../../ui/input-frame.ts'
import { useFormatter } from '../../../ui/text.ts'
import { type Suggestion, optionId, SuggestionList, useCompletion } from './suggestion-list.tsx'
import { type Mark, marksOf, type Template } from './template.ts'
import { useStore } from 'zustand'
import { compareNames } from '../../../locales/compare-names.ts'
import { useCreate, useForm, useView } from '../create-context.ts'
import { promptProblemText } from '../problem-text.ts'
import { pickStyles, useStarters } from '../starters/use-starters.ts'
import { useRecall } from './prompt-history.ts'
import { PromptTools } from './prompt-tools.tsx'
import type { PressKind } from '../send.ts'
import fields from '../../../ui/field.module.css'
import parts from '../../../ui/parts.module.css'
import styles from './prompt.module.css'
import { lengthOf, type PromptProblem } from './plan-prompts.ts'

export interface PromptBoxProps {
  readonly template: Template
  onGenerate(kind: PressKind): void
}

export function PromptBox({ template, onGenerate }: PromptBoxProps) {
  const { text } = useFormatter()
  const listId = useId()
  const hintId = useId()
  const box = useRef<HTMLTextAreaElement>(null)
  const behind = useRef<HTMLDivElement>(null)
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const [value, onChange] = usePrompt()
  const scene = useView((view) => view.scene)
  const example = useView((view) => view.example)
  const error = useError()
  const isLoaded = useForm((form) => form.isLoaded)
  const onRecall = useRecall(box, value, onChange)
  const completion = useCompletion(box, useSuggestions(template), onChange)
  const isOpen = completion.items.length > 0
  useFocusRequests(box)

  function press(event: KeyboardEvent<HTMLTextAreaElement>): void {
    // The key belongs to the input method that composes a word.
    if (completion.press(event)) return
    const withControl = event.ctrlKey || event.metaKey
    if (event.key === 'Enter' && withControl) onGenerate(event.repeat ? 'repeatedKey' : 'fresh')
    else if (event.key.toLowerCase() === 'h' && withControl && !event.shiftKey && !event.altKey)
      setHistoryOpen(true)
    else if (event.key === 'ArrowUp' && isBare(event) && onRecall('older')) completion.close()
    else if (event.key === 'ArrowDown' && isBare(event) && onRecall('newer')) completion.close()
    else if (event.key === 'Tab' && isBare(event) && example !== null) onChange(example)
    else return
    event.preventDefault()
  }

  return (
    <div className={styles.prompt}>
      <TextField
        value={value}
        onChange={onChange}
        validationBehavior="aria"
        isInvalid={error !== undefined}
        {...(example === null ? {} : { 'aria-describedby': hintId })}
        className={classNames(parts.contents)}
      >
        <Label className={classNames(fields.label, styles.label)}>{text('create.prompt')}</Label>
        <PromptCounter value={value} hintId={hintId} />
        <div className={styles.paper} data-field="prompt">
          <div ref={behind} className={styles.marks} aria-hidden>
            <Marks value={value} />
          </div>
          <TextArea
            ref={box}
            rows={4}
            // Not before it is known which it is.
            placeholder={isLoaded ? (example ?? text(`input.prompt.${scene}`)) : ''}
            className={classNames(INPUT_FRAME, styles.box)}
            // The words of the last start may still come.
            aria-busy={!isLoaded}
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
          {isOpen && <SuggestionList id={listId} completion={completion} />}
        </div>
        <FieldError className={classNames(parts.problem, styles.error)}>{error}</FieldError>
      </TextField>
      {/* Not inside of the field: it would take the fields of what they open for its own. */}
      <div className={styles.tools}>
        <PromptTools
          box={box}
          isHistoryOpen={isHistoryOpen}
          onHistoryOpen={setHistoryOpen}
          onPrompt={onChange}
        />
      </div>
    </div>
  )
}

function usePrompt() {
  const value = useView((view) => view.draft.prompt)
  const edit = useForm((form) => form.edit)
  const onChange = useCallback((prompt: string) => edit({ prompt }), [edit])
  return [value, onChange] as const
}

/** What the host refused, or that the prompt is too long. */
function useError(): string | undefined {
  const { text } = useFormatter()
  const { problem } = useView((view) => view.prompts)
  const ofHost = useForm((form) => form.partErrors['prompt'])
  return ofHost ?? (problem?.kind === 'longPrompt' ? promptProblemText(problem, text) : undefined)
}

function useFocusRequests(box: RefObject<HTMLTextAreaElement | null>): void {
  /** The cursor goes into the box once for all of them. */
  const focusRequests = useForm((form) => form.focusRequests)
  const { form } = useCreate()
  useEffect(() => {
    if (focusRequests === 0) return
    box.current?.focus()
    form.setState({ focusRequests: 0 })
  }, [box, focusRequests, form])
}

/** The same text as in the box, invisible, with colours behind its signs. */
function Marks({ value }: { readonly value: string }) {
  const { problem } = useView((view) => view.prompts)
  const marks = useMemo(() => marksOf(value), [value])
  if (marks.every(({ kind }) => kind === 'text')) return null
  return (
    <>
      {marks.map((mark, index) => (
        // A mark has no name of its own; its place is what it is.
        <span key={index} className={markClass(mark, problem)}>
          {mark.text}
        </span>
      ))}
    </>
  )
}

/** Names of lists and variables that have nothing to stand for are marked as wrong. */
function markClass({ kind, name = '' }: Mark, problem: PromptProblem | undefined): string {
  if (kind === 'text') return ''
  const { lists = [], variables = [] } = problem?.kind === 'missingWords' ? problem : {}
  const isMissing = kind === 'list' ? lists.includes(name) : kind === 'variable' && variables.includes(name)
  return classNames(styles[kind], isMissing && styles.missing)
}

function isBare({ ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !shiftKey
}

/** Characters that take longer to count than a key may. */
const LONG = 4_000
/** The share of the model's limit from which on the count is of use. */
const NEAR = 0.8

interface PromptCounterProps {
  readonly value: string
  /** Of the hint that stands in its place beside an example. */
  readonly hintId: string
}

function PromptCounter({ value, hintId }: PromptCounterProps) {
  const { text } = useFormatter()
  const hasExample = useView((view) => view.example !== null)
  const limit = useView((view) => view.limit)
  const later = useDeferredValue(value)
  // A short text is counted at once: a second drawing costs more than the count.
  const counted = (value.length > LONG ? later : value).trim()
  const characters = useMemo(() => lengthOf(counted), [counted])
  const isNear = limit !== undefined && characters >= limit * NEAR
  if (hasExample)
    return (
      <span id={hintId} className={classNames(parts.quiet, styles.count, styles.example)}>
        {text('create.example')}
      </span>
    )
  return (
    <span
      className={classNames(
        styles.count,
        parts.digits,
        isNear && characters > limit ? parts.danger : parts.quiet,
      )}
    >
      {isNear && text('prompt.lengthOf', { characters, limit })}
    </span>
  )
}

function useSuggestions(template: Template): readonly Suggestion[] {
  const { text } = useFormatter()
  const { prompting, dismissed } = useCreate()
  const variables = useView((view) => view.draft.variables)
  const names = useStore(prompting.wordLists, (state) => state.names)
  const snippets = useStore(prompting.snippets, (state) => state.items)
  const cast = useStore(prompting.cast, (state) => state.items)
  const { shown: starters } = useStarters(dismissed, 'styles', pickStyles)
  useEffect(() => {
    void prompting.wordLists.getState().loadNames()
    void prompting.snippets.getState().load()
    void prompting.cast.load()
  }, [prompting])
  return useMemo(() => {
    const known = new Set([...Object.keys(variables), ...template.variables])
    return [
      ...names.map(({ name, count, isStarter }): Suggestion => {
        const entries = text('prompt.suggest.list', { count })
        const detail = isStarter ? `${entries} · ${text('starter.one')}` : entries
        return { kind: 'list', id: name, label: name, detail, insert: `__${name}__` }
      }),
      ...Array.from(known, (name): Suggestion => {
        const detail = (variables[name] ?? '').replaceAll('\n', ' · ')
        return { kind: 'variable', id: name, label: name, detail, insert: `[[${name}]]` }
      }),
      ...[...snippets, ...starters].map(({ id, value }): Suggestion => {
        return { kind: 'snippet', id, label: value.name, detail: value.text, insert: value.text }
      }),
      // By handle: one that is typed in full stands before those that begin with it.
      ...cast
        .toSorted((one, other) => compareNames(one.handle, other.handle))
        .map(({ id, handle, name }): Suggestion => {
          return { kind: 'member', id, label: handle, detail: name, insert: `@${handle} ` }
        }),
    ]
  }, [names, snippets, starters, cast, template, variables, text])
}
