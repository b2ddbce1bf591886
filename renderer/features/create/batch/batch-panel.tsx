/** How many requests a press makes: the count, the seeds, and a matrix over up to three fields. */
import { Plus } from 'lucide-react'
import { memo, useDeferredValue, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { FieldGrid } from '../../../ui/field-grid.tsx'
import { NumberField, Select, TextField } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useWords, type Words } from '../../../ui/text.ts'
import { MOST_REQUESTS, type Obstacle } from '../build-requests.ts'
import { useForm, useView } from '../create-context.ts'
import type { FormView } from '../form-view.ts'
import { axisName, axisProblemWords, obstacleWords } from '../problem-words.ts'
import type { PlannedPrompt } from '../prompt/plan-prompts.ts'
import { axisChoices, axisFrom, AxisRow, choiceOf } from './axis-row.tsx'
import { type Axis, type BatchSettings, MOST_AXES, type Seeds } from './batch-settings.ts'
import type { AxisProblem, PlannedAxis } from './plan-axes.ts'

/** Not drawn again for a key in a plain prompt. */
export const BatchPanel = memo(function BatchPanel() {
  const { text } = useWords()
  const batch = useView((view) => view.draft.batch)
  const requests = useView((view) => view.draft.requests)
  const editForm = useForm((form) => form.edit)
  const edit = (patch: Partial<BatchSettings>): void => editForm({ batch: { ...batch, ...patch } })
  // These may come a frame behind the key that changes them.
  const axes = useDeferredValue(useView(plannedAxes))
  const prompts = useDeferredValue(useView(variedPrompts))
  const obstacle = useDeferredValue(useView(obstacleOfPanel))
  const [isOpen, setOpen] = useState(batch.axes.length > 0)
  const multiplies = batch.axes.length > 0 || prompts.length > 1
  const isRange = batch.seeds.kind === 'range'

  return (
    <section className={parts.column} aria-label={text('batch.title')}>
      <FieldGrid>
        <NumberField
          label={text(multiplies ? 'batch.each' : 'create.requests')}
          value={isRange ? null : requests}
          min={1}
          max={MOST_REQUESTS}
          step={1}
          isDisabled={isRange}
          placeholder={isRange ? text('batch.seeds.countFollows') : undefined}
          onChange={(value) => editForm({ requests: value ?? 1 })}
        />
        <SeedFields
          seeds={batch.seeds}
          isAxis={batch.axes.some(({ field }) => field === 'seed')}
          repeats={requests > 1}
          problem={obstacle?.kind === 'seeds' ? obstacle.problem : null}
          onChange={(seeds) => edit({ seeds })}
        />
      </FieldGrid>
      <Disclosure
        title={text('batch.matrix')}
        note={summaryOf(axes, batch, text)}
        isOpen={isOpen}
        onOpen={setOpen}
      >
        <Matrix prompts={prompts} obstacle={obstacle} onAxes={(next) => edit({ axes: next })} />
      </Disclosure>
      {(multiplies || isRange || requests > 1) && (
        <TextField
          label={text('batch.name')}
          value={batch.name}
          maxLength={200}
          placeholder={text('batch.name.placeholder')}
          onChange={(name) => edit({ name })}
        />
      )}
    </section>
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
        hint={isAxis ? text(repeats ? 'batch.seeds.sameAgain' : 'batch.seeds.areAxis') : undefined}
      />
      {!isAxis && seeds.kind === 'fixed' && (
        <NumberField
          {...whole}
          label={text('batch.seeds.seed')}
          value={seeds.seed}
          onChange={(seed) => onChange({ ...seeds, seed })}
          hint={repeats ? text('batch.seeds.sameAgain') : undefined}
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
