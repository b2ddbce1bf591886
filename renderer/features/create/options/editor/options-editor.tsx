/** The options as JSON: an editor that says what is wrong at its place, and the same as a list under it. */
import '../../../../locales/create.ts'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from '../../../../ui/class-names.ts'
import { useFormatter } from '../../../../ui/text.ts'
import u from '../../../../ui/utilities.module.css'
import type { OptionKnowledge } from '../know-options.ts'
import { markOptions, type OptionMark } from './option-marks.ts'
import { lineAt } from '../options-tree.ts'
import { optionProblemText } from '../../problem-text.ts'
import { createEditor, type OptionsEditor as Editor } from './create-editor.ts'
import parts from '../../../../ui/parts.module.css'
import styles from '../options.module.css'

export interface OptionsEditorProps {
  readonly text: string
  readonly knowledge: OptionKnowledge
  onText(text: string): void
}

/** More would push the form away; the others are marked in the text. */
const MAX_LISTED = 6
const TONES = { error: parts.danger, warning: parts.warning, info: parts.quiet }
/** Of the marked text, in characters: enough to find it. */
const MAX_PLACE = 24

export function OptionsEditor({ text: value, knowledge, onText }: OptionsEditorProps) {
  const { text } = useFormatter()
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<Editor | null>(null)
  const marks = useMemo(() => markOptions(value, knowledge), [value, knowledge])
  const change = useEffectEvent(onText)
  const know = useEffectEvent(() => knowledge)
  const create = useEffectEvent((element: HTMLElement) =>
    createEditor({
      place: element,
      text: value,
      label: text('create.options.editor'),
      details: { initial: text('option.complete.initial'), required: text('option.complete.required') },
      knowledge: () => know(),
      onChange: (typed) => change(typed),
    }),
  )
  useEffect(() => {
    if (place.current === null) return
    const made = create(place.current)
    editor.current = made
    return () => {
      made.destroy()
      editor.current = null
    }
  }, [])
  useEffect(() => editor.current?.setText(value), [value])
  useEffect(() => {
    const shown = marks.map(({ from, to, severity, reason }) => ({
      from,
      to,
      severity,
      message: optionProblemText(reason, text),
    }))
    editor.current?.setMarks(value, shown)
  }, [marks, value, text])
  return (
    <div className={parts.stack}>
      <div ref={place} />
      {marks.length > 0 && (
        <ul className={parts.column} aria-label={text('option.marks')}>
          {marks.slice(0, MAX_LISTED).map((mark) => (
            <li key={`${mark.from} ${mark.reason.kind}`}>
              <MarkLine mark={mark} value={value} onSelect={() => editor.current?.select(mark.from)} />
            </li>
          ))}
          {marks.length > MAX_LISTED && (
            <li className={parts.quiet}>{text('option.marks.more', { count: marks.length - MAX_LISTED })}</li>
          )}
        </ul>
      )}
    </div>
  )
}

interface MarkLineProps {
  readonly mark: OptionMark
  readonly value: string
  onSelect(): void
}

function MarkLine({ mark, value, onSelect }: MarkLineProps) {
  const { text } = useFormatter()
  const marked = value.slice(mark.from, mark.to)
  const place = marked.length > MAX_PLACE ? `${marked.slice(0, MAX_PLACE)}…` : marked
  return (
    <Button className={classNames(parts.bare, styles.mark, TONES[mark.severity])} onPress={onSelect}>
      <span className={classNames(u.quiet, u.digits, u.rigid)}>
        {text('option.marks.line', { line: lineAt(value, mark.from) })}
      </span>
      <span>
        {place !== '' && <code className={styles.code}>{place}</code>} {optionProblemText(mark.reason, text)}
      </span>
    </Button>
  )
}
