/** What narrows the list: marks, the values of each facet with their counts, and dates. */
import { Heart } from '#renderer/icons.tsx'
import { useState, type ReactNode } from 'react'
import { Group, ToggleButton } from 'react-aria-components'
import parts from '#renderer/ui/parts.module.css'
import { Button } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { Hidden } from '#renderer/ui/hidden.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { dayOf, daysAgo, startOfDay } from '#renderer/ui/days.ts'
import type { FacetCount } from '#contract/library.ts'
import type { Facet } from '#contract/rules/facets.ts'
import styles from './panel.module.css'
import { Stars } from '../foot/foot.tsx'
import { useGallery, useListing } from '../gallery.ts'
import { useFacetText } from '../header/filter-chips.tsx'
import { listOf, patched, toggled } from '../query.ts'
import { Section } from './section.tsx'
import u from '#renderer/ui/utilities.module.css'

interface ToggleRowProps {
  readonly isOn: boolean
  readonly count: number
  onChange(isOn: boolean): void
  readonly children: ReactNode
}

function ToggleRow({ isOn, count, onChange, children }: ToggleRowProps) {
  const { number } = useFormatter()
  return (
    <li>
      <ToggleButton className={classNames(styles.row)} isSelected={isOn} onChange={onChange}>
        {children}
        <span className={parts.count}>{number(count)}</span>
      </ToggleButton>
    </li>
  )
}

/** Favourites and ratings. */
export function MarkSection() {
  const { text } = useFormatter()
  const { listing } = useGallery()
  const filter = useListing((state) => state.filter)
  const facets = useListing((state) => state.facets)
  const title = text('gallery.facet.marks')
  return (
    <Section name="marks" title={title}>
      <ul aria-label={title}>
        <ToggleRow
          isOn={filter.favorite === true}
          count={facets?.favorites ?? 0}
          onChange={(favorite) => listing.setFilter(patched(filter, { favorite }))}
        >
          <Heart size={14} aria-hidden />
          <span className={u.grow}>{text('gallery.favorites')}</span>
        </ToggleRow>
        {ratingRows(facets?.ratings ?? [], filter.minRating).map(({ rating, count }) => (
          <ToggleRow
            key={rating}
            isOn={filter.minRating === rating}
            count={count}
            onChange={(isOn) => listing.setFilter(patched(filter, { minRating: isOn ? rating : undefined }))}
          >
            <Hidden>{text('gallery.filters.stars', { rating })}</Hidden>
            <span className={classNames(u.flex, u.grow, styles.stars)}>
              <Stars count={rating} />
              {rating < 5 && <span className={styles.andUp}>{text('gallery.filters.andUp')}</span>}
            </span>
          </ToggleRow>
        ))}
      </ul>
    </Section>
  )
}

const SHOWN_FIRST = 7

interface FacetSectionProps {
  readonly part: Facet
  readonly title: string
}

/** The chosen values stand first. */
export function FacetSection({ part, title }: FacetSectionProps) {
  const { text } = useFormatter()
  const { listing } = useGallery()
  const nameOf = useFacetText()
  const filter = useListing((state) => state.filter)
  const counts = useListing((state) => state.facets?.[part])
  const [showsAll, setShowsAll] = useState(false)
  const chosen = listOf(filter, part)
  const rows = facetRows(counts ?? [], chosen)
  // A facet with one value is of no use.
  if (rows.length <= 1 && chosen.length === 0) return null
  const shown = showsAll ? rows : rows.slice(0, Math.max(SHOWN_FIRST, chosen.length))
  return (
    <Section name={part} title={title}>
      <ul aria-label={title}>
        {shown.map(({ value, count }) => (
          <ToggleRow
            key={value}
            isOn={chosen.includes(value)}
            count={count}
            onChange={() => listing.setFilter(toggled(filter, part, value))}
          >
            <span className={classNames(parts.line, u.grow)} title={nameOf(part, value)}>
              {nameOf(part, value)}
            </span>
          </ToggleRow>
        ))}
      </ul>
      {rows.length > shown.length && (
        <Button kind="quiet" className={styles.more} onPress={() => setShowsAll(true)}>
          {text('gallery.facet.all', { count: rows.length })}
        </Button>
      )}
    </Section>
  )
}

