/** Compares options: which fields vary, and beside them the grid of what a press would make, as it stands now. */
import '../../../locales/create.ts'
import { Plus } from '#renderer/icons.tsx'
import { useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import parts from '../../../ui/parts.module.css'
import { useFormatter } from '../../../ui/text.ts'
import { modelsOf } from '../build-requests.ts'
import { useCreate, useForm, useView } from '../create-context.ts'
import { ObstacleLink } from '../obstacle-link.tsx'
import { axisChoices, axisFrom, AxisRow, choiceOf } from './axis-row.tsx'
import { BatchName } from './batch-name.tsx'
import { type Axis, MAX_AXES } from './batch-settings.ts'
import styles from './batch.module.css'
import { estimateRequests, forecastRequests, pressPrice, useEstimate, useForecast } from './forecast.ts'
import { MatrixPreview } from './matrix-preview.tsx'
import { type AxisProblem, planAxis, type PlannedAxis } from './plan-axes.ts'
import { PlanFacts } from './plan-facts.tsx'

export function MatrixDialog() {
  const { text } = useFormatter()
  const { matrix } = useCreate()
  const batch = useView((view) => view.draft.batch)
  const edit = useForm((form) => form.edit)
  const planned = usePlannedAxes(batch.axes)
  const close = (): void => matrix.setState(false, true)
  return (
    <Dialog title={text('batch.matrix')} isOpen onClose={close} isWide>
      <div className={styles.compare}>
        <div className={parts.column}>
          <Axes planned={planned} onAxes={(axes) => edit({ batch: { ...batch, axes } })} />
          {batch.axes.length > 0 && <BatchName />}
        </div>
        <div className={classNames(parts.column, styles.made)}>
          <MatrixPreview axes={planned.filter((one) => 'values' in one)} />
          <Facts onLeave={close} />
        </div>
      </div>
      <DialogActions>
        {batch.axes.length > 0 && (
          <Button kind="quiet" onPress={() => edit({ batch: { ...batch, axes: [] } })}>
            {text('batch.matrix.clear')}
          </Button>
        )}
        <Button kind="main" onPress={close}>
          {text('action.done')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** Each by itself, whatever else stands in the way of sending. */
function usePlannedAxes(axes: readonly Axis[]): readonly (PlannedAxis | AxisProblem)[] {
  const { prompts } = useView((view) => view.prompts)
  const knowledgeOf = useView((view) => view.knowledgeOf)
  const draft = useView((view) => view.draft)
  return useMemo(() => {
    const fields = modelsOf(draft).map((model) => knowledgeOf(model).fields)
    return axes.map((axis, index) => planAxis(axis, axes.slice(0, index), { prompts, fields }))
  }, [axes, prompts, knowledgeOf, draft])
}

interface AxesProps {
  readonly planned: readonly (PlannedAxis | AxisProblem)[]
  onAxes(axes: readonly Axis[]): void
}

function Axes({ planned, onAxes }: AxesProps) {
  const { text } = useFormatter()
  const axes = useView((view) => view.draft.batch.axes)
  const chosen = useView((view) => view.draft.model)
  const fields = useView((view) => view.knowledge.fields)
  const { prompts } = useView((view) => view.prompts)
  const taken = axes.map((axis) => choiceOf(axis, fields))
  const choices = axisChoices(fields, prompts, taken)
  const first = choices.find((choice) => choice !== 'other') ?? 'other'
  return (
    <>
      {axes.length === 0 && <p className={parts.quiet}>{text('batch.matrix.hint')}</p>}
      {axes.map((axis, index) => {
        const plan = planned[index]
        return (
          // oxlint-disable-next-line react/no-array-index-key -- an axis is its place: columns, rows, pages
          <div key={index} data-field={`axis:${index}`}>
            <AxisRow
              axis={axis}
              place={index}
              choices={choices}
              prompts={prompts}
              problem={plan !== undefined && 'kind' in plan ? plan : null}
              onChange={(next) => onAxes(axes.toSpliced(index, 1, ...(next === null ? [] : [next])))}
            />
          </div>
        )
      })}
      {axes.length < MAX_AXES && (
        <Button
          icon={Plus}
          className={parts.start}
          onPress={() => onAxes([...axes, axisFrom(first, chosen)])}
        >
          {text((['batch.axis.first', 'batch.axis.add'] as const)[axes.length] ?? 'batch.axis.addPages')}
        </Button>
      )}
    </>
  )
}

/** What a press comes to: requests, time and price; or what stands in its way. */
function Facts({ onLeave }: { onLeave(): void }) {
  const formatter = useFormatter()
  const plan = useView((view) => view.plan)
  const requests = 'requests' in plan ? plan.requests : null
  const forecast = useForecast(useMemo(() => requests && forecastRequests(requests), [requests]))
  const estimate = useEstimate(useMemo(() => requests && estimateRequests(requests), [requests]))
  if ('kind' in plan)
    return <ObstacleLink obstacle={plan} onPress={(field) => !field.startsWith('axis:') && onLeave()} />
  return (
    <div className={classNames(parts.stack, parts.quiet, parts.digits)}>
      <PlanFacts plan={plan} forecast={forecast.data} />
      {estimate.data !== null && (
        <p className={styles.price}>{pressPrice(estimate.data, plan.results, formatter).join(' · ')}</p>
      )}
    </div>
  )
}
