/** The sums as a table: a column for each unit, and for what is not known. */
import type { SpendingDimension, SpendingRow } from '#contract/spending.ts'
import { useModelLabel } from '../../bridge/host.tsx'
import parts from '../../ui/parts.module.css'
import { useFormatter } from '../../ui/text.ts'
import styles from './spending.module.css'
import { sumBy, sumOf, unitsOf, type Sum } from './sum-rows.ts'
import type { PricedModel } from './prices.tsx'
import { unitName, useNames } from './use-names.ts'

export interface SpendingTableProps {
  readonly rows: readonly SpendingRow[]
  readonly by: SpendingDimension
}

export function SpendingTable({ rows, by }: SpendingTableProps) {
  const { text } = useFormatter()
  const sums = sumBy(rows, by)
  const total = sumOf(rows)
  const units = unitsOf(total)
  const counts = (['unpriced', 'unknown', 'free'] as const).filter((name) => total[name] > 0)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={styles.scroller} tabIndex={0} aria-label={text('spending.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{text(`spending.by.${by}`)}</th>
            <th scope="col">{text('spending.requests')}</th>
            {units.map((unit) => (
              <th key={unit} scope="col">
                {unitName(unit, text)}
              </th>
            ))}
            {counts.map((name) => (
              <th key={name} scope="col">
                {text(`spending.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sums.map(({ key, of, ...sum }) => (
            <tr key={key}>
              <th scope="row">
                <RowName row={of} by={by} />
              </th>
              <Cells sum={sum} units={units} counts={counts} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('spending.total')}</th>
            <Cells sum={total} units={units} counts={counts} />
          </tr>
        </tfoot>
      </table>
    </section>
  )
}

export function modelOf({ profileId = '', provider = '', model = '' }: SpendingRow): PricedModel {
  return { profileId, provider, model }
}

function RowName({ row, by }: { readonly row: SpendingRow; readonly by: SpendingDimension }) {
  const { day: dayWords } = useFormatter()
  const names = useNames()
  const labelOf = useModelLabel()
  switch (by) {
    case 'day':
      return dayWords(row.day ?? '')
    case 'profile':
      return names.profile(row.profileId ?? '')
    case 'agent':
      return <bdi>{names.agent(row.agentId ?? null)}</bdi>
    case 'model':
      return (
        <>
          <bdi>{labelOf(row.model ?? '', row.provider)}</bdi>
          <span className={parts.quiet}> · {names.profile(row.profileId ?? '')}</span>
        </>
      )
  }
}

interface CellsProps {
  readonly sum: Sum
  readonly units: readonly string[]
  readonly counts: readonly ('unpriced' | 'unknown' | 'free')[]
}

/** Nothing stands where nothing is known: a nought would say that it cost nothing. */
function Cells({ sum, units, counts }: CellsProps) {
  const { text, number, amount } = useFormatter()
  return (
    <>
      <td>{number(sum.requests)}</td>
      {units.map((unit) => {
        const value = sum.amounts[unit]
        const reserved = sum.reserved[unit]
        return (
          <td key={unit}>
            {value !== undefined && amount({ unit: '', value })}
            {reserved !== undefined && (
              <span className={styles.reserved}>
                {text('spending.reserved', { amount: amount({ unit: '', value: reserved }) })}
              </span>
            )}
          </td>
        )
      })}
      {counts.map((name) => (
        <td key={name}>{sum[name] > 0 && number(sum[name])}</td>
      ))}
    </>
  )
}
