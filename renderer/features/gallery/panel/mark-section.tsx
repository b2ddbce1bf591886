/** Favourites and ratings. */
import { Heart, Star } from 'lucide-react'
import { ToggleButton } from 'react-aria-components'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { patched } from '../query.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import { ratingRows } from './facet-rows.ts'
import styles from './panel.module.css'
import { Section } from './section.tsx'

export function MarkSection() {
  const { text, number } = useWords()
  const { listing } = useGallery()
  const filter = useListing((state) => state.filter)
  const favorites = useListing((state) => state.facets?.favorites ?? 0)
  const ratings = useListing((state) => state.facets?.ratings)
  const { setFilter } = listing.getState()
  return (
    <Section name="marks" title={text('gallery.facet.marks')}>
      <ul aria-label={text('gallery.facet.marks')}>
        <li>
          <ToggleButton
            className={classNames(styles.row)}
            isSelected={filter.favorite === true}
            onChange={(favorite) => setFilter(patched(filter, { favorite }))}
          >
            <Heart size={14} aria-hidden />
            <span className={styles.rowName}>{text('gallery.favorites')}</span>
            <span className={styles.count}>{number(favorites)}</span>
          </ToggleButton>
        </li>
        {ratingRows(ratings ?? [], filter.minRating).map(({ rating, count }) => (
          <li key={rating}>
            <ToggleButton
              className={classNames(styles.row)}
              aria-label={text('gallery.filters.minRatingCount', { rating, count })}
              isSelected={filter.minRating === rating}
              onChange={(isOn) => setFilter(patched(filter, { minRating: isOn ? rating : undefined }))}
            >
              <span className={styles.stars} aria-hidden>
                {Array.from({ length: rating }, (_, star) => (
                  <Star key={star} size={13} fill="currentColor" strokeWidth={0} />
                ))}
              </span>
              <span className={styles.count}>{number(count)}</span>
            </ToggleButton>
          </li>
        ))}
      </ul>
    </Section>
  )
}
