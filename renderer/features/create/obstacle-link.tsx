/** What stands in the way of sending, as a link to the field that it speaks of. */
import { Button } from '../../ui/button.tsx'
import parts from '../../ui/parts.module.css'
import { useFormatter } from '../../ui/text.ts'
import type { Obstacle } from './build-requests.ts'
import { useView } from './create-context.ts'
import styles from './create.module.css'
import { obstacleText } from './problem-text.ts'
import { fieldOf, useReveal } from './reveal.ts'

export interface ObstacleLinkProps {
  readonly obstacle: Obstacle
  /** Of the words. */
  readonly id?: string
  /** Before the field is looked for. */
  onPress?(field: string): void
}

export function ObstacleLink({ obstacle, id, onPress }: ObstacleLinkProps) {
  const { text } = useFormatter()
  const reveal = useReveal()
  const fields = useView((view) => view.knowledge.fields)
  const hasAxes = useView((view) => view.draft.batch.axes.length > 0)
  const field = fieldOf(obstacle, fields, hasAxes)
  const label = obstacleText(obstacle, text)
  return (
    <p {...(id === undefined ? {} : { id })} className={parts.quiet}>
      {field === null ? (
        label
      ) : (
        <Button
          kind="quiet"
          className={styles.reason}
          onPress={() => {
            onPress?.(field)
            reveal(field)
          }}
        >
          {label}
        </Button>
      )}
    </p>
  )
}
