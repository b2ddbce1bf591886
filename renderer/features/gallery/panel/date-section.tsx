/** When an asset was created: the last days, or from one day to another. */
import { Group, ToggleButton } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { patched } from '../query.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import { dayAfter, dayOf, daysAgo, startOfDay } from './days.ts'
import styles from './panel.module.css'
import { Section } from './section.tsx'

/** Days back from today, today included. */
const STRETCHES = [1, 7, 30, 365] as const

export function DateSection() {
  const { text } = useWords()
  const { listing } = useGallery()
  const filter = useListing((state) => state.filter)
  const { setFilter } = listing.getState()
  const { from, to } = filter
  const now = useNow(60_000)
  return (
    <Section name="dates" title={text('gallery.facet.dates')}>
      <div className={styles.dates}>
        <Group className={classNames(styles.presets)} aria-label={text('gallery.facet.dates')}>
          {STRETCHES.map((days) => {
            const start = daysAgo(days - 1, new Date(now))
            return (
              <ToggleButton
                key={days}
                className={classNames(styles.preset)}
                isSelected={from === start && to === undefined}
                onChange={(isOn) =>
                  setFilter(patched(filter, { from: isOn ? start : undefined, to: undefined }))
                }
              >
                {text('gallery.dates.last', { days })}
              </ToggleButton>
            )
          })}
        </Group>
        <label className={styles.date}>
          {text('gallery.dates.from')}
          <input
            type="date"
            value={from === undefined ? '' : dayOf(from)}
            onChange={({ target }) =>
              setFilter(patched(filter, { from: startOfDay(target.value) ?? undefined }))
            }
          />
        </label>
        <label className={styles.date}>
          {text('gallery.dates.to')}
          <input
            type="date"
            value={to === undefined ? '' : dayOf(to - 1)}
            onChange={({ target }) => setFilter(patched(filter, { to: dayAfter(target.value) ?? undefined }))}
          />
        </label>
      </div>
    </Section>
  )
}
