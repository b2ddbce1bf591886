/** Which requests are shown: of which time, profile, model and agent. */
import { useCallback, useState } from 'react'
import type { SpendingRow } from '#contract/spending.ts'
import { useModelLabel } from '../../bridge/host.tsx'
import { dayOf, daysAgo, startOfDay } from '../../ui/days.ts'
import { Select } from '../../ui/field.tsx'
import { visibleName } from '../../ui/foreign-text.tsx'
import parts from '../../ui/parts.module.css'
import { Segmented } from '../../ui/segmented.tsx'
import { useFormatter } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './spending.module.css'
import { useNames } from './use-names.ts'

const RANGES = ['7', '30', '90', '365', 'all'] as const
type Range = (typeof RANGES)[number]

const FILTERS = ['profile', 'model', 'agent'] as const
type Filter = (typeof FILTERS)[number]

const ANY = ''
/** The user themselves: no id of an agent. */
const USER = '-'

export function useFilters(agentId: string | null) {
  const [range, setRange] = useState<Range>('30')
  const [chosen, setChosen] = useState<Readonly<Record<Filter, string>>>({
    profile: ANY,
    model: ANY,
    agent: agentId ?? ANY,
  })
  const today = dayOf(useNow(30_000))
  const { profile, model, agent } = chosen
  const accepts = useCallback(
    (row: SpendingRow) =>
      (profile === ANY || valueOf(row, 'profile') === profile) &&
      (model === ANY || valueOf(row, 'model') === model) &&
      (agent === ANY || valueOf(row, 'agent') === agent),
    [profile, model, agent],
  )
  return { range, setRange, chosen, setChosen, accepts, span: spanOf(range, today) }
}

/** Whole days, both ends included. */
function spanOf(range: Range, today: string): { readonly from: number; readonly to: number } {
  const end = startOfDay(today, 1) ?? 0
  return { from: range === 'all' ? 0 : daysAgo(Number(range) - 1, new Date(end - 1)), to: end - 1 }
}

function valueOf(row: SpendingRow, filter: Filter): string {
  switch (filter) {
    case 'profile':
      return row.profileId ?? ''
    case 'model':
      return JSON.stringify([row.provider, row.model])
    case 'agent':
      return row.agentId ?? USER
  }
}

export interface SpendingFiltersProps {
  readonly filters: ReturnType<typeof useFilters>
  /** All of the time, from which one chooses. */
  readonly rows: readonly SpendingRow[]
}

export function SpendingFilters({ filters, rows }: SpendingFiltersProps) {
  const { text } = useFormatter()
  const names = useNames()
  const labelOf = useModelLabel()
  const { range, setRange, chosen, setChosen } = filters
  const label = (filter: Filter, value: string): string => {
    if (filter === 'profile') return names.profile(value)
    if (filter === 'agent') return names.agent(value === USER ? null : value)
    const [provider, model] = JSON.parse(value) as [provider: string | null, model: string | null]
    return visibleName(labelOf(model ?? '', provider ?? undefined))
  }
  return (
    <div className={parts.wrap}>
      <Segmented
        label={text('spending.range')}
        layout="wrap"
        value={range}
        onChange={(next) => setRange(next)}
        options={RANGES.map((value) => ({ value, label: text('spending.range.days', { range: value }) }))}
      />
      {FILTERS.map((filter) => {
        const options = new Set(rows.map((row) => valueOf(row, filter)))
        const value = chosen[filter]
        if (value === ANY && options.size < 2) return null
        // What is chosen stays to be chosen, though nothing of it was sent in this time.
        if (value !== ANY) options.add(value)
        return (
          <Select
            key={filter}
            label={text(`spending.by.${filter}`)}
            isLabelHidden
            className={styles.filter}
            value={value}
            onChange={(next) => setChosen({ ...chosen, [filter]: next })}
            options={[
              { value: ANY, label: text(`spending.any.${filter}`) },
              ...[...options].map((one) => ({ value: one, label: label(filter, one) })),
            ]}
          />
        )
      })}
    </div>
  )
}
