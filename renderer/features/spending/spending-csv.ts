/** The ledger as a table for other programs (RFC 4180): one line for each unit, so that amounts can be added. */
import type { SpendingRow } from '#contract/spending.ts'

const HEAD = [
  'day',
  'profile',
  'provider',
  'model',
  'agent',
  'requests',
  'unknown',
  'free',
  'unpriced',
  'unit',
  'amount',
  'reserved',
]

export interface SpendingNames {
  profile(id: string): string
  /** null: the user themselves. */
  agent(id: string | null): string
}

export function spendingCsv(rows: readonly SpendingRow[], names: SpendingNames): string {
  const lines = rows.flatMap((row) => {
    const { day = '', profileId = '', provider = '', model = '', agentId = null } = row
    const start = [day, names.profile(profileId), provider, model, names.agent(agentId)]
    const counts = [row.requests, row.unknown, row.free, row.unpriced]
    const units = [...new Set([...row.amounts, ...row.reserved].map(({ unit }) => unit))]
    const valueOf = (amounts: SpendingRow['amounts'], unit: string): number | '' =>
      amounts.find((amount) => amount.unit === unit)?.value ?? ''
    // Counts stand on a row's first line alone.
    const of = (unit: string, index: number): readonly (string | number)[] => [
      ...start,
      ...(index === 0 ? counts : counts.map(() => '')),
      unit,
      valueOf(row.amounts, unit),
      valueOf(row.reserved, unit),
    ]
    return units.length === 0 ? [[...start, ...counts, '', '', '']] : units.map(of)
  })
  return [HEAD, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** Quoted where needed. A text that a spreadsheet would run as a formula is made a text (OWASP, "CSV Injection"). */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const plain = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}
