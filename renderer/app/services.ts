/** The page's composition root: creates every store once. */
import { createIntl } from 'react-intl'
import { createHost, type Host } from '../bridge/host.tsx'
import type { Bridge } from '../bridge/bridge.ts'
import { createTaskList, type TaskListStore } from '../bridge/stores/task-list.ts'
import { createStores, type CreateStores } from '../features/create/create-context.ts'
import { createGallery, type Gallery } from '../features/gallery/gallery.ts'
import { createSorting, type SortingStore } from '../features/queue/list-order.ts'
import { messages } from '../locales/messages.ts'
import { createRouter, type Router } from './router.ts'

export interface Services extends CreateStores {
  readonly host: Host
  readonly router: Router
  /** What the queue lists. */
  readonly tasks: TaskListStore
  /** Running and waiting tasks. */
  readonly open: TaskListStore
  /** Tasks that need the user's decision. */
  readonly decisions: TaskListStore
  /** The order of what the queue lists. */
  readonly sorting: SortingStore
  readonly gallery: Gallery
}

export function createServices(bridge: Bridge, window: Window): Services {
  const host = createHost(bridge)
  const firstPrompt = createIntl({ locale: 'en', messages }).formatMessage({ id: 'create.firstPrompt' })
  return {
    host,
    router: createRouter(window),
    ...createStores(bridge, host, window, firstPrompt),
    tasks: createTaskList(bridge),
    open: createTaskList(bridge, ['queued', 'sending', 'running', 'saving']),
    decisions: createTaskList(bridge, ['unknown', 'unsaved']),
    sorting: createSorting(),
    gallery: createGallery(host, window.localStorage, window.innerWidth),
  }
}
