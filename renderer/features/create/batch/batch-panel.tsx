/** How many requests a press makes: the count, the seeds, and a matrix over up to three fields. */
import { Plus } from '#renderer/icons.tsx'
import { memo, useDeferredValue, useState } from 'react'
import { useHostState, useIsFree } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { NumberField, Select, TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useWords, type Words } from '../../../ui/text.ts'
import { MOST_REQUESTS, type Obstacle } from '../build-requests.ts'
import { Chip } from '../chip.tsx'
import { useForm, useView } from '../create-context.ts'
import type { FormView } from '../form-view.ts'
import { axisName, axisProblemWords, obstacleWords } from '../problem-words.ts'
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import { axisChoices, axisFrom, AxisRow, choiceOf } from './axis-row.tsx'
import { FieldWithAdvice } from '../options/option-control.tsx'
import type { OptionField } from '../options/option-fields.ts'
import { useOption } from '../options/value-controls.tsx'
import { type Axis, type BatchSettings, MOST_AXES, type Seeds } from './batch-settings.ts'
import type { AxisProblem, PlannedAxis } from './plan-axes.ts'

/** How many results a press makes: of one request where the model makes several, and of several requests. */
export function RequestsChip({ option }: { readonly option: OptionField | undefined }) {
  const { text } = useWords()
  const { value } = useOption([option?.key ?? ''])
  const batch = useView((view) => view.draft.batch)
  const requests = useView((view) => view.draft.requests)
  const edit = useForm((form) => form.edit)
  const multiplies = useView(
    ({ draft, prompts }) => draft.batch.axes.length > 0 || prompts.prompts.length > 1,
  )
  const isRange = batch.seeds.kind === 'range'
  const count = option === undefined ? null : JSON.stringify(value ?? option.initial ?? 1)
  const words = [count, count !== null && requests === 1 ? null : requests].filter((one) => one !== null)
  return (
    <Chip
      label={text('batch.number')}
      value={isRange ? text('batch.seeds.countFollows') : words.join(' × ')}
      isSet={value !== undefined || requests > 1}
    >
      {option !== undefined && <FieldWithAdvice field={option} />}
      <NumberField
        label={text(multiplies ? 'batch.each' : 'create.requests')}
        value={isRange ? null : requests}
        min={1}
        max={MOST_REQUESTS}
        step={1}
        isDisabled={isRange}
        placeholder={isRange ? text('batch.seeds.countFollows') : undefined}
        onChange={(next) => edit({ requests: next ?? 1 })}
      />
      {(multiplies || isRange || requests > 1) && <BatchName />}
    </Chip>
  )
}

function BatchName() {
  const { text } = useWords()
  const batch = useView((view) => view.draft.batch)
  const edit = useForm((form) => form.edit)
  return (
    <TextField
      label={text('batch.name')}
      value={batch.name}
      maxLength={200}
      placeholder={text('batch.name.placeholder')}
      onChange={(name) => edit({ batch: { ...batch, name } })}
    />
  )
}

/** The seed among the options, and how the requests of a batch differ in it. */
export function SeedChip({ option }: { readonly option: OptionField | undefined }) {
  const { text } = useWords()
  const { value, error, isDisabled } = useOption(['seed'])
  const batch = useView((view) => view.draft.batch)
  const requests = useView((view) => view.draft.requests)
  const edit = useForm((form) => form.edit)
  const obstacle = useDeferredValue(useView(obstacleOfPanel))
  const { seeds } = batch
  const isAxis = batch.axes.some(({ field }) => field === 'seed')
  const problem = obstacle?.kind === 'seeds' ? obstacle.problem : null
  const own = value === undefined ? text('option.seed.placeholder') : JSON.stringify(value)
  return (
    <Chip
      label={text('option.seed')}
      value={isAxis || seeds.kind === 'free' ? own : seedWords(seeds, text)}
      isSet={value !== undefined || seeds.kind !== 'free'}
      isWrong={error !== undefined || problem !== null}
      isDisabled={isDisabled}
    >
      {option !== undefined && <FieldWithAdvice field={option} />}
      <SeedFields
        seeds={seeds}
        isAxis={isAxis}
        repeats={requests > 1}
        problem={problem}
        onChange={(next) => edit({ batch: { ...batch, seeds: next } })}
      />
    </Chip>
  )
}

function seedWords(seeds: Seeds, text: Words['text']): string {
  if (seeds.kind === 'fixed') return String(seeds.seed ?? '')
  return seeds.kind === 'range' ? `${seeds.from ?? ''}–${seeds.to ?? ''}` : text(`batch.seeds.${seeds.kind}`)
}

/** A matrix over up to three fields. Not drawn again for a key in a plain prompt. */
export const MatrixPanel = memo(function MatrixPanel() {
  const { text } = useWords()
  const batch = useView((view) => view.draft.batch)
  const edit = useForm((form) => form.edit)
  // These may come a frame behind the key that changes them.
  const axes = useDeferredValue(useView(plannedAxes))
  const prompts = useDeferredValue(useView(variedPrompts))
  const obstacle = useDeferredValue(useView(obstacleOfPanel))
  const [isOpen, setOpen] = useState(batch.axes.length > 0)
  return (
    <Disclosure
      title={text('batch.matrix')}
      note={summaryOf(axes, batch, text)}
      isOpen={isOpen}
      onOpen={setOpen}
    >
      <Matrix
        prompts={prompts}
        obstacle={obstacle}
        onAxes={(next) => edit({ batch: { ...batch, axes: next } })}
      />
    </Disclosure>
  )
})

