/** The options of a model as controls, with the whole of `options` as JSON under them, both in step. */
import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { Json, JsonObject } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { useWords } from '../../../ui/text.ts'
import { arrangeFields, isOnlyRefused, type OptionKnowledge } from './know-options.ts'
import { findProblems, type OptionFinding } from './check-options.ts'
import { editOptions } from './edit-options.ts'
import { ownValue } from './json-values.ts'
import { isWide, OptionControl } from './option-control.tsx'
import styles from './options.module.css'
import type { OptionField } from './option-fields.ts'
import { type OptionPath, type ParsedOptions, parseOptions } from './options-text.ts'
import { problemWords } from './option-words.ts'

/** The editor is as large as the rest of the page's first view; most people never open it. */
const OptionsEditor = lazy(async () => {
  const { OptionsEditor: component } = await import('./editor/options-editor.tsx')
  return { default: component }
})

export interface OptionControlsProps {
  readonly media: MediaType
  readonly knowledge: OptionKnowledge
  readonly optionsText: string
  /** The host's words, by part: `options` or `options.<key>`. */
  readonly partErrors: Readonly<Record<string, string>>
  onText(text: string): void
  /** `change` makes the new text from the text as it is then. */
  onOption(path: OptionPath, change: (text: string) => string): void
}

const NOTHING: JsonObject = {}

/** Not drawn again for every key in the prompt: a model may have a hundred controls. */
export const OptionControls = memo(function OptionControls({
  media,
  knowledge,
  optionsText,
  partErrors,
  onText,
  onOption,
}: OptionControlsProps) {
  const { text } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const parsed = useMemo(() => parseOptions(optionsText), [optionsText])
  const options = useLastValid(parsed, media)
  const setOption = useCallback(
    (path: OptionPath, value: Json | undefined) =>
      onOption(path, (current) => editOptions(current, path, value)),
    [onOption],
  )
  const findings = useMemo(() => {
    const found = findProblems(knowledge.fields, options)
    // The first finding of a place counts.
    return new Map(found.toReversed().map((finding) => [finding.path.join('.'), finding]))
  }, [knowledge, options])
  const { first, more } = useMemo(() => arrangeFields(knowledge.fields), [knowledge])
  // It stays open when the mistake is corrected: it must not close under the cursor.
  if (!parsed.ok && !isOpen) setOpen(true)
  const moreSet = more.filter(({ key }) => Object.hasOwn(options, key)).length

  const controls = (fields: readonly OptionField[]): ReactNode => (
    <Controls
      fields={fields}
      options={options}
      findings={findings}
      knowledge={knowledge}
      partErrors={partErrors}
      isDisabled={!parsed.ok}
      onOption={setOption}
    />
  )

  return (
    <section aria-label={text('create.options')} className={styles.options}>
      {knowledge.source !== 'listing' && (
        <p className={styles.source}>{text(`option.source.${knowledge.source}`)}</p>
      )}
      {controls(first)}
      {more.length > 0 && (
        <Disclosure
          title={text('option.more')}
          note={moreSet > 0 ? text('create.options.count', { count: moreSet }) : ''}
          isOpen={isMoreOpen}
          onOpen={setMoreOpen}
        >
          {controls(more)}
        </Disclosure>
      )}
      <Disclosure
        title={text('create.options.json')}
        note={parsed.ok ? text('create.options.count', { count: Object.keys(options).length }) : ''}
        isOpen={isOpen}
        onOpen={setOpen}
      >
        {isOpen && (
          <Suspense fallback={<EditorPlace text={optionsText} />}>
            <OptionsEditor key={media} text={optionsText} knowledge={knowledge} onText={onText} />
          </Suspense>
        )}
        {!parsed.ok && <p className={styles.source}>{text('option.waiting')}</p>}
      </Disclosure>
      {partErrors['options'] !== undefined && <p className={styles.error}>{partErrors['options']}</p>}
    </section>
  )
})

interface ControlsProps extends Pick<OptionControlsProps, 'knowledge' | 'partErrors'> {
  readonly fields: readonly OptionField[]
  readonly options: JsonObject
  /** By path, joined with dots. */
  readonly findings: ReadonlyMap<string, OptionFinding>
  readonly isDisabled: boolean
  /** undefined takes it away. */
  onOption(path: OptionPath, value: Json | undefined): void
}

function Controls(props: ControlsProps) {
  const { fields, options, findings, knowledge, partErrors, isDisabled, onOption } = props
  const { text } = useWords()
  function errorAt(path: OptionPath): string | undefined {
    const finding = findings.get(path.join('.'))
    return finding?.isBlocking === true
      ? problemWords(finding.problem, text)
      : partErrors[`options.${path.join('.')}`]
  }
  function adviceFor({ key }: OptionField): string | undefined {
    const learned = knowledge.memory.get(key)
    if (isOnlyRefused(learned)) return text('option.mark.refused', { refused: learned?.refused ?? 0 })
    const finding = findings.get(key)
    return finding === undefined || finding.isBlocking ? undefined : problemWords(finding.problem, text)
  }
  return (
    <FieldGrid>
      {fields.map((field) => {
        const advice = adviceFor(field)
        return (
          <div key={field.key} title={field.description} className={classNames(isWide(field) && styles.wide)}>
            <OptionControl
              field={field}
              path={[field.key]}
              value={ownValue(options, field.key)}
              onChange={onOption}
              errorAt={errorAt}
              isDisabled={isDisabled}
            />
            {advice !== undefined && <p className={styles.advice}>{advice}</p>}
          </div>
        )
      })}
    </FieldGrid>
  )
}

/** What the text last said of this media type, so that the controls stand still while it is being typed. */
function useLastValid(parsed: ParsedOptions, media: MediaType): JsonObject {
  const [last, setLast] = useState({ media, value: NOTHING })
  if (!parsed.ok) return last.media === media ? last.value : NOTHING
  if (last.value !== parsed.value || last.media !== media) setLast({ media, value: parsed.value })
  return parsed.value
}

const LINE_PX = 20
const FRAME_PX = 12

/** As high as the editor will be, so that nothing moves when it is there. */
function EditorPlace({ text }: { readonly text: string }) {
  const lines = Math.min(16, Math.max(4, text.split('\n').length))
  return <div className={styles.place} style={{ blockSize: lines * LINE_PX + FRAME_PX }} />
}
