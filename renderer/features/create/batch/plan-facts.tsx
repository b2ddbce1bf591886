/** What a plan comes to: its axes, how long it takes at the known limits, and what is left today. */
import type { BatchForecast } from '#contract/queue.ts'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useFormatter, type Formatter } from '../../../ui/text.ts'
import { timeRange } from '#renderer/ui/days.ts'
import type { Plan } from '../build-requests.ts'
import styles from '../create.module.css'
import { useView } from '../create-context.ts'
import type { OptionField } from '#contract/rules/option-types/option-types.ts'
import { axisName } from '../problem-text.ts'

export interface PlanFactsProps {
  readonly plan: Plan
  readonly forecast: BatchForecast | null
}

export function PlanFacts({ plan, forecast }: PlanFactsProps) {
  const { text, names } = useFormatter()
  const fields = useView((view) => view.knowledge.fields)
  const isOverCap =
    forecast !== null && forecast.leftToday !== null && forecast.leftToday < plan.requests.length
  return (
    <ul className={classNames(parts.stack, parts.quiet, parts.digits)}>
      {plan.axes.length > 0 && (
        <li>
          {text('batch.facts.axes', {
            requests: plan.requests.length,
            axes: axesText(plan, fields, { text, names }),
          })}
        </li>
      )}
      <li className={styles.expected}>{forecast !== null && timeText(forecast, text)}</li>
      {isOverCap && (
        <li className={parts.warning}>{text('batch.facts.leftToday', { left: forecast.leftToday ?? 0 })}</li>
      )}
    </ul>
  )
}

/** "3 × Model, 4 × aspect_ratio, each 2 times". */
function axesText(
  { axes, requests }: Plan,
  fields: readonly OptionField[],
  { text, names }: Pick<Formatter, 'text' | 'names'>,
): string {
  const cells = axes.reduce((product, { values }) => product * values.length, 1)
  const each = requests.length / cells
  return names([
    ...axes.map(({ name, values }) =>
      text('batch.facts.axis', { count: values.length, name: axisName(name, text, fields) }),
    ),
    ...(Number.isInteger(each) && each > 1 ? [text('batch.facts.each', { each })] : []),
  ])
}

function timeText({ p50Ms, p90Ms, limitedBy }: BatchForecast, text: Formatter['text']): string {
  const isKnown = p50Ms !== undefined && p90Ms !== undefined
  const time = isKnown ? text('batch.time', { ...timeRange(p50Ms, p90Ms) }) : text('batch.time.unknown')
  return limitedBy === undefined ? time : text('batch.time.limited', { time, limit: limitedBy.text })
}
