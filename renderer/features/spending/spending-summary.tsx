/** What today and this month cost, large: the two questions one comes with. */
import type { SpendingRow } from '#contract/spending.ts'
import { useQuery } from '../../bridge/use-call.ts'
import { dayOf, startOfDay } from '../../ui/days.ts'
import { useFormatter } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './spending.module.css'
import { sumOf } from './sum-rows.ts'
import { useMoneyRows } from './use-money-rows.ts'

export function SpendingSummary() {
  const { text } = useFormatter()
  const today = dayOf(useNow(30_000))
  const span = { from: startOfDay(`${today.slice(0, 7)}-01`) ?? 0, to: (startOfDay(today, 1) ?? 1) - 1 }
  const { data } = useQuery(
    'spending.query',
    { ...span, by: ['day', 'profile'] },
    ({ name }) => name === 'spending.changed',
  )
  const month = useMoneyRows(data?.rows)
  return (
    <dl className={styles.summary}>
      <Figure name={text('spending.today')} rows={month?.filter(({ day }) => day === today)} />
      <Figure name={text('spending.month')} rows={month} />
    </dl>
  )
}

/** Its place is there before it is known. */
function Figure({
  name,
  rows,
}: {
  readonly name: string
  readonly rows: readonly SpendingRow[] | undefined
}) {
  const { text, amount } = useFormatter()
  if (rows === undefined)
    return (
      <div>
        <dt>{name}</dt>
      </div>
    )
  const { amounts, reserved, requests, unpriced } = sumOf(rows)
  const costs = Object.entries(amounts).map(([unit, value]) => amount({ unit, value }))
  const nothing =
    requests === 0 ? 'spending.summary.none' : unpriced > 0 ? 'spending.summary.unknown' : 'spending.free'
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {(costs.length > 0 ? costs : [text(nothing)]).map((cost) => (
          <strong key={cost}>{cost}</strong>
        ))}
        {Object.entries(reserved).map(([unit, value]) => (
          <span key={unit}>{text('spending.reserved', { amount: amount({ unit, value }) })}</span>
        ))}
        {requests > 0 && (
          <span>
            {text('spending.summary.requests', {
              count: requests,
              unpriced: costs.length > 0 ? unpriced : 0,
            })}
          </span>
        )}
      </dd>
    </div>
  )
}
