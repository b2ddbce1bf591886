/** The page's composition root: creates every store once. */
import { createHost, type Host } from '../bridge/host.tsx'
import type { Bridge } from '../bridge/bridge.ts'
import { createTaskList, type TaskListStore } from '../bridge/stores/task-list.ts'
import { createStores, type CreateStores } from '../features/create/create-context.ts'
import { createGallery, type Gallery } from '../features/gallery/gallery.ts'
import { createSorting, type SortingStore } from '../features/queue/list-order.ts'
import { say } from '../locales/say.ts'
import { SMALL } from '../ui/use-media-query.ts'
import { createUsedPlaces, type UsedPlacesStore } from './used-places.ts'
import { AGENT_PREFIX, createRouter, type Router } from './router.ts'

export interface Services extends CreateStores {
  readonly host: Host
  readonly router: Router
  /** What stands on the rail beside its four places. */
  readonly usedPlaces: UsedPlacesStore
  /** What the queue lists. */
  readonly tasks: TaskListStore
  /** Running and waiting tasks. */
  readonly open: TaskListStore
  readonly decisions: TaskListStore
  readonly sorting: SortingStore
  readonly gallery: Gallery
}

export function createServices(bridge: Bridge, window: Window): Services {
  const host = createHost(bridge)
  const router = createRouter(window)
  const { place, id } = router.current()
  // Where it is narrow, the open task lies over the queue: a start shows the queue itself.
  const isTask = place === 'queue' && id !== null && !id.startsWith(AGENT_PREFIX)
  if (isTask && window.matchMedia(SMALL).matches) router.replace('queue')
  const stores = createStores(bridge, host, window, say('create.firstPrompt'))
  // A listing that came brings names that may be new.
  stores.models.subscribe(({ list }, before) => {
    if (list !== null && list !== before.list) void host.modelLabels.load()
  })
  return {
    host,
    router,
    usedPlaces: createUsedPlaces(bridge),
    ...stores,
    tasks: createTaskList(bridge),
    open: createTaskList(bridge, ['queued', 'sending', 'running', 'saving']),
    decisions: createTaskList(bridge, ['unknown', 'unsaved']),
    sorting: createSorting(),
    gallery: createGallery(host, window.localStorage, window.innerWidth),
  }
}
