/** One axis of the matrix: which field it varies, and the values it takes. */
import { X } from 'lucide-react'
import { ToggleButton } from 'react-aria-components'
import type { Json } from '#contract/json.ts'
import type { ModelList } from '#contract/models.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Select, TextField } from '../../../ui/field.tsx'
import { useWords, type Words } from '../../../ui/text.ts'
import type { ChosenModel } from '../model/chosen-model.ts'
import type { OptionField } from '../options/option-fields.ts'
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import { type AxisChoice, axisFrom, choiceOf, picksOf } from './axis-choices.ts'
import { parseValues, toggleValue, valueLabels } from './axis-values.ts'
import { axisProblemWords } from './problem-words.ts'
import styles from './batch.module.css'
import type { Axis } from './batch-settings.ts'
import { ModelChoices } from './model-choices.tsx'
import type { AxisProblem } from './plan-axes.ts'

const PLACES = ['columns', 'rows', 'pages'] as const

export interface AxisRowProps {
  readonly axis: Axis
  /** 0: columns, 1: rows, 2: pages. */
  readonly place: number
  /** Fields that no other axis varies. */
  readonly choices: readonly AxisChoice[]
  readonly media: MediaType
  readonly list: ModelList | null
  readonly fields: readonly OptionField[]
  readonly prompts: readonly PlannedPrompt[]
  readonly chosen: ChosenModel | null
  readonly problem: AxisProblem | null
  /** null takes the axis away. */
  onChange(axis: Axis | null): void
}

export function AxisRow(props: AxisRowProps) {
  const { axis, place, choices, fields, chosen, problem, onChange } = props
  const { text } = useWords()
  const choice = choiceOf(axis, fields)
  const offered = choices.includes(choice) ? choices : [choice, ...choices]
  const label = text(`batch.axis.${PLACES[place] ?? 'pages'}`)
  const error = problem === null ? null : axisProblemWords(problem, text)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend of its own
    <div role="group" aria-label={label} className={styles.axis}>
      <div className={styles.axisHead}>
        <Select<AxisChoice>
          label={label}
          className={styles.axisField}
          value={choice}
          onChange={(next) => onChange(axisFrom(next, chosen === null ? [] : [chosen]))}
          options={offered.map((value) => ({ value, label: choiceWords(value, fields, text) }))}
        />
        <IconButton
          icon={X}
          label={text('batch.axis.remove', { axis: label })}
          onPress={() => onChange(null)}
        />
      </div>
      {choice === 'other' && axis.field === 'option' && (
        <TextField
          label={text('batch.axis.key')}
          value={axis.key}
          maxLength={200}
          isMono
          onChange={(key) => onChange({ ...axis, key })}
          error={problem?.kind === 'noKey' ? error : null}
        />
      )}
      <Values {...props} error={problem?.kind === 'noKey' ? null : error} />
    </div>
  )
}

function Values(props: AxisRowProps & { readonly error: string | null }) {
  const { axis, media, list, fields, prompts, error, onChange } = props
  const { text } = useWords()
  switch (axis.field) {
    case 'model':
      return (
        <ModelChoices
          media={media}
          list={list}
          models={axis.models}
          error={error}
          onChange={(models) => onChange({ ...axis, models })}
        />
      )
    case 'prompt':
      return (
        <p className={error === null ? styles.values : styles.error}>{error ?? promptWords(prompts, text)}</p>
      )
    case 'variable': {
      const found = prompts.flatMap(({ cell }) => cell?.filter(({ axis: name }) => name === axis.name) ?? [])
      const values = Array.from(new Set(found.map(({ value }) => value)))
      return <p className={error === null ? styles.values : styles.error}>{error ?? values.join(' · ')}</p>
    }
    case 'seed':
    case 'option': {
      const field = axis.field === 'option' ? fields.find(({ key }) => key === axis.key) : undefined
      return (
        <>
          <Picks
            values={picksOf(field)}
            typed={axis.values}
            onToggle={(value) => onChange({ ...axis, values: toggleValue(axis.values, value) })}
          />
          <TextField
            label={text('batch.axis.values')}
            value={axis.values}
            maxLength={20_000}
            isMono
            placeholder={text(
              axis.field === 'seed' ? 'batch.axis.values.seeds' : 'batch.axis.values.example',
            )}
            hint={valuesHint(axis.values, text)}
            error={error}
            onChange={(values) => onChange({ ...axis, values })}
          />
        </>
      )
    }
  }
}

interface PicksProps {
  readonly values: readonly Json[]
  readonly typed: string
  onToggle(value: Json): void
}

function Picks({ values, typed, onToggle }: PicksProps) {
  const { text } = useWords()
  if (values.length === 0) return null
  const parsed = parseValues(typed)
  const chosen = new Set(parsed.ok ? parsed.values.map((value) => JSON.stringify(value)) : [])
  const labels = valueLabels(values)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend of its own
    <div role="group" aria-label={text('batch.axis.picks')} className={styles.picks}>
      {values.map((value, index) => (
        <ToggleButton
          key={JSON.stringify(value)}
          isSelected={chosen.has(JSON.stringify(value))}
          isDisabled={!parsed.ok}
          onChange={() => onToggle(value)}
          className={classNames(styles.pick)}
        >
          {labels[index]}
        </ToggleButton>
      ))}
    </div>
  )
}

/** How the typed list is understood, with the types in sight. */
function valuesHint(typed: string, text: Words['text']): string | undefined {
  const parsed = parseValues(typed)
  if (!parsed.ok || parsed.values.length === 0) return undefined
  const shown = parsed.values.slice(0, 12).map((value) => JSON.stringify(value))
  const rest = parsed.values.length - shown.length
  return text('batch.axis.values.read', {
    count: parsed.values.length,
    values: `${shown.join(' ')}${rest > 0 ? ' …' : ''}`,
  })
}

function promptWords(prompts: readonly PlannedPrompt[], text: Words['text']): string {
  return text('batch.axis.prompts', { count: prompts.length })
}

function choiceWords(choice: AxisChoice, fields: readonly OptionField[], text: Words['text']): string {
  if (choice === 'model' || choice === 'prompt' || choice === 'seed' || choice === 'other')
    return text(`batch.axis.${choice}`)
  if (choice.startsWith('variable:')) return `[[${choice.slice('variable:'.length)}]]`
  const key = choice.slice('option:'.length)
  return fields.find((field) => field.key === key)?.title ?? key
}
