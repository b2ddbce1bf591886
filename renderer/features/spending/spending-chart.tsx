/** Requests or an amount per day as bars, what is reserved above what is settled. The table beside it says the same. */
import { useState } from 'react'
import { classNames } from '../../ui/class-names.ts'
import parts from '../../ui/parts.module.css'
import { useFormatter } from '../../ui/text.ts'
import styles from './spending.module.css'
import type { DayValue } from './sum-rows.ts'

export interface SpendingChartProps {
  readonly days: readonly DayValue[]
  readonly label: string
  format(value: number): string
}

/** More are narrower than can be seen or pointed at. */
const MAX_DAYS = 1_000

export function SpendingChart({ days, label, format }: SpendingChartProps) {
  const { text, day: dayWords } = useFormatter()
  const [pointed, setPointed] = useState<string | null>(null)
  const drawn = days.slice(-MAX_DAYS)
  const title =
    drawn.length < days.length ? `${label}, ${text('spending.lastDays', { count: drawn.length })}` : label
  const shown = drawn.find(({ day }) => day === pointed)
  const top = roundedUp(Math.max(0, ...drawn.map(({ value, reserved }) => value + reserved)))
  const height = (value: number) => ({ blockSize: `${(value / top) * 100}%` })
  return (
    <figure className={styles.figure}>
      <figcaption className={classNames(parts.quiet, parts.digits)}>
        {shown === undefined
          ? title
          : text('spending.pointed', {
              day: dayWords(shown.day),
              value: format(shown.value),
              reserved: format(shown.reserved),
              isReserved: String(shown.reserved > 0),
            })}
      </figcaption>
      <div className={styles.chart} aria-hidden>
        <div className={styles.marks}>
          {[top, ...(Number.isInteger(top / 2) || top < 1 ? [top / 2] : []), 0].map((mark) => (
            <span key={mark}>{format(mark)}</span>
          ))}
        </div>
        <div className={styles.days} onPointerLeave={() => setPointed(null)}>
          {drawn.map(({ day, value, reserved }) => (
            <span key={day} className={styles.day} onPointerEnter={() => setPointed(day)}>
              {reserved > 0 && <span className={styles.unsettled} style={height(reserved)} />}
              {value > 0 && <span className={styles.settled} style={height(value)} />}
            </span>
          ))}
        </div>
        <div className={styles.dates}>
          {[...new Set([drawn.at(0), drawn.at(drawn.length / 2), drawn.at(-1)])].map(
            (one) => one !== undefined && <span key={one.day}>{dayWords(one.day)}</span>,
          )}
        </div>
      </div>
    </figure>
  )
}

/** 1, 2, 4 or 10 times a power of ten: what its axis can be divided by. */
function roundedUp(value: number): number {
  if (value === 0) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  return power * ([1, 2, 4].find((step) => step * power >= value) ?? 10)
}
