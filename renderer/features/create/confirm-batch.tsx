/** The question before a large batch leaves, with what exactly will be sent. */
import type { BatchForecast } from '#contract/queue.ts'
import { activeProfile } from '../../bridge/stores/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useWords } from '../../ui/text.ts'
import type { Plan } from './build-requests.ts'
import styles from './create.module.css'
import { PlanFacts } from './batch/plan-facts.tsx'

export interface ConfirmBatchProps {
  readonly plan: Plan
  readonly forecast: BatchForecast | null
  /** By the names that the listing gives them. */
  readonly models: readonly string[]
  onConfirm(): void
  onClose(): void
}

export function ConfirmBatch({ plan, forecast, models, onConfirm, onClose }: ConfirmBatchProps) {
  const { text } = useWords()
  const profile = useHostState('profiles', activeProfile)
  const requests = plan.requests.length
  return (
    <Dialog title={text('create.confirm.title', { requests })} isOpen onClose={onClose} role="alertdialog">
      <p className={styles.text}>
        {text('create.confirm.text', {
          requests,
          results: plan.results,
          model: models.length > 3 ? text('batch.models.count', { count: models.length }) : models.join(', '),
          profile: profile?.name ?? '',
        })}
      </p>
      <PlanFacts plan={plan} forecast={forecast} />
      <div className={styles.actions}>
        <Button onPress={onClose} takesFocus>
          {text('action.cancel')}
        </Button>
        <Button kind="main" onPress={onConfirm}>
          {text('create.confirm.send', { requests })}
        </Button>
      </div>
    </Dialog>
  )
}
