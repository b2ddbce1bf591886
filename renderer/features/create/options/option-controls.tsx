/** The options of a model as controls, with the whole of `options` as JSON under them, both in step. */
import { ChevronRight } from 'lucide-react'
import { Button, Disclosure, DisclosurePanel, Heading } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { NumberField, TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import type { JsonObject, Json } from '#contract/json.ts'
import type { OptionKnowledge } from '../build-requests.ts'
import { MOST_REQUESTS } from '../build-requests.ts'
import { checkOptions } from './check-options.ts'
import { OptionControl } from './option-control.tsx'
import styles from './option-controls.module.css'
import { parseOptions, type ParsedOptions } from './options-text.ts'
import { problemWords } from './problem-words.ts'

export interface OptionControlsProps {
  readonly knowledge: OptionKnowledge
  readonly optionsText: string
  readonly requests: number
  /** The host's words, by part: `options` or `options.<key>`. */
  readonly partErrors: Readonly<Record<string, string>>
  onText(text: string): void
  onOption(key: string, value: Json | undefined): void
  onRequests(requests: number): void
}

const NOTHING: JsonObject = {}

export function OptionControls(props: OptionControlsProps) {
  const { knowledge, optionsText, requests, partErrors, onText, onOption, onRequests } = props
  const { text } = useWords()
  const parsed = parseOptions(optionsText)
  const options = parsed.ok ? parsed.value : NOTHING
  const problems = checkOptions(knowledge.fields, options)
  const shown = knowledge.fields.filter((field) => field.kind !== 'json')
  const jsonError = parsed.ok ? partErrors['options'] : syntaxWords(parsed, text)
  return (
    <section aria-label={text('create.options')} className={styles.options}>
      <div className={styles.grid}>
        {shown.map((field) => {
          const problem = problems.get(field.key)
          return (
            <div
              key={field.key}
              title={field.description}
              className={classNames(field.kind === 'ratio' && styles.wide)}
            >
              <OptionControl
                field={field}
                value={options[field.key]}
                onChange={(value) => onOption(field.key, value)}
                isDisabled={!parsed.ok}
                error={
                  problem === undefined ? partErrors[`options.${field.key}`] : problemWords(problem, text)
                }
              />
            </div>
          )
        })}
        <NumberField
          label={text('create.requests')}
          value={requests}
          min={1}
          max={MOST_REQUESTS}
          step={1}
          onChange={(value) => onRequests(value ?? 1)}
        />
      </div>
      <Disclosure className={classNames(styles.disclosure)} {...(parsed.ok ? {} : { isExpanded: true })}>
        <Heading level={2} className={classNames(styles.heading)}>
          <Button slot="trigger" className={classNames(styles.trigger)}>
            <ChevronRight size={14} aria-hidden />
            {text('create.options.json')}
            <span className={styles.quiet}>
              {parsed.ok && text('create.options.count', { count: Object.keys(options).length })}
            </span>
          </Button>
        </Heading>
        <DisclosurePanel>
          <TextField
            label={text('create.options.editor')}
            value={optionsText}
            onChange={onText}
            rows={Math.min(14, Math.max(4, optionsText.split('\n').length))}
            isMono
            error={jsonError}
            className={styles.editor}
          />
        </DisclosurePanel>
      </Disclosure>
      {partErrors['options'] !== undefined && parsed.ok && (
        <p className={styles.error}>{partErrors['options']}</p>
      )}
    </section>
  )
}

function syntaxWords(
  parsed: Extract<ParsedOptions, { ok: false }>,
  text: ReturnType<typeof useWords>['text'],
): string {
  if (parsed.problem === 'notObject') return text('create.options.notObject')
  return parsed.line === null
    ? text('create.options.syntax')
    : text('create.options.syntaxAt', { line: parsed.line })
}
