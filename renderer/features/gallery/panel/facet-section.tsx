/** The values of one facet with their counts, the chosen ones first. */
import { useState } from 'react'
import { ToggleButton } from 'react-aria-components'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { useFacetWords } from '../header/part-words.ts'
import { listOf, toggled, type LIST_PARTS } from '../query.ts'
import { useGallery, useListing } from '../use-gallery.ts'
import { facetRows } from './facet-rows.ts'
import styles from './panel.module.css'
import { Section } from './section.tsx'

const SHOWN_FIRST = 7

interface FacetSectionProps {
  readonly part: (typeof LIST_PARTS)[number]
  readonly title: string
}

export function FacetSection({ part, title }: FacetSectionProps) {
  const { text, number } = useWords()
  const { listing } = useGallery()
  const nameOf = useFacetWords()
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
          <li key={value}>
            <ToggleButton
              className={classNames(styles.row)}
              isSelected={chosen.includes(value)}
              onChange={() => listing.getState().setFilter(toggled(filter, part, value))}
            >
              <span className={styles.rowName} title={value}>
                {nameOf(part, value)}
              </span>
              <span className={styles.count}>{number(count)}</span>
            </ToggleButton>
          </li>
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
