/** Requests or an amount per day as bars, what is reserved above what is settled. The table beside it says the same. */
import 'uplot/dist/uPlot.min.css'
import uPlot from 'uplot'
import { useEffect, useRef, useState } from 'react'
import { useElementSize } from '../../ui/use-element-size.ts'
import { useWords } from '../../ui/text.ts'
import styles from './spending.module.css'
import type { DayValue } from './sum-rows.ts'

export interface SpendingChartProps {
  readonly days: readonly DayValue[]
  readonly label: string
  format(value: number): string
}

const HEIGHT = 200
const LEFT_PX = 56
const BOTTOM_PX = 28
const MOST_BAR_PX = 40
/** From here on the axis counts in whole numbers. */
const FEW = 3
const WHOLE_STEPS = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8].flatMap((step) => [step, 2 * step, 5 * step])

export function SpendingChart({ days, label, format }: SpendingChartProps) {
  const { text, day: dayWords } = useWords()
  const theme = useThemeVersion()
  const [pointed, setPointed] = useState<number | null>(null)
  const shown = pointed === null ? undefined : days[pointed]
  return (
    <figure className={styles.figure}>
      <figcaption className={styles.caption}>
        {shown === undefined
          ? label
          : text('spending.pointed', {
              day: dayWords(shown.day),
              value: format(shown.value),
              reserved: format(shown.reserved),
              isReserved: String(shown.reserved > 0),
            })}
      </figcaption>
      <Bars key={theme} days={days} dayWords={dayWords} format={format} onPoint={setPointed} />
    </figure>
  )
}

interface BarsProps {
  readonly days: readonly DayValue[]
  dayWords(day: string): string
  format(value: number): string
  onPoint(index: number | null): void
}

/** Drawn again as a whole: a canvas takes its colours once. */
function Bars(props: BarsProps) {
  const { days } = props
  const place = useRef<HTMLDivElement>(null)
  const width = useElementSize(place)?.width ?? 0
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  useEffect(() => {
    if (place.current === null || width === 0) return
    const data = [
      days.map((_, index) => index),
      days.map(({ value, reserved }) => barOf(value + reserved)),
      days.map(({ value }) => barOf(value)),
    ] satisfies uPlot.AlignedData
    const chart = new uPlot(chartOptions(place.current, width, days, latest.current), data, place.current)
    return () => chart.destroy()
  }, [width, days])
  return <div ref={place} aria-hidden className={styles.chart} />
}

function chartOptions(
  place: HTMLElement,
  width: number,
  days: readonly DayValue[],
  { dayWords, format, onPoint }: BarsProps,
): uPlot.Options {
  const colour = (name: string): string => colourOf(place, name)
  const bars = uPlot.paths.bars?.({ size: [0.7, MOST_BAR_PX] })
  const series = (stroke: string, fill: string): uPlot.Series => ({
    stroke,
    fill,
    width: 1,
    points: { show: false },
    ...(bars === undefined ? {} : { paths: bars }),
  })
  const axis = {
    stroke: colour('--text-quiet'),
    font: `12px ${getComputedStyle(place).fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { setScale: false, x: false } },
    scales: {
      x: { time: false, range: [-0.5, days.length - 0.5] },
      y: { range: (_, _least, most) => [0, most > 0 ? most * 1.08 : 1] },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: BOTTOM_PX,
        space: 90,
        incrs: [1, 2, 7, 14, 30, 91, 182, 365],
        values: (_, splits) => splits.map((at) => (days[at] === undefined ? '' : dayWords(days[at].day))),
      },
      {
        ...axis,
        size: LEFT_PX,
        ...(most(days) < FEW ? {} : { incrs: WHOLE_STEPS }),
        values: (_, splits) => splits.map(format),
      },
    ],
    series: [
      {},
      series(colour('--text-quiet'), 'transparent'),
      series(colour('--text-quiet'), colour('--text-quiet')),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}

/** Of nothing there is no bar. */
function barOf(value: number): number | null {
  return value === 0 ? null : value
}

function most(days: readonly DayValue[]): number {
  return Math.max(0, ...days.map(({ value, reserved }) => value + reserved))
}

/** A canvas takes no variables: what the theme, or the reader's own colours, make of one. */
function colourOf(place: HTMLElement, name: string): string {
  const probe = place.ownerDocument.createElement('span')
  probe.style.color = `var(${name})`
  place.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}

const QUERIES = ['(prefers-color-scheme: dark)', '(forced-colors: active)', '(resolution: 1dppx)'] as const

/** Another number whenever colours may have changed. */
function useThemeVersion(): number {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    const next = (): void => setVersion((before) => before + 1)
    const queries = QUERIES.map((query) => window.matchMedia(query))
    const observer = new MutationObserver(next)
    for (const query of queries) query.addEventListener('change', next)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-text-size'] })
    return () => {
      for (const query of queries) query.removeEventListener('change', next)
      observer.disconnect()
    }
  }, [])
  return version
}
