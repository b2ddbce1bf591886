/** Rows of the ledger as money: what the bundled sample counts in credits costs nothing. */
import { useMemo } from 'react'
import type { SpendingRow } from '#contract/spending.ts'
import { useHostState } from '../../bridge/host.tsx'

export function useMoneyRows(rows: readonly SpendingRow[] | undefined): readonly SpendingRow[] | undefined {
  const sample = useHostState('profiles', ({ items }) => items.find(({ builtIn }) => builtIn)?.id)
  return useMemo(
    () =>
      rows?.map((row) =>
        row.profileId === sample
          ? { ...row, amounts: [], reserved: [], unpriced: 0, free: row.requests }
          : row,
      ),
    [rows, sample],
  )
}
