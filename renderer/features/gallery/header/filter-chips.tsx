/** Above the grid: the active filters as chips that can be removed, saving them as a search, and emptying the trash. */
import { X } from '#renderer/icons.tsx'
import { BookmarkPlus } from '../icons.tsx'
import { Button as AriaButton, Group } from 'react-aria-components'
import { useIntl } from 'react-intl'
import type { LibraryFilter } from '#contract/library.ts'
import { ASSET_TYPES, isScene } from '#contract/rules/media.ts'
import { IMPORTED, UNKNOWN_MODEL } from '#contract/rules/imported.ts'
import { useHost, useHostState, useModelLabel } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { useNameDialog } from '../../../ui/name-dialog.tsx'
import parts from '../../../ui/parts.module.css'
import { refocus } from '../../../ui/refocus.ts'
import { useFormatter } from '../../../ui/text.ts'
import { useAssetDialogs } from '../actions.tsx'
import { useGallery, useListing } from '../gallery.ts'
import {
  isNarrowed,
  isSameFilter,
  narrowingParts,
  withoutNarrowing,
  withoutPart,
  type FilterPart,
  type ListPart,
} from '../query.ts'
import styles from '../gallery-view.module.css'

export function FilterChips() {
  const { text } = useFormatter()
  const { listing } = useGallery()
  const { searches } = useHost()
  const askName = useNameDialog()
  const partText = usePartText()
  const filter = useListing((state) => state.filter)
  const saved = useHostState('searches', ({ items }) =>
    items.find((item) => isSameFilter(item.filter, filter)),
  )
  if (!isNarrowed(filter)) return null
  const set = (next: LibraryFilter): void => {
    listing.setFilter(next)
    refocus('[data-chips] button')
  }
  const save = (): void =>
    askName({
      title: text('gallery.search.save.title'),
      confirm: text('action.save'),
      initial: filter.text ?? '',
      onName: (name) => searches.create(name, filter),
    })
  return (
    <Group data-chips className={classNames(styles.chips)} aria-label={text('gallery.filters.active')}>
      {narrowingParts(filter).map((part) => {
        const label = partText(part, filter)
        return (
          <AriaButton
            key={`${part.part}:${part.value ?? ''}`}
            className={classNames(parts.chip)}
            aria-label={text('gallery.filters.remove', { filter: label })}
            onPress={() => set(withoutPart(filter, part))}
          >
            <span className={parts.line}>{label}</span>
            <X size={13} aria-hidden />
          </AriaButton>
        )
      })}
      <Button kind="quiet" onPress={() => set(withoutNarrowing(filter))}>
        {text('gallery.filters.clear')}
      </Button>
      {saved === undefined ? (
        <Button kind="quiet" icon={BookmarkPlus} onPress={save}>
          {text('gallery.search.save')}
        </Button>
      ) : (
        <span className={parts.quiet}>{text('gallery.search.savedAs', { name: saved.name })}</span>
      )}
    </Group>
  )
}

/** In the trash: how long items are kept, and a button to empty it. */
export function TrashNote() {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { changes } = useGallery()
  const { deleteForGood } = useAssetDialogs()
  const isTrash = useListing(({ filter }) => filter.trashed === true)
  const isEmpty = useListing(({ order }) => order.count === 0)
  if (!isTrash || isEmpty) return null
  /** Counts the whole trash first: what is listed may be narrowed. */
  async function askToEmpty(): Promise<void> {
    const response = await bridge.call('library.facets', { trashed: true })
    if (response.ok) deleteForGood(null, response.data.total)
    else changes.fail(response.error)
  }
  return (
    <div className={styles.chips}>
      <p className={parts.quiet}>{text('gallery.trash.kept')}</p>
      <Button kind="quiet" onPress={() => void askToEmpty()}>
        {text('gallery.trash.clear')}
      </Button>
    </div>
  )
}

/** Names a value of a facet; services may respond with values that the page has no words for. */
export function useFacetText(): (part: ListPart, value: string) => string {
  const { text } = useFormatter()
  const labelOf = useModelLabel()
  return (part, value) => {
    if (part === 'models' && value !== '') return labelOf(value)
    const type = part === 'types' ? ASSET_TYPES.find((name) => name === value) : undefined
    if (type !== undefined) return text(`gallery.type.${type}`)
    if (part === 'scenes' && isScene(value)) return text(`scene.${value}`)
    if (value === IMPORTED && part !== 'tags') return text('gallery.imported')
    if (value === UNKNOWN_MODEL && part === 'models') return text('gallery.facet.none')
    return value === '' ? text('gallery.facet.none') : value
  }
}

/** Characters of a prompt that a chip shows. */
const MAX_SHOWN = 80

function shortened(prompt: string): string {
  const line = prompt.replaceAll(/\s+/gu, ' ').trim()
  return line.length > MAX_SHOWN ? `${line.slice(0, MAX_SHOWN).trimEnd()}…` : line
}

/** Names one part of a filter for a chip, which has no heading. */
function usePartText(): (part: FilterPart, filter: LibraryFilter) => string {
  const { text } = useFormatter()
  const intl = useIntl()
  const date = (at: number): string => intl.formatDate(at, { dateStyle: 'medium' })
  const facetText = useFacetText()
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
        return facetText(part as ListPart, value ?? '')
    }
  }
}
