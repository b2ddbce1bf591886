/** What is known of the prices of the models that were used, and who said it. */
import { useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import { PRICED_PER, type PricedPer } from '#contract/rules/money.ts'
import type { ModelPrice, Amount } from '#contract/spending.ts'
import { Button } from '#renderer/ui/button.tsx'
import { visibleName } from '#renderer/ui/foreign-text.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { useHost, useModelLabel } from '#renderer/bridge/host.tsx'
import { useCall } from '#renderer/bridge/use-call.ts'
import { AmountFields, amountOf, draftOf } from '#renderer/ui/amount-fields.tsx'
import { Dialog, DialogActions, Form, DialogText } from '#renderer/ui/dialog.tsx'
import { Select } from '#renderer/ui/field.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import styles from './spending.module.css'
import { useNames } from './use-names.ts'

interface PricesProps {
  readonly models: readonly PricedModel[]
  readonly prices: readonly ModelPrice[]
  onSetPrice(model: PricedModel): void
}

export function Prices({ models, prices, onSetPrice }: PricesProps) {
  const { text, amount } = useFormatter()
  const names = useNames()
  const labelOf = useModelLabel()
  return (
    <section className={parts.column} aria-label={text('spending.prices')}>
      <h2>{text('spending.prices')}</h2>
      <p className={parts.quiet}>{text('spending.prices.text')}</p>
      <ul className={styles.prices}>
        {models.map((one) => {
          const known = prices.filter((price) => isOf(price, one))
          const name = visibleName(labelOf(one.model, one.provider))
          return (
            <li key={JSON.stringify(one)} className={styles.price}>
              <span className={styles.priced}>
                <bdi>{name}</bdi>
                <span className={parts.quiet}> · {names.profile(one.profileId)}</span>
              </span>
              <span className={parts.digits}>
                {known.length === 0 && <span className={parts.quiet}>{text('price.unknown')}</span>}
                {known.map((price) => (
                  <span key={price.source} className={styles.source}>
                    {text('spending.price.amount', { amount: amount(price.amount), per: price.per })}{' '}
                    <span className={parts.quiet}>{text(`spending.source.${price.source}`)}</span>
                  </span>
                ))}
              </span>
              <Button
                kind="quiet"
                aria-label={text('spending.price.setFor', { model: name })}
                onPress={() => onSetPrice(one)}
              >
                {text('spending.price.set')}
              </Button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

export function isOf(price: PricedModel, one: PricedModel): boolean {
  return price.profileId === one.profileId && price.provider === one.provider && price.model === one.model
}

export interface PricedModel {
  readonly profileId: string
  readonly provider: string
  readonly model: string
}

interface PriceDialogProps {
  readonly of: PricedModel
  /** What was typed before. */
  readonly typed: Pick<ModelPrice, 'amount' | 'per'> | undefined
  onClose(): void
}

/** A price that the user types for a model: what it costs where the service does not say, and for what. */
export function PriceDialog({ of, typed, onClose }: PriceDialogProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const labelOf = useModelLabel()
  const [draft, setDraft] = useState(draftOf(typed?.amount))
  const [per, setPer] = useState<PricedPer>(typed?.per ?? 'request')
  const { run, busy, error } = useCall()
  const amount = amountOf(draft)
  async function save(next: Amount | null): Promise<void> {
    if ((await run(bridge.call('spending.setPrice', { ...of, amount: next, per }))) !== null) onClose()
  }
  return (
    <Dialog
      title={text('spending.price.title', { model: visibleName(labelOf(of.model, of.provider)) })}
      isOpen
      onClose={onClose}
    >
      <Form onSubmit={() => amount !== undefined && void save(amount)}>
        <DialogText>{text('spending.price.text')}</DialogText>
        <AmountFields label={text('spending.price')} draft={draft} onChange={setDraft} />
        <Select
          label={text('spending.price.per')}
          hint={text('spending.price.per.hint', { per })}
          value={per}
          options={PRICED_PER.map((value) => ({ value, label: text('spending.price.for', { per: value }) }))}
          onChange={(next) => setPer(next)}
        />
        <Problem message={error?.message} />
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
      </Form>
    </Dialog>
  )
}
