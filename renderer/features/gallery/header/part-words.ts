/** The words for parts of a filter. */
import { useIntl } from 'react-intl'
import type { LibraryFilter } from '#contract/library.ts'
import { isScene, ASSET_TYPES } from '#contract/rules/media.ts'
import { useWords } from '../../../ui/text.ts'
import type { FilterPart, ListPart } from '../query.ts'

/** Names a value of a facet; services may respond with values that the page has no words for. */
export function useFacetWords(): (part: ListPart, value: string) => string {
  const { text } = useWords()
  return (part, value) => {
    const type = part === 'types' ? ASSET_TYPES.find((name) => name === value) : undefined
    if (type !== undefined) return text(`gallery.type.${type}`)
    if (part === 'scenes' && isScene(value)) return text(`scene.${value}`)
    return value === '' ? text('gallery.facet.none') : value
  }
}

/** Characters of a prompt that a chip shows. */
const MOST_SHOWN = 80

function shortened(prompt: string): string {
  const line = prompt.replaceAll(/\s+/gu, ' ').trim()
  return line.length > MOST_SHOWN ? `${line.slice(0, MOST_SHOWN).trimEnd()}…` : line
}

/** Names one part of a filter for a chip, which has no heading. */
export function usePartWords(): (part: FilterPart, filter: LibraryFilter) => string {
  const { text } = useWords()
  const intl = useIntl()
  const date = (at: number): string => intl.formatDate(at, { dateStyle: 'medium' })
  const facetWords = useFacetWords()
  return ({ part, value }, filter) => {
    switch (part) {
      case 'prompt':
        return text('gallery.filters.prompt', { prompt: shortened(filter.prompt ?? '') })
      case 'minRating':
        return text('gallery.filters.minRating', { rating: filter.minRating ?? 0 })
      case 'favorite':
        return text('gallery.favorites')
      case 'from':
        return text('gallery.filters.from', { date: date(filter.from ?? 0) })
      case 'to':
        return text('gallery.filters.to', { date: date((filter.to ?? 0) - 1) })
      default:
        return facetWords(part as ListPart, value ?? '')
    }
  }
}
