/** One axis of the matrix: which field it varies, and the values it takes. */
import { X } from '#renderer/icons.tsx'
import { ToggleButton } from 'react-aria-components'
import type { Json } from '#contract/json.ts'
import { IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Select, TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import segments from '../../../ui/segmented.module.css'
import { useFormatter, type Formatter } from '../../../ui/text.ts'
import { useView } from '../create-context.ts'
import type { ChosenModel } from '../model/models-store.ts'
import { knownValues, type OptionField } from '#contract/rules/option-types/option-types.ts'
import { axisPlace, axisProblemText } from '../problem-text.ts'
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import { parseValues, toggleValue, valueLabels } from './axis-values.ts'
import type { Axis } from './batch-settings.ts'
import styles from './batch.module.css'
import { ModelChoices } from './model-choices.tsx'
import { type AxisProblem, SEED_KEYS } from './plan-axes.ts'

/** An axis as a choice of a list: `option:` names a known key, `other` one that is typed. */
export type AxisChoice = 'model' | 'prompt' | 'seed' | 'other' | `option:${string}` | `variable:${string}`

const MAX_PICKS = 24
const MAX_READ = 12

export interface AxisRowProps {
  readonly axis: Axis
  /** 0: columns, 1: rows, 2: pages. */
  readonly place: number
  /** Fields that no other axis varies. */
  readonly choices: readonly AxisChoice[]
  readonly prompts: readonly PlannedPrompt[]
  readonly problem: AxisProblem | null
  /** null takes the axis away. */
  onChange(axis: Axis | null): void
}

export function AxisRow(props: AxisRowProps) {
  const { axis, place, choices, problem, onChange } = props
  const { text } = useFormatter()
  const chosen = useView((view) => view.draft.model)
  const fields = useView((view) => view.knowledge.fields)
  const choice = choiceOf(axis, fields)
  const offered = choices.includes(choice) ? choices : [choice, ...choices]
  const label = axisPlace(place, text)
  const error = problem === null ? null : axisProblemText(problem, text)
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend of its own
    <div role="group" aria-label={label} className={classNames(parts.column, styles.axis)}>
      <div className={styles.item}>
        <Select<AxisChoice>
          label={label}
          className={parts.grow}
          value={choice}
          onChange={(next) => onChange(axisFrom(next, chosen))}
          options={offered.map((value) => ({ value, label: choiceText(value, fields, text) }))}
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
      <Values {...props} fields={fields} error={problem?.kind === 'noKey' ? null : error} />
    </div>
  )
}

interface ValuesProps extends AxisRowProps {
  readonly fields: readonly OptionField[]
  readonly error: string | null
}

function Values({ axis, fields, prompts, error, onChange }: ValuesProps) {
  const { text } = useFormatter()
  if (axis.field === 'model')
    return (
      <ModelChoices models={axis.models} error={error} onChange={(models) => onChange({ ...axis, models })} />
    )
  if (axis.field === 'prompt' || axis.field === 'variable') {
    const cells = prompts.flatMap(({ cell = [] }) => cell)
    const values = cells.filter((cell) => axis.field === 'variable' && cell.axis === axis.name)
    const note =
      axis.field === 'prompt'
        ? text('batch.axis.prompts', { count: prompts.length })
        : Array.from(new Set(values.map(({ value }) => value))).join(' · ')
    return <p className={error === null ? parts.quiet : parts.problem}>{error ?? note}</p>
  }
  return (
    <>
      <Picks
        field={axis.field === 'option' ? fields.find(({ key }) => key === axis.key) : undefined}
        typed={axis.values}
        onToggle={(value) => onChange({ ...axis, values: toggleValue(axis.values, value) })}
      />
      <TextField
        label={text('batch.axis.values')}
        value={axis.values}
        maxLength={20_000}
        isMono
        placeholder={text(axis.field === 'seed' ? 'batch.axis.values.seeds' : 'batch.axis.values.example')}
        hint={valuesHint(axis.values, text)}
        error={error}
        onChange={(values) => onChange({ ...axis, values })}
      />
    </>
  )
}

