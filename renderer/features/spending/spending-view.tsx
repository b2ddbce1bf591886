/** Spending: what was sent and what it cost, as far as that is known, by day, profile, model and agent. */
import '../../locales/spending.ts'
import { ChartColumn, Download } from '#renderer/icons.tsx'
import { useMemo, useState } from 'react'
import type { SpendingDimension, SpendingRow } from '#contract/spending.ts'
import { useQuery } from '../../bridge/use-call.ts'
import { useSaveFile } from '../../bridge/use-save-file.ts'
import { Button } from '../../ui/button.tsx'
import { dayOf } from '../../ui/days.ts'
import { useDialog } from '../../ui/dialog.tsx'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { StateMessage } from '../../ui/state-message.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useDelayed } from '../../ui/use-delayed.ts'
import { PriceDialog, type PricedModel, isOf, Prices } from './prices.tsx'
import { SpendingChart } from './spending-chart.tsx'
import { spendingCsv, dayValues, sumBy, sumOf, unitsOf } from './sum-rows.ts'
import { SpendingFilters, useFilters } from './spending-filters.tsx'
import { modelOf, SpendingTable } from './spending-table.tsx'
import { SpendingSummary } from './spending-summary.tsx'
import styles from './spending.module.css'
import { useMoneyRows } from './use-money-rows.ts'
import { unitName, useNames } from './use-names.ts'

/** One question for all: what is shown is chosen and added up here. */
const ALL = ['day', 'profile', 'model', 'agent'] as const satisfies readonly SpendingDimension[]

const NO_ROWS: readonly SpendingRow[] = []

export function SpendingView({ agentId }: { readonly agentId: string | null }) {
  const { text } = useFormatter()
  const filters = useFilters(agentId)
  const { from, to } = filters.span
  const { data, error } = useQuery(
    'spending.query',
    { from, to, by: [...ALL] },
    ({ name }) => name === 'spending.changed' || name === 'profiles.changed',
  )
  const isLate = useDelayed(data === null && error === null)
  const all = useMoneyRows(data?.rows) ?? NO_ROWS
  const rows = useMemo(() => all.filter(filters.accepts), [all, filters.accepts])
  return (
    <div className={styles.view}>
      <header className={styles.head}>
        <h1>{text('place.spending')}</h1>
        <nav className={styles.links} aria-label={text('place.spending')}>
          <a href="#/queue">{text('place.queue')}</a>
          <a href="#/settings/queue">{text('spending.caps')}</a>
        </nav>
        <Export rows={rows} span={filters.span} />
      </header>
      <SpendingSummary />
      <SpendingFilters filters={filters} rows={all} />
      <Problem message={error?.message} />
      {isLate && <Skeleton width="100%" height={200} />}
      {data !== null && rows.length === 0 && (
        <StateMessage
          icon={ChartColumn}
          title={text(all.length === 0 ? 'spending.none' : 'spending.noMatch')}
        >
          {text(all.length === 0 ? 'spending.none.text' : 'spending.noMatch.text')}
        </StateMessage>
      )}
      {rows.length > 0 && <Shown rows={rows} span={filters.span} />}
    </div>
  )
}

interface ShownProps {
  readonly rows: readonly SpendingRow[]
  readonly span: { readonly from: number; readonly to: number }
}

function Shown({ rows, span: { from, to } }: ShownProps) {
  const { text, number, amount } = useFormatter()
  const open = useDialog()
  const [by, setBy] = useState<SpendingDimension>('day')
  const [chosen, setUnit] = useState<string | null>(null)
  const { data: known } = useQuery('spending.prices', {}, ({ name }) => name === 'spending.changed')
  const units = useMemo(() => unitsOf(sumOf(rows)), [rows])
  const unit = units.includes(chosen ?? '') ? chosen : null
  const days = useMemo(() => dayValues(rows, unit, from, to), [rows, unit, from, to])
  const models = useMemo(() => sumBy(rows.filter(isPriced), 'model').map(({ of }) => modelOf(of)), [rows])
  const prices = known?.items ?? []
  const setPrice = (of: PricedModel): void => {
    const typed = prices.find((price) => price.source === 'user' && isOf(price, of))
    open((close) => <PriceDialog of={of} typed={typed} onClose={close} />)
  }
  return (
    <>
      {units.length > 0 && (
        <Segmented
          label={text('spending.measure')}
          layout="wrap"
          value={unit ?? ''}
          onChange={(next) => setUnit(next === '' ? null : next)}
          options={['', ...units].map((value) => ({
            value,
            label: value === '' ? text('spending.requests') : unitName(value, text),
          }))}
        />
      )}
      <SpendingChart
        days={days}
        label={text('spending.perDay', {
          what: unit === null ? text('spending.requests') : unitName(unit, text),
        })}
        format={(value) => (unit === null ? number(value) : amount({ unit, value }))}
      />
      <Segmented
        label={text('spending.by')}
        layout="wrap"
        value={by}
        onChange={(next) => setBy(next)}
        options={ALL.map((value) => ({ value, label: text(`spending.by.${value}`) }))}
      />
      <SpendingTable rows={rows} by={by} />
      {models.length > 0 && <Prices models={models} prices={prices} onSetPrice={setPrice} />}
    </>
  )
}

/** Where nothing is charged there is no price to set. */
function isPriced({ requests, free }: SpendingRow): boolean {
  return free < requests
}

/** What is shown, with all that is known of it. */
function Export({ rows, span }: ShownProps) {
  const { text } = useFormatter()
  const names = useNames()
  const { save, problem } = useSaveFile()
  const [first, last] = [rows.map(({ day = '' }) => day).toSorted()[0] ?? '', dayOf(span.to)]
  return (
    <>
      <Button
        icon={Download}
        isDisabled={rows.length === 0}
        onPress={() =>
          void save(
            `atelier-spending-${first}-${last}.csv`,
            new Blob([spendingCsv(rows, names)], { type: 'text/csv' }),
          )
        }
      >
        {text('spending.export')}
      </Button>
      <Problem message={problem} />
    </>
  )
}
