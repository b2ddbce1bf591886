/** How many requests a press makes: the count, the seeds, and a matrix over up to three fields. */
import { Table } from '#renderer/icons.tsx'
import { Suspense, useDeferredValue, useEffect } from 'react'
import { Button } from 'react-aria-components'
import { useStore } from 'zustand'
import { isLongInteger } from '#contract/rules/exact-seeds.ts'
import { useHostState, useIsFree } from '../../../bridge/host.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { NumberField, Select } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter, type Formatter } from '../../../ui/text.ts'
import { MAX_REQUESTS, type Obstacle } from '../build-requests.ts'
import { Chip } from '../chip.tsx'
import styles from '../create.module.css'
import { useCreate, useForm, useView } from '../create-context.ts'
import type { FormView } from '../form-view.ts'
import { axisName, axisProblemText } from '../problem-text.ts'
import { useWanted } from '../reveal.ts'
import { BatchName } from './batch-name.tsx'
import { FieldWithAdvice } from '../options/field-with-advice.tsx'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import { useOption } from '../options/option-places.tsx'
import type { Seeds } from './batch-settings.ts'
import { SeedField } from './seed-field.tsx'
import type { AxisProblem, PlannedAxis } from './plan-axes.ts'
import { lazyPart } from '../../../locales/lazy-part.ts'

/** How many results a press makes: of one request where the model makes several, and of several requests. */
export function RequestsChip({ option }: { readonly option: OptionField | undefined }) {
  const { text } = useFormatter()
  const { value } = useOption([option?.key ?? ''])
  const batch = useView((view) => view.draft.batch)
  const requests = useView((view) => view.draft.requests)
  const edit = useForm((form) => form.edit)
  const multiplies = useView(
    ({ draft, prompts }) => draft.batch.axes.length > 0 || prompts.prompts.length > 1,
  )
  const isRange = batch.seeds.kind === 'range'
  const count = option === undefined ? null : JSON.stringify(value ?? option.initial ?? 1)
  const counts = [count, count !== null && requests === 1 ? null : requests].filter((one) => one !== null)
  return (
    <Chip
      field="count"
      label={text('batch.number')}
      value={isRange ? text('batch.seeds.countFollows') : counts.join(' × ')}
      isSet={value !== undefined || requests > 1}
    >
      {option !== undefined && <FieldWithAdvice field={option} />}
      <NumberField
        label={text(multiplies ? 'batch.each' : 'create.requests')}
        value={isRange ? null : requests}
        min={1}
        max={MAX_REQUESTS}
        step={1}
        isDisabled={isRange}
        placeholder={isRange ? text('batch.seeds.countFollows') : undefined}
        onChange={(next) => edit({ requests: Math.max(1, Math.round(next ?? 1)) })}
      />
      {(multiplies || isRange || requests > 1) && <BatchName />}
    </Chip>
  )
}

/** The seed among the options, and how the requests of a batch differ in it. */
export function SeedChip({ option }: { readonly option: OptionField | undefined }) {
  const { text } = useFormatter()
  const { value, error, isDisabled } = useOption(['seed'])
  const batch = useView((view) => view.draft.batch)
  const requests = useView((view) => view.draft.requests)
  const edit = useForm((form) => form.edit)
  const obstacle = useDeferredValue(useView(obstacleOfSeeds))
  const { seeds } = batch
  const isAxis = batch.axes.some(({ field }) => field === 'seed')
  const problem = obstacle?.problem ?? null
  const own =
    value === undefined
      ? text('option.seed.placeholder')
      : isLongInteger(value)
        ? value
        : JSON.stringify(value)
  return (
    <Chip
      field="seeds"
      label={text('option.seed')}
      value={isAxis || seeds.kind === 'free' ? own : seedText(seeds, text)}
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

function seedText(seeds: Seeds, text: Formatter['text']): string {
  if (seeds.kind === 'fixed') return String(seeds.seed ?? '')
  return seeds.kind === 'range' ? `${seeds.from ?? ''}–${seeds.to ?? ''}` : text(`batch.seeds.${seeds.kind}`)
}

const MatrixDialog = lazyPart(
  () => import('./matrix-dialog.tsx'),
  (part) => part.MatrixDialog,
)

/** Opens the comparison; says what is compared, where something is. */
export function CompareChip() {
  const { text } = useFormatter()
  const { matrix } = useCreate()
  const axes = useView((view) => view.draft.batch.axes)
  const fields = useView((view) => view.knowledge.fields)
  // It may come a frame behind the key that changes it.
  const planned = useDeferredValue(useView(plannedAxes))
  const isWrong = useDeferredValue(useView(({ plan }) => 'kind' in plan && plan.kind === 'axis'))
  const counts = planned.map(({ name, values }) => `${axisName(name, text, fields)} ${values.length}`)
  return (
    <Button
      className={classNames(styles.chip, axes.length > 0 && styles.isSet, isWrong && styles.isWrong)}
      onPress={() => matrix.setState(true, true)}
    >
      <Table size={14} aria-hidden />
      <span className={classNames(axes.length > 0 && parts.quiet)}>{text('batch.matrix')}</span>
      {axes.length > 0 && (
        <span className={parts.line}>
          {counts.length === 0 ? text('batch.matrix.axes', { axes: axes.length }) : counts.join(' × ')}
        </span>
      )}
    </Button>
  )
}

/** The comparison itself, while it is open or one of its fields is looked for. */
export function Compare() {
  const { matrix } = useCreate()
  const isOpen = useStore(matrix)
  const wanted = useWanted()
  useEffect(() => {
    if (wanted?.startsWith('axis:') === true) matrix.setState(true, true)
  }, [wanted, matrix])
  return (
    isOpen && (
      <Suspense fallback={null}>
        <MatrixDialog />
      </Suspense>
    )
  )
}

type PanelObstacle = Extract<Obstacle, { kind: 'seeds' }>

/** Null unless it is about the seeds. */
function obstacleOfSeeds({ plan }: FormView): PanelObstacle | null {
  return 'kind' in plan && plan.kind === 'seeds' ? plan : null
}

const NO_AXES: readonly PlannedAxis[] = []

/** Empty while there is no plan. */
function plannedAxes({ plan }: FormView): readonly PlannedAxis[] {
  return 'kind' in plan || plan.axes.length === 0 ? NO_AXES : plan.axes
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
  const { text } = useFormatter()
  const error = problem === null ? null : axisProblemText(problem, text)
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
        <SeedField
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
