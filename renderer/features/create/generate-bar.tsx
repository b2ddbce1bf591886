/** The one main action: says what a press will do, or why it cannot be pressed. */
import parts from '../../ui/parts.module.css'
import { memo, useRef } from 'react'
import type { RenderedFailure } from '#contract/errors.ts'
import type { BatchForecast } from '#contract/queue.ts'
import type { MediaType } from '#contract/rules/media.ts'
import type { Estimate } from '#contract/spending.ts'
import { Button } from '../../ui/button.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter, type Formatter } from '../../ui/text.ts'
import { timeRange } from '#renderer/ui/days.ts'
import { pressPrice, type Told } from './batch/forecast.ts'
import { PlanFacts } from './batch/plan-facts.tsx'
import { classNames } from '../../ui/class-names.ts'
import { type Obstacle, type Plan, withConfirmedModels } from './build-requests.ts'
import { useForm, useView } from './create-context.ts'
import styles from './create.module.css'
import { isResponseLost } from '../../bridge/use-press.ts'
import type { PressKind } from './send.ts'
import { MadeBefore } from './made-before.tsx'
import { ObstacleLink } from './obstacle-link.tsx'

export interface GenerateBarProps {
  readonly plan: Plan | Obstacle
  readonly forecast: Told<BatchForecast>
  readonly estimate: Told<Estimate>
  /** What the form lacks may still come by itself. */
  readonly isBeginning: boolean
  /** What would be sent is not known yet. */
  readonly isWaiting: boolean
  /** Stays the same function. */
  onGenerate(kind: PressKind): void
}

export function GenerateBar(props: GenerateBarProps) {
  const { plan, forecast, estimate, isBeginning, isWaiting, onGenerate } = props
  const { text } = useFormatter()
  const mediaType = useForm((form) => form.mediaType)
  const isSending = useForm((form) => form.pressed !== null)
  const error = useForm((form) => form.error)
  const isOff = 'kind' in plan
  return (
    <div className={styles.bar}>
      {error !== null && (
        <Problem message={error.message + (isResponseLost(error) ? ` ${text('create.responseLost')}` : '')} />
      )}
      {isOff && isBeginning && (
        <p id="generate-obstacle" className={classNames(parts.quiet, styles.reasonLine)}>
          {text('create.models.loading')}
        </p>
      )}
      {isOff && !isBeginning && (
        <div className={classNames(parts.row, styles.reasonLine)}>
          <ObstacleLink id="generate-obstacle" obstacle={plan} />
          {plan.kind === 'unlisted' && <ConfirmModels />}
        </div>
      )}
      {!isOff && plan.requests.length > 1 && <PlanFacts plan={plan} forecast={forecast.data} />}
      {!isOff && <Unknown of="time" problem={forecast.problem} />}
      {!isOff && <MadeBefore plan={plan} />}
      {!isOff && <PriceLine estimate={estimate} results={plan.results} />}
      <GenerateButton
        label={isOff ? text('create.generate') : pressText(plan, mediaType, forecast.data, text)}
        isOff={isOff}
        isPending={isSending || isWaiting}
        onGenerate={onGenerate}
      />
    </div>
  )
}

/**
 * What this press costs, as far as that is known; nothing where it is free. Leads to what was spent. Its place is there before it is
 * known.
 */
function PriceLine({ estimate, results }: { readonly estimate: Told<Estimate>; readonly results: number }) {
  const formatter = useFormatter()
  const { data, problem } = estimate
  if (problem !== null) return <Unknown of="price" problem={problem} />
  const said = data === null ? '' : pressPrice(data, results, formatter).join(' · ')
  if (said === '') return <p className={styles.price} />
  return (
    <a
      className={classNames(parts.quiet, parts.digits, styles.price)}
      href="#/spending"
      aria-label={formatter.text('create.price', { price: said })}
    >
      {said}
    </a>
  )
}

/** Why the host could not say it, where it would stand. That the host is away stands above every view. */
function Unknown({
  of,
  problem,
}: {
  readonly of: 'price' | 'time'
  readonly problem: RenderedFailure | null
}) {
  const { text } = useFormatter()
  if (problem === null || problem.code === 'not_available_here') return null
  return (
    <Status className={classNames(parts.warning, parts.selectable)}>
      {text(`create.failed.${of}`, { problem: problem.message })}
    </Status>
  )
}

/** "Generate 1 image · about 20 s"; the requests where they are not as many. */
function pressText(
  { results, requests }: Plan,
  mediaType: MediaType,
  forecast: BatchForecast | null,
  text: Formatter['text'],
): string {
  // How long several take stands above.
  const p50Ms = requests.length > 1 ? undefined : forecast?.p50Ms
  return [
    text(`create.generate.${mediaType}`, { results }),
    ...(requests.length === results ? [] : [text('create.generate.requests', { requests: requests.length })]),
    ...(p50Ms === undefined ? [] : [text('create.generate.about', { ...timeRange(p50Ms, p50Ms) })]),
  ].join(' · ')
}

/** A model that the listing does not know is asked about once. */
function ConfirmModels() {
  const { text } = useFormatter()
  const edit = useForm((form) => form.edit)
  const draft = useView((view) => view.draft)
  return <Button onPress={() => edit(withConfirmedModels(draft))}>{text('create.unlisted.use')}</Button>
}

interface GenerateButtonProps {
  readonly label: string
  /** The reason stands above it. */
  readonly isOff: boolean
  readonly isPending: boolean
  onGenerate(kind: PressKind): void
}

/** Not drawn again for a key that changes nothing of what it says. */
const GenerateButton = memo(function GenerateButton(props: GenerateButtonProps) {
  const { label, isOff, isPending, onGenerate } = props
  const clicks = useRef(0)
  return (
    <Button
      kind="main"
      isDisabled={isOff}
      isPending={isPending}
      onMouseDown={({ detail }) => {
        clicks.current = detail
      }}
      onPress={({ pointerType }) =>
        onGenerate(pointerType === 'mouse' && clicks.current > 1 ? 'secondClick' : 'fresh')
      }
      className={styles.button}
      {...(isOff ? { 'aria-describedby': 'generate-obstacle' } : {})}
    >
      {label}
    </Button>
  )
})