/** Days back from today, today included. */
const STRETCHES = [1, 7, 30, 365] as const

/** When an asset was created: the last days, or from one day to another. */
export function DateSection() {
  const { text } = useFormatter()
  const { listing } = useGallery()
  const filter = useListing((state) => state.filter)
  const { from, to } = filter
  const now = useNow(60_000)
  const narrow = (dates: { readonly from?: number | undefined; readonly to?: number | undefined }): void =>
    listing.setFilter(patched(filter, dates))
  return (
    <Section name="dates" title={text('gallery.facet.dates')}>
      <div className={classNames(u.column, u.gap6, styles.dates)}>
        <Group className={classNames(u.flex, u.wrap, u.gap4)} aria-label={text('gallery.facet.dates')}>
          {STRETCHES.map((days) => {
            const start = daysAgo(days - 1, new Date(now))
            return (
              <ToggleButton
                key={days}
                className={classNames(parts.chip, styles.preset)}
                isSelected={from === start && to === undefined}
                onChange={(isOn) => narrow({ from: isOn ? start : undefined, to: undefined })}
              >
                {text('gallery.dates.last', { days })}
              </ToggleButton>
            )
          })}
        </Group>
        <DateField
          label={text('gallery.dates.from')}
          day={from === undefined ? '' : dayOf(from)}
          onChange={(day) => narrow({ from: startOfDay(day) ?? undefined })}
        />
        <DateField
          label={text('gallery.dates.to')}
          day={to === undefined ? '' : dayOf(to - 1)}
          onChange={(day) => narrow({ to: startOfDay(day, 1) ?? undefined })}
        />
      </div>
    </Section>
  )
}

/** Years below are on the way to another one: typing 2024 goes over 2, 20 and 202. */
const FIRST_YEAR = '1900'

interface DateFieldProps {
  readonly label: string
  /** YYYY-MM-DD, empty where there is none. */
  readonly day: string
  onChange(day: string): void
}

function DateField({ label, day, onChange }: DateFieldProps) {
  /** Null while nobody is at it. A field that is given another value than it has forgets which digit comes next. */
  const [typed, setTyped] = useState<string | null>(null)
  function type(value: string): void {
    setTyped(value)
    if (value === '' || value >= FIRST_YEAR) onChange(value)
  }
  function leave(): void {
    setTyped(null)
    if (typed !== null && typed !== day) onChange(typed)
  }
  return (
    <label className={classNames(u.grid, u.alignCenter, u.gap8, u.quiet, styles.date)}>
      {label}
      <input type="date" value={typed ?? day} onChange={({ target }) => type(target.value)} onBlur={leave} />
    </label>
  )
}

/** The chosen values first, with 0 where nothing has them under the other filters; then the rest, the most common first. */
export function facetRows(counts: readonly FacetCount[], chosen: readonly string[]): readonly FacetCount[] {
  const known = new Map(counts.map(({ value, count }) => [value, count]))
  return [
    ...chosen.map((value) => ({ value, count: known.get(value) ?? 0 })),
    ...counts.filter(({ value }) => !chosen.includes(value)),
  ]
}

/**
 * How many have at least each rating, from five stars down to one; only where there are any, or where it is chosen. Ratings
 * count as texts "0" to "5".
 */
export function ratingRows(
  counts: readonly FacetCount[],
  chosen: number | undefined,
): readonly { readonly rating: number; readonly count: number }[] {
  return [5, 4, 3, 2, 1]
    .map((rating) => ({
      rating,
      count: counts.filter(({ value }) => Number(value) >= rating).reduce((sum, { count }) => sum + count, 0),
    }))
    .filter(({ rating, count }) => count > 0 || rating === chosen)
}
