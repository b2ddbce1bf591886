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

/** Without it Excel takes UTF-8 for another encoding. */
const BYTE_ORDER_MARK = '\ufeff'

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
  return BYTE_ORDER_MARK + [HEAD, ...lines].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')
}

/** What a spreadsheet runs as a formula, also where another separator than the comma begins a cell. */
const FORMULA = /(?<=^|[;,\t\r\n])(?=[=+\-@\t\r\n＝＋－＠])/g

/** Every text is quoted, and one that a spreadsheet would run as a formula is made a text (OWASP, "CSV Injection"). */
function cell(value: string | number): string {
  if (typeof value === 'number' || value === '') return String(value)
  return `"${value.replaceAll(FORMULA, "'").replaceAll('"', '""')}"`
}
