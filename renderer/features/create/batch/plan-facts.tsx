/** What a plan comes to: its axes, how long it takes at the known limits, and what is left today. */
import type { BatchForecast } from '#contract/queue.ts'
import { useWords, type Words } from '../../../ui/text.ts'
import type { Plan } from '../build-requests.ts'
import { axisName } from './problem-words.ts'
import { timeRange } from './forecast.ts'
import styles from './batch.module.css'

export interface PlanFactsProps {
  readonly plan: Plan
  readonly forecast: BatchForecast | null
}

export function PlanFacts({ plan, forecast }: PlanFactsProps) {
  const { text } = useWords()
  return (
    <ul className={styles.facts}>
      {plan.axes.length > 0 && (
        <li>{text('batch.facts.axes', { requests: plan.requests.length, axes: axesWords(plan, text) })}</li>
      )}
      {forecast !== null && <li>{timeWords(forecast, text)}</li>}
      {forecast !== null && forecast.leftToday !== null && forecast.leftToday < plan.requests.length && (
        <li className={styles.warning}>{text('batch.facts.leftToday', { left: forecast.leftToday })}</li>
      )}
    </ul>
  )
}

/** "3 × Model, 4 × aspect_ratio, each 2 times". */
function axesWords({ axes, requests }: Plan, text: Words['text']): string {
  const cells = axes.reduce((product, { values }) => product * values.length, 1)
  const words = axes.map(({ name, values }) =>
    text('batch.facts.axis', { count: values.length, name: axisName(name, text) }),
  )
  const each = requests.length / cells
  return (Number.isInteger(each) && each > 1 ? [...words, text('batch.facts.each', { each })] : words).join(
    ', ',
  )
}

function timeWords(forecast: BatchForecast, text: Words['text']): string {
  const range = timeRange(forecast)
  const time = range === null ? text('batch.time.unknown') : text('batch.time', { ...range })
  return forecast.limitedBy === undefined
    ? time
    : text('batch.time.limited', { time, limit: forecast.limitedBy })
}
