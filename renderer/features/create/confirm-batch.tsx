/** The question before a large batch leaves, with what exactly will be sent. */
import '../../locales/create.ts'
import { useHostState, useIsFree, useModelLabel } from '../../bridge/host.tsx'
import type { Estimate } from '#contract/spending.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import { useFormatter } from '../../ui/text.ts'
import { priceValues } from './batch/forecast.ts'
import { PlanFacts, type PlanFactsProps } from './batch/plan-facts.tsx'
import { modelsOf } from './build-requests.ts'
import { useView } from './create-context.ts'

export interface ConfirmBatchProps extends PlanFactsProps {
  readonly estimate: Estimate | null
  onConfirm(): void
  onClose(): void
}

export function ConfirmBatch({ plan, forecast, estimate, onConfirm, onClose }: ConfirmBatchProps) {
  const formatter = useFormatter()
  const { text, names } = formatter
  const profile = useHostState('profiles', ({ items }) => items.find(({ id }) => id === plan.profileId))
  const isFree = useIsFree(plan.profileId)
  const draft = useView((view) => view.draft)
  const labelOf = useModelLabel()
  const models = modelsOf(draft).map((one) => labelOf(one.id, one.provider))
  const requests = plan.requests.length
  return (
    <Dialog title={text('create.confirm.title', { requests })} isOpen onClose={onClose} role="alertdialog">
      <DialogText>
        {text('create.confirm.text', {
          requests,
          results: plan.results,
          model: models.length > 3 ? text('batch.models.count', { count: models.length }) : names(models),
          profile: profile?.name ?? '',
          ...priceValues(isFree, estimate, formatter),
        })}
      </DialogText>
      <PlanFacts plan={plan} forecast={forecast} />
      <DialogActions>
        <Button onPress={onClose} takesFocus>
          {text('queue.sendNothing')}
        </Button>
        <Button kind="main" onPress={onConfirm}>
          {text('create.confirm.send', { requests })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