type PanelObstacle = Extract<Obstacle, { kind: 'axis' | 'seeds' | 'tooMany' }>

/** Null unless it is one of the panel's own. */
function obstacleOfPanel({ plan }: FormView): PanelObstacle | null {
  return 'kind' in plan && (plan.kind === 'axis' || plan.kind === 'seeds' || plan.kind === 'tooMany')
    ? plan
    : null
}

const NO_AXES: readonly PlannedAxis[] = []
const ONE_PROMPT: readonly PlannedPrompt[] = [{ prompt: '' }]

/** Empty while there is no plan. */
function plannedAxes({ plan }: FormView): readonly PlannedAxis[] {
  return 'kind' in plan || plan.axes.length === 0 ? NO_AXES : plan.axes
}

/** What can be varied; the words of a prompt that stands alone do not matter. */
function variedPrompts({ prompts: { prompts } }: FormView): readonly PlannedPrompt[] {
  return prompts.length === 1 && prompts[0]?.cell === undefined ? ONE_PROMPT : prompts
}

interface MatrixProps {
  readonly prompts: readonly PlannedPrompt[]
  readonly obstacle: PanelObstacle | null
  onAxes(axes: readonly Axis[]): void
}

function Matrix({ prompts, obstacle, onAxes }: MatrixProps) {
  const { text } = useWords()
  const axes = useView((view) => view.draft.batch.axes)
  const chosen = useView((view) => view.draft.model)
  const fields = useView((view) => view.knowledge.fields)
  const taken = axes.map((axis) => choiceOf(axis, fields))
  const choices = axisChoices(fields, prompts, taken)
  const first = choices.find((choice) => choice !== 'other') ?? 'other'
  return (
    <div className={parts.column}>
      {axes.length === 0 && <p className={parts.quiet}>{text('batch.matrix.hint')}</p>}
      {axes.map((axis, index) => (
        <AxisRow
          // oxlint-disable-next-line react/no-array-index-key -- an axis is its place: columns, rows, pages
          key={index}
          axis={axis}
          place={index}
          choices={choices}
          prompts={prompts}
          problem={obstacle?.kind === 'axis' && obstacle.index === index ? obstacle.problem : null}
          onChange={(next) => onAxes(axes.toSpliced(index, 1, ...(next === null ? [] : [next])))}
        />
      ))}
      {axes.length < MOST_AXES && (
        <Button
          icon={Plus}
          className={parts.start}
          onPress={() => onAxes([...axes, axisFrom(first, chosen)])}
        >
          {text(axes.length === 0 ? 'batch.axis.first' : 'batch.axis.add')}
        </Button>
      )}
      {axes.length > 0 && <BatchName />}
      {obstacle?.kind === 'tooMany' && <Problem words={obstacleWords(obstacle, text)} />}
    </div>
  )
}

function summaryOf(axes: readonly PlannedAxis[], batch: BatchSettings, text: Words['text']): string {
  if (batch.axes.length === 0) return ''
  if (axes.length === 0) return text('batch.matrix.axes', { axes: batch.axes.length })
  return axes.map(({ name, values }) => `${axisName(name, text)} ${values.length}`).join(' × ')
}

const FRESH_SEEDS: Readonly<Record<Seeds['kind'], () => Seeds>> = {
  free: () => ({ kind: 'free' }),
  fixed: () => ({ kind: 'fixed', seed: null }),
  random: () => ({ kind: 'random', draw: Math.floor(Math.random() * 2 ** 31) }),
  range: () => ({ kind: 'range', from: null, to: null }),
}

interface SeedFieldsProps {
  readonly seeds: Seeds
  /** The seed is an axis of the matrix. */
  readonly isAxis: boolean
  /** Each request is made several times. */
  readonly repeats: boolean
  readonly problem: AxisProblem | null
  onChange(seeds: Seeds): void
}

function SeedFields({ seeds, isAxis, repeats, problem, onChange }: SeedFieldsProps) {
  const { text } = useWords()
  const error = problem === null ? null : axisProblemWords(problem, text)
  const whole = { min: 0, step: 1 }
  const isFree = useIsFree(useHostState('profiles', ({ activeId }) => activeId))
  const sameAgain = repeats
    ? text('batch.seeds.sameAgain', { price: isFree ? 'free' : 'charged' })
    : undefined
  return (
    <>
      <Select
        label={text('batch.seeds')}
        value={isAxis ? 'free' : seeds.kind}
        isDisabled={isAxis}
        onChange={(kind) => onChange(FRESH_SEEDS[kind]())}
        options={(['free', 'fixed', 'random', 'range'] as const).map((kind) => ({
          value: kind,
          label: text(`batch.seeds.${kind}`),
        }))}
        hint={isAxis ? (sameAgain ?? text('batch.seeds.areAxis')) : undefined}
      />
      {!isAxis && seeds.kind === 'fixed' && (
        <NumberField
          {...whole}
          label={text('batch.seeds.seed')}
          value={seeds.seed}
          onChange={(seed) => onChange({ ...seeds, seed })}
          hint={sameAgain}
          error={error}
        />
      )}
      {!isAxis &&
        seeds.kind === 'range' &&
        (['from', 'to'] as const).map((end) => (
          <NumberField
            {...whole}
            key={end}
            label={text(`batch.seeds.${end}`)}
            value={seeds[end]}
            onChange={(seed) => onChange({ ...seeds, [end]: seed })}
            error={end === 'to' ? error : null}
          />
        ))}
    </>
  )
}
