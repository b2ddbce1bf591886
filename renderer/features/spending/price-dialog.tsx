/** A price that the user types for a model: what one request costs where the service does not say. */
import { useState } from 'react'
import type { Amount } from '#contract/spending.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { AmountFields, amountOf, draftOf } from '../../ui/amount-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions, DialogForm, DialogText } from '../../ui/dialog.tsx'
import { visibleName } from '../../ui/foreign-text.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'

export interface PricedModel {
  readonly profileId: string
  readonly provider: string
  readonly model: string
}

export interface PriceDialogProps {
  readonly of: PricedModel
  /** What was typed before. */
  readonly typed: Amount | undefined
  onClose(): void
}

export function PriceDialog({ of, typed, onClose }: PriceDialogProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const [draft, setDraft] = useState(draftOf(typed))
  const { run, busy, error } = useCall()
  const amount = amountOf(draft)
  async function save(next: Amount | null): Promise<void> {
    if ((await run(bridge.call('spending.setPrice', { ...of, amount: next }))) !== null) onClose()
  }
  return (
    <Dialog title={text('spending.price.title', { model: visibleName(of.model) })} isOpen onClose={onClose}>
      <DialogForm onSubmit={() => amount !== undefined && void save(amount)}>
        <DialogText>{text('spending.price.text')}</DialogText>
        <AmountFields label={text('spending.price.perRequest')} draft={draft} onChange={setDraft} />
        <Problem words={error?.message} />
        <DialogActions>
          {typed !== undefined && (
            <Button kind="quiet" onPress={() => void save(null)} isDisabled={busy}>
              {text('spending.price.remove')}
            </Button>
          )}
          <Button onPress={onClose}>{text('action.cancel')}</Button>
          <Button kind="main" type="submit" isDisabled={amount === undefined || busy}>
            {text('action.save')}
          </Button>
        </DialogActions>
      </DialogForm>
    </Dialog>
  )
}
