/** The question before a large batch leaves, with what exactly will be sent. */
import { activeProfile } from '../../bridge/stores/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { useWords } from '../../ui/text.ts'
import type { Plan } from './build-requests.ts'

export interface ConfirmBatchProps {
  readonly plan: Plan
  readonly model: string
  readonly isOpen: boolean
  onConfirm(): void
  onClose(): void
}

export function ConfirmBatch({ plan, model, isOpen, onConfirm, onClose }: ConfirmBatchProps) {
  const { text } = useWords()
  const profile = useHostState((host) => host.profiles, activeProfile)
  const requests = plan.requests.length
  return (
    <Confirm
      title={text('create.confirm.title', { requests })}
      text={text('create.confirm.text', {
        requests,
        results: plan.results,
        model,
        profile: profile?.name ?? '',
      })}
      confirm={text('create.confirm.send', { requests })}
      kind="main"
      isOpen={isOpen}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
