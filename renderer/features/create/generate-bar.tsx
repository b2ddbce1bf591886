/** The one main action: says what a press will do, or why it cannot be pressed. */
import { memo, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { useWords, type Words } from '../../ui/text.ts'
import { useLatestCallback } from '../../ui/use-latest-callback.ts'
import type { Failure } from '#contract/errors.ts'
import type { BatchForecast } from '#contract/queue.ts'
import type { MediaType } from '#contract/rules/media.ts'
import { MOST_REQUESTS, type Obstacle, type Plan } from './build-requests.ts'
import { isResponseLost } from './form-store.ts'
import type { PressKind } from './press-guard.ts'
import styles from './create.module.css'
import { axisProblemWords, promptProblemWords, seedProblemWords } from './batch/problem-words.ts'
import { PlanFacts } from './batch/plan-facts.tsx'
import { inputProblemWords } from './inputs/input-words.ts'

export interface GenerateBarProps {
  readonly plan: Plan | Obstacle
  readonly forecast: BatchForecast | null
  readonly media: MediaType
  readonly sending: boolean
  readonly error: Failure | null
  onGenerate(kind: PressKind): void
}

export function GenerateBar({ plan, forecast, media, sending, error, onGenerate }: GenerateBarProps) {
  const { text } = useWords()
  const press = useLatestCallback(onGenerate)
  const obstacle = 'kind' in plan ? obstacleWords(plan, text) : null
  return (
    <div className={styles.bar}>
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error.message}
          {isResponseLost(error) && ` ${text('create.responseLost')}`}
        </p>
      )}
      {obstacle !== null && (
        <p id="generate-obstacle" className={styles.reason}>
          {obstacle}
        </p>
      )}
      {'requests' in plan && plan.requests.length > 1 && <PlanFacts plan={plan} forecast={forecast} />}
      <GenerateButton
        label={
          'kind' in plan
            ? text('create.generate')
            : text(`create.generate.${media}`, { results: plan.results, requests: plan.requests.length })
        }
        isOff={obstacle !== null}
        isPending={sending}
        onGenerate={press}
      />
    </div>
  )
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

function obstacleWords(obstacle: Obstacle, text: Words['text']): string {
  switch (obstacle.kind) {
    case 'prompt':
      return text('create.obstacle.prompt')
    case 'model':
      return text('create.obstacle.model')
    case 'provider':
      return text('create.obstacle.provider')
    case 'options':
      return text('create.obstacle.options')
    case 'optionField':
      return text('create.obstacle.optionField', { key: obstacle.key })
    case 'inputs':
      return inputProblemWords(obstacle.problem, text)
    case 'prompts':
      return promptProblemWords(obstacle.problem, text)
    case 'seeds':
      return seedProblemWords(obstacle.problem, text)
    case 'axis':
      return text('batch.obstacle.axis', {
        axis: text(`batch.axis.${(['columns', 'rows', 'pages'] as const)[obstacle.index] ?? 'pages'}`),
        problem: axisProblemWords(obstacle.problem, text),
      })
    case 'tooMany':
      return text('batch.tooMany', { total: obstacle.total, most: MOST_REQUESTS })
    case 'inputPending':
      return text('create.obstacle.inputPending')
    case 'inputProblem':
      return text('create.obstacle.inputProblem')
  }
}
