/** The rail: the four places, those that were used besides, and the connection at its end. */
import {
  Brush,
  ChartColumn,
  Clapperboard,
  Image,
  ListTodo,
  type Icon,
  Settings,
  Swords,
} from '#renderer/icons.tsx'
import { useCallback, type ReactNode, useEffect } from 'react'
import { Link } from 'react-aria-components'
import styles from './app.module.css'
import type { SettingsPlace } from '../bridge/settings-place.ts'
import { countOpen } from '../bridge/stores/queue.ts'
import { useHostState } from '../bridge/host.tsx'
import { classNames } from '../ui/class-names.ts'
import { Hidden } from '../ui/hidden.tsx'
import { useFormatter } from '../ui/text.ts'
import { NARROW, useMediaQuery } from '../ui/use-media-query.ts'
import {
  type DroppedItems,
  type DraggedAssets,
  useInputDrop,
} from '../features/create/inputs/dropped-items.ts'
import { ConnectionButton } from './connection-button.tsx'
import { formatRoute, type Place, placeOnRail, PLACES, type Router, useRoute } from './router.ts'
import { type UsedPlacesStore, useUsedPlaces } from './used-places.ts'

const ICONS: Readonly<Record<Place, Icon>> = {
  create: Brush,
  queue: ListTodo,
  gallery: Image,
  settings: Settings,
  arena: Swords,
  spending: ChartColumn,
  sequences: Clapperboard,
}

interface RailProps {
  readonly router: Router
  readonly usedPlaces: UsedPlacesStore
  /** Images of the gallery that are being dragged. */
  readonly dragged: DraggedAssets
  onSettings(section: SettingsPlace): void
  /** Something was dropped on the way to Create. */
  onItems(dropped: DroppedItems): void
}

export function Rail({ router, usedPlaces, dragged, onSettings, onItems }: RailProps) {
  const { text } = useFormatter()
  const { place: open } = useRoute(router)
  const used = useUsedPlaces(usedPlaces, open)
  // The bar of a narrow window has room for the four.
  const shown = useMediaQuery(NARROW) ? PLACES : [...PLACES, ...used]
  const current = placeOnRail(open, shown)
  const queueCount = useQueueCount()
  const openCreate = useCallback(() => router.go('create'), [router])
  return (
    <div className={styles.rail}>
      <nav aria-label={text('app.places')} className={styles.places}>
        {shown.map((place) => {
          const Icon = ICONS[place]
          const count = place === 'queue' ? queueCount : null
          const link = (
            <Link
              key={place}
              href={formatRoute(place)}
              className={classNames(styles.link, place === current && styles.current)}
              {...(place === current ? { 'aria-current': 'page' as const } : {})}
            >
              <span className={styles.icon}>
                <Icon size={18} strokeWidth={1.75} aria-hidden />
                {count !== null && (
                  <span
                    className={classNames(styles.count, count.needsYou && styles.needsYou)}
                    title={count.label}
                    aria-hidden
                  >
                    {count.shown}
                  </span>
                )}
              </span>
              {text(`place.${place}`)}
              {count !== null && <Hidden>, {count.label}</Hidden>}
            </Link>
          )
          if (place !== 'create') return link
          return (
            <CreateDrop key={place} dragged={dragged} onRest={openCreate} onItems={onItems}>
              {link}
            </CreateDrop>
          )
        })}
      </nav>
      <ConnectionButton onSettings={onSettings} />
    </div>
  )
}

/** Null where nothing is open. */
function useQueueCount() {
  const { text, number } = useFormatter()
  const { count, needsYou } = countOpen(useHostState('queue', (state) => state.queue))
  if (count === 0) return null
  const label = text(needsYou ? 'queue.badge.needsYou' : 'queue.badge.open', { count })
  return { shown: count > 999 ? '999+' : number(count), label, needsYou }
}

/** How long other programs wait over a folder until they open it. */
const OPENS_AFTER_MS = 600

interface CreateDropProps {
  readonly dragged: DraggedAssets
  readonly children: ReactNode
  /** The pointer rests here: opens the form, where the drop can follow. */
  onRest(): void
  onItems(dropped: DroppedItems): void
}

/** Lets images of the gallery, and anything else that can be an input, be dropped on the way to Create. */
function CreateDrop({ dragged, children, onRest, onItems }: CreateDropProps) {
  const { isOver, handlers } = useInputDrop(dragged, onItems)
  const { onPaste: _, ...drop } = handlers
  useEffect(() => {
    if (!isOver) return
    const timer = setTimeout(onRest, OPENS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [isOver, onRest])
  return (
    <div role="presentation" className={classNames(styles.drop, isOver && styles.over)} {...drop}>
      {children}
    </div>
  )
}
