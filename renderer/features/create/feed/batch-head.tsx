/** What a press of the button asked for, how far it is, and what can be done with it as a whole. */
import { ChevronRight, Dices, Repeat2, SlidersHorizontal } from 'lucide-react'
import { memo } from 'react'
import { Button } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { IconButton } from '../../../ui/button.tsx'
import { TaskStateLabel } from '../../../ui/task-state.tsx'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useCreate } from '../create-context.ts'
import { useVary } from '../reuse/use-vary.ts'
import { VARIATIONS } from '../reuse/variations.ts'
import parts from '../../../ui/parts.module.css'
import styles from './feed.module.css'
import { batchProgress, type Batch } from './batches.ts'

export interface BatchHeadProps {
  readonly batch: Batch
  readonly isFolded: boolean
}

export const BatchHead = memo(function BatchHead({ batch, isFolded }: BatchHeadProps) {
  const { text, ago } = useWords()
  const { reuse, folded } = useCreate()
  const { remix, vary } = reuse.getState()
  const sendVariations = useVary()
  const { tasks, first } = batch
  const { request, batchName } = first
  const now = useNow(30_000)
  const progress = batchProgress(tasks)
  const models = Array.from(new Set(tasks.map((task) => task.request.model)))
  const prompt = request.provenance?.template ?? request.prompt
  const title = batchName ?? prompt ?? text('task.noPrompt')
  const state = tasks.every((task) => task.state === first.state) ? first.state : null
  return (
    <header className={styles.head}>
      <div className={parts.stack}>
        <h2 className={styles.title}>
          {tasks.length > 1 ? (
            <Button
              className={classNames(parts.bare, styles.fold)}
              aria-expanded={!isFolded}
              onPress={() => {
                const others = new Set(folded.getState())
                folded.setState(others.delete(batch.id) ? others : others.add(batch.id), true)
              }}
            >
              <ChevronRight size={16} aria-hidden className={classNames(!isFolded && styles.open)} />
              <span className={classNames(parts.lines, styles.words)} title={title}>
                {title}
              </span>
            </Button>
          ) : (
            <span className={classNames(parts.lines, parts.selectable, styles.words)} title={title}>
              {title}
            </span>
          )}
        </h2>
        {prompt !== undefined && title !== prompt && (
          <p className={classNames(parts.quiet, parts.lines, parts.selectable, styles.prompt)}>{prompt}</p>
        )}
      </div>
      <div className={styles.actions}>
        <IconButton icon={Repeat2} label={text('viewer.remix')} onPress={() => void remix({ request })} />
        <IconButton
          icon={Dices}
          label={text('reuse.vary.send', { requests: VARIATIONS })}
          onPress={() => void sendVariations({ request })}
        />
        <IconButton
          icon={SlidersHorizontal}
          label={text('reuse.vary.adjust')}
          onPress={() => void vary({ request })}
        />
        {request.prompt !== undefined && (
          <CopyButton label={text('action.copyPrompt')} value={request.prompt} />
        )}
      </div>
      <p className={classNames(parts.row, parts.quiet, parts.digits, styles.facts)}>
        {state !== null && state !== 'saved' && <TaskStateLabel state={state} />}
        {tasks.length > 1 && <span>{text('feed.done', { ...progress })}</span>}
        <span>
          {models.length > 3 ? text('batch.models.count', { count: models.length }) : models.join(', ')}
        </span>
        <span>{ago(first.createdAt, now)}</span>
      </p>
    </header>
  )
})
