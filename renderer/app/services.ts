/** The page's composition root: every store, made once and handed on. */
import { createHost, type Host } from '../bridge/host.tsx'
import type { Bridge } from '../bridge/bridge.ts'
import { createTaskList, type TaskListStore } from '../bridge/stores/task-list.ts'
import { createFormStore, type CreateFormStore } from '../features/create/form-store.ts'
import { createModelsStore, type ModelsStore } from '../features/create/model/models-store.ts'
import { createGallery, type Gallery } from '../features/gallery/gallery.ts'
import messages from '../locales/en.json'
import { createRouter, type Router } from './router.ts'

export interface Services {
  readonly host: Host
  readonly router: Router
  readonly form: CreateFormStore
  readonly models: ModelsStore
  /** What Create shows beside the form. */
  readonly feed: TaskListStore
  /** What the queue lists. */
  readonly tasks: TaskListStore
  /** Tasks that wait for the user's decision. */
  readonly decisions: TaskListStore
  readonly gallery: Gallery
}

export function createServices(bridge: Bridge, window: Window): Services {
  const host = createHost(bridge)
  return {
    host,
    router: createRouter(window),
    form: createFormStore({
      bridge,
      storage: window.localStorage,
      firstPrompt: messages['create.firstPrompt'],
      createKey: () => window.crypto.randomUUID(),
      now: () => window.performance.now(),
    }),
    models: createModelsStore(bridge, host.profiles),
    feed: createTaskList(bridge),
    tasks: createTaskList(bridge),
    decisions: createTaskList(bridge, ['unknown', 'unsaved']),
    gallery: createGallery(bridge, window.localStorage, window.innerWidth),
  }
}
