/** The options of a model as controls, with the whole of `options` as JSON under them, both in step. */
import { lazy, memo, type ReactNode, Suspense, useCallback, useMemo, useState } from 'react'
import type { Json, JsonObject } from '#contract/json.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { useWords } from '../../../ui/text.ts'
import { arrangeFields, isOnlyRefused } from './know-options.ts'
import { findProblems, type OptionFinding } from './check-options.ts'
import { editOptions } from './edit-options.ts'
import { type OptionPath, type ParsedOptions, parseOptions } from './options-text.ts'
import { isWide, OptionControl } from './option-control.tsx'
import { type OptionPlaces, OptionPlacesContext } from './value-controls.tsx'
import styles from './options.module.css'
import type { OptionField } from './option-fields.ts'
import { optionProblemWords } from '../problem-words.ts'
import { useForm, useView } from '../create-context.ts'
import parts from '../../../ui/parts.module.css'

/** The editor is as large as the rest of the page's first view; most people never open it. */
const OptionsEditor = lazy(async () => {
  const { OptionsEditor: component } = await import('./editor/options-editor.tsx')
  return { default: component }
})

const NOTHING: JsonObject = {}

/** Not drawn again for every key in the prompt: a model may have a hundred controls. */
export const OptionControls = memo(function OptionControls() {
  const mediaType = useView((view) => view.mediaType)
  const knowledge = useView((view) => view.knowledge)
  const optionsText = useView((view) => view.draft.optionsText)
  const edit = useForm((form) => form.edit)
  const onOption = useForm((form) => form.setOption)
  const error = useForm((form) => form.partErrors['options'])
  const { text } = useWords()
  const [isOpen, setOpen] = useState(false)
  const [isMoreOpen, setMoreOpen] = useState(false)
  const parsed = useMemo(() => parseOptions(optionsText), [optionsText])
  const options = useLastValid(parsed, mediaType)
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
    <Controls fields={fields} options={options} findings={findings} isDisabled={!parsed.ok} set={setOption} />
  )

  return (
    <section aria-label={text('create.options')} className={parts.column}>
      {knowledge.source !== 'listing' && (
        <p className={parts.quiet}>{text(`option.source.${knowledge.source}`)}</p>
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
            <OptionsEditor
              key={mediaType}
              text={optionsText}
              knowledge={knowledge}
              onText={(typed) => edit({ optionsText: typed })}
            />
          </Suspense>
        )}
        {!parsed.ok && <p className={parts.quiet}>{text('option.waiting')}</p>}
      </Disclosure>
      {error !== undefined && <p className={parts.problem}>{error}</p>}
    </section>
  )
})

interface ControlsProps extends Omit<OptionPlaces, 'errorAt'> {
  readonly fields: readonly OptionField[]
  /** By path, joined with dots. */
  readonly findings: ReadonlyMap<string, OptionFinding>
}

function Controls({ fields, findings, ...places }: ControlsProps) {
  const { text } = useWords()
  const { memory } = useView((view) => view.knowledge)
  const partErrors = useForm((form) => form.partErrors)
  function errorAt(path: OptionPath): string | undefined {
    const finding = findings.get(path.join('.'))
    return finding?.isBlocking === true
      ? optionProblemWords(finding.problem, text)
      : partErrors[`options.${path.join('.')}`]
  }
  function adviceFor({ key }: OptionField): string | undefined {
    const learned = memory.get(key)
    if (learned !== undefined && isOnlyRefused(learned))
      return optionProblemWords({ kind: 'refused', refused: learned.refused }, text)
    const finding = findings.get(key)
    return finding === undefined || finding.isBlocking ? undefined : optionProblemWords(finding.problem, text)
  }
  return (
    <OptionPlacesContext value={{ ...places, errorAt }}>
      <FieldGrid>
        {fields.map((field) => {
          const advice = adviceFor(field)
          return (
            <div
              key={field.key}
              title={field.description}
              className={classNames(isWide(field) && styles.wide)}
            >
              <OptionControl field={field} path={[field.key]} />
              {advice !== undefined && <p className={parts.warning}>{advice}</p>}
            </div>
          )
        })}
      </FieldGrid>
    </OptionPlacesContext>
  )
}

/** What the text last said of this media type, so that the controls stand still while it is being typed. */
function useLastValid(parsed: ParsedOptions, mediaType: MediaType): JsonObject {
  const [last, setLast] = useState({ mediaType, value: NOTHING })
  if (!parsed.ok) return last.mediaType === mediaType ? last.value : NOTHING
  if (last.value !== parsed.value || last.mediaType !== mediaType) setLast({ mediaType, value: parsed.value })
  return parsed.value
}

const LINE_PX = 20
const FRAME_PX = 12

/** As high as the editor will be, so that nothing moves when it is there. */
function EditorPlace({ text }: { readonly text: string }) {
  const lines = Math.min(16, Math.max(4, text.split('\n').length))
  return <div className={styles.place} style={{ blockSize: lines * LINE_PX + FRAME_PX }} />
}
