/** What is known of the prices of the models that were used, and who said it. */
import type { ModelPrice } from '#contract/spending.ts'
import { Button } from '../../ui/button.tsx'
import { visibleName } from '../../ui/foreign-text.tsx'
import parts from '../../ui/parts.module.css'
import { useWords } from '../../ui/text.ts'
import type { PricedModel } from './price-dialog.tsx'
import styles from './spending.module.css'
import { useNames } from './use-names.ts'

export interface PricesProps {
  readonly models: readonly PricedModel[]
  readonly prices: readonly ModelPrice[]
  onSetPrice(model: PricedModel): void
}

export function Prices({ models, prices, onSetPrice }: PricesProps) {
  const { text, amount } = useWords()
  const names = useNames()
  return (
    <section className={parts.column} aria-label={text('spending.prices')}>
      <h2>{text('spending.prices')}</h2>
      <p className={parts.quiet}>{text('spending.prices.text')}</p>
      <ul className={styles.prices}>
        {models.map((one) => {
          const known = prices.filter((price) => isOf(price, one))
          const name = visibleName(one.model)
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
                    {amount(price.amount)}{' '}
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
