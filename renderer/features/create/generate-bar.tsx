/** The one main action: says what a press will do, or why it cannot be pressed. */
import { Button } from '../../ui/button.tsx'
import { useWords, type Words } from '../../ui/text.ts'
import type { Failure } from '#contract/errors.ts'
import type { MediaType } from '#contract/model.ts'
import type { Obstacle, Plan } from './build-requests.ts'
import { isAnswerLost } from './form-store.ts'
import styles from './generate-bar.module.css'

export interface GenerateBarProps {
  readonly plan: Plan | Obstacle
  readonly media: MediaType
  readonly sending: boolean
  readonly error: Failure | null
  onGenerate(): void
}

export function GenerateBar({ plan, media, sending, error, onGenerate }: GenerateBarProps) {
  const { text } = useWords()
  const obstacle = 'kind' in plan ? obstacleWords(plan, text) : null
  return (
    <div className={styles.bar}>
      {error !== null && (
        <p role="alert" className={styles.error}>
          {error.message}
          {isAnswerLost(error) && ` ${text('create.answerLost')}`}
        </p>
      )}
      {obstacle !== null && (
        <p id="generate-obstacle" className={styles.reason}>
          {obstacle}
        </p>
      )}
      <Button
        kind="main"
        isDisabled={obstacle !== null}
        isPending={sending}
        onPress={onGenerate}
        className={styles.button}
        {...(obstacle === null ? {} : { 'aria-describedby': 'generate-obstacle' })}
      >
        {'kind' in plan
          ? text('create.generate')
          : text(`create.generate.${media}`, { results: plan.results, requests: plan.requests.length })}
      </Button>
    </div>
  )
}

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
    case 'sharedKey':
      return text('create.obstacle.sharedKey', { key: obstacle.key })
    case 'inputPending':
      return text('create.obstacle.inputPending')
    case 'inputProblem':
      return text('create.obstacle.inputProblem')
  }
}