interface PicksProps {
  readonly field: OptionField | undefined
  readonly typed: string
  onToggle(value: Json): void
}

/** Values that are known beforehand, to be picked instead of typed. */
function Picks({ field, typed, onToggle }: PicksProps) {
  const { text } = useFormatter()
  const values = field === undefined ? [] : knownValues(field).slice(0, MAX_PICKS)
  if (values.length === 0) return null
  const parsed = parseValues(typed)
  const chosen = new Set(parsed.ok ? parsed.values.map((value) => JSON.stringify(value)) : [])
  const labels = valueLabels(values)
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings a frame and a legend of its own
      role="group"
      aria-label={text('batch.axis.picks')}
      className={classNames(segments.group, segments.wrap)}
    >
      {values.map((value, index) => (
        <ToggleButton
          key={JSON.stringify(value)}
          isSelected={chosen.has(JSON.stringify(value))}
          isDisabled={!parsed.ok}
          onChange={() => onToggle(value)}
          className={classNames(segments.segment)}
        >
          {labels[index]}
        </ToggleButton>
      ))}
    </div>
  )
}

/** How the typed list is understood, with the types in sight. */
function valuesHint(typed: string, text: Formatter['text']): string | undefined {
  const parsed = parseValues(typed)
  if (!parsed.ok || parsed.values.length === 0) return undefined
  const shown = parsed.values.slice(0, MAX_READ).map((value) => JSON.stringify(value))
  return text('batch.axis.values.read', {
    count: parsed.values.length,
    values: `${shown.join(' ')}${parsed.values.length > MAX_READ ? ' …' : ''}`,
  })
}

function choiceText(choice: AxisChoice, fields: readonly OptionField[], text: Formatter['text']): string {
  if (choice === 'model' || choice === 'prompt' || choice === 'seed' || choice === 'other')
    return text(`batch.axis.${choice}`)
  if (choice.startsWith('variable:')) return `[[${choice.slice('variable:'.length)}]]`
  const key = choice.slice('option:'.length)
  return fields.find((field) => field.key === key)?.title ?? key
}

export function choiceOf(axis: Axis, fields: readonly OptionField[]): AxisChoice {
  if (axis.field === 'variable') return `variable:${axis.name}`
  if (axis.field !== 'option') return axis.field
  return !axis.isTyped && fields.some(({ key }) => key === axis.key) ? `option:${axis.key}` : 'other'
}

/** The choices in the order they are offered, those in `taken` left out. */
export function axisChoices(
  fields: readonly OptionField[],
  prompts: readonly PlannedPrompt[],
  taken: readonly AxisChoice[],
): readonly AxisChoice[] {
  const variables = new Set(prompts.flatMap(({ cell = [] }) => cell.map(({ axis }) => axis)))
  const options = fields.filter(({ key, kind }) => kind !== 'json' && !SEED_KEYS.includes(key))
  const all: readonly AxisChoice[] = [
    'model',
    ...(prompts.length > 1 ? (['prompt'] as const) : []),
    ...Array.from(variables, (name) => `variable:${name}` as const),
    'seed',
    ...options.map(({ key }) => `option:${key}` as const),
  ]
  return [...all.filter((choice) => !taken.includes(choice)), 'other']
}

export function axisFrom(choice: AxisChoice, model: ChosenModel | null): Axis {
  if (choice === 'model') return { field: 'model', models: model === null ? [] : [model] }
  if (choice === 'prompt') return { field: 'prompt' }
  if (choice === 'seed') return { field: 'seed', values: '' }
  if (choice.startsWith('variable:')) return { field: 'variable', name: choice.slice('variable:'.length) }
  const isTyped = choice === 'other'
  return { field: 'option', key: isTyped ? '' : choice.slice('option:'.length), values: '', isTyped }
}
