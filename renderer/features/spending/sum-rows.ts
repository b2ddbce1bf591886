/** Turns rows of the ledger into what is shown: sums by a key, and days without a gap. */
import { addTo, amountsOf, rounded, type Sums } from '#contract/rules/money.ts'
import type { Amount, SpendingDimension, SpendingRow } from '#contract/spending.ts'
import { dayOf, startOfDay } from '#renderer/ui/days.ts'

/** Amounts by their unit, which are never added across. */
type ByUnit = Readonly<Record<string, number>>

export interface Sum {
  readonly requests: number
  readonly unknown: number
  readonly unpriced: number
  readonly free: number
  readonly amounts: ByUnit
  readonly reserved: ByUnit
}

interface SumRow extends Sum {
  readonly key: string
  /** One of the rows, for the names of what they share. */
  readonly of: SpendingRow
}

/** Prices are kept for a model of a profile: the same model elsewhere is another row. */
const KEYS = {
  day: ({ day }) => [day],
  profile: ({ profileId }) => [profileId],
  model: ({ profileId, provider, model }) => [profileId, provider, model],
  agent: ({ agentId }) => [agentId],
} as const satisfies Record<SpendingDimension, (row: SpendingRow) => readonly unknown[]>

export function sumBy(rows: readonly SpendingRow[], by: SpendingDimension): readonly SumRow[] {
  return [...Map.groupBy(rows, (row) => JSON.stringify(KEYS[by](row)))].flatMap(([key, members]) => {
    const [of] = members
    return of === undefined ? [] : [{ key, of, ...sumOf(members) }]
  })
}

export function sumOf(rows: readonly SpendingRow[]): Sum {
  const count = (of: (row: SpendingRow) => number): number => rows.reduce((sum, row) => sum + of(row), 0)
  return {
    requests: count(({ requests }) => requests),
    unknown: count(({ unknown }) => unknown),
    unpriced: count(({ unpriced }) => unpriced),
    free: count(({ free }) => free),
    amounts: byUnit(rows.flatMap(({ amounts }) => amounts)),
    reserved: byUnit(rows.flatMap(({ reserved }) => reserved)),
  }
}

function byUnit(amounts: readonly Amount[]): ByUnit {
  const sums: Sums = new Map()
  for (const { unit, value } of amounts) addTo(sums, unit, rounded(value))
  return Object.fromEntries(amountsOf(sums).map(({ unit, value }) => [unit, value]))
}

/** The units that occur, in a steady order. */
export function unitsOf({ amounts, reserved }: Sum): readonly string[] {
  return [...new Set([...Object.keys(amounts), ...Object.keys(reserved)])].toSorted()
}

export interface DayValue {
  readonly day: string
  /** Settled; what is reserved comes on top. */
  readonly value: number
  readonly reserved: number
}

/** Each day from one moment to another, those without requests too. `unit` null counts requests. */
export function dayValues(
  rows: readonly SpendingRow[],
  unit: string | null,
  from: number,
  to: number,
): readonly DayValue[] {
  const sums = new Map(sumBy(rows, 'day').map((sum) => [sum.of.day, sum]))
  const [first = dayOf(to)] = [...sums.keys()].filter((day) => day !== undefined).toSorted()
  const days: DayValue[] = []
  let day = from === 0 ? first : dayOf(from)
  const last = dayOf(to)
  while (day <= last) {
    const sum = sums.get(day)
    const [value, reserved] =
      unit === null
        ? [(sum?.requests ?? 0) - (sum?.unknown ?? 0), sum?.unknown ?? 0]
        : [sum?.amounts[unit] ?? 0, sum?.reserved[unit] ?? 0]
    days.push({ day, value, reserved })
    const next = startOfDay(day, 1)
    if (next === null) break
    day = dayOf(next)
  }
  return days
}

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

/** The ledger as a table for other programs (RFC 4180): one line for each unit, so that amounts can be added. */
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
