/** The page's composition root: creates every store once. */
import { createHost, type Host } from '../bridge/host.tsx'
import type { Bridge } from '../bridge/bridge.ts'
import { createTaskList, type TaskListStore } from '../bridge/stores/task-list.ts'
import { type ReuseStore, createReuse } from '../features/create/reuse/reuse.ts'
import { createDraftSaver, type DraftSaver } from '../features/create/draft-saver.ts'
import { createFolds, type FoldsStore } from '../features/create/feed/folds.ts'
import { createFormStore, type CreateFormStore } from '../features/create/form-store.ts'
import { createModelsStore, type ModelsStore } from '../features/create/model/models-store.ts'
import { createPrompting, type Prompting } from '../features/create/prompt/prompting.ts'
import { createGallery, type Gallery } from '../features/gallery/gallery.ts'
import { createSorting, type SortingStore } from '../features/queue/queue-sort.ts'
import messages from '../locales/en.json'
import { createRouter, type Router } from './router.ts'

export interface Services {
  readonly host: Host
  readonly router: Router
  readonly form: CreateFormStore
  readonly drafts: DraftSaver
  /** Lists, snippets, presets and prompts of the past. */
  readonly prompting: Prompting
  /** Fills the form from a task, an asset or a recipe. */
  readonly reuse: ReuseStore
  readonly models: ModelsStore
  /** What Create shows beside the form. */
  readonly feed: TaskListStore
  /** Which batches of it are folded. */
  readonly folds: FoldsStore
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
  const drafts = createDraftSaver({
    bridge,
    wait: (ms, then) => void window.setTimeout(then, ms),
    onOversized: (oversized) => form.setState({ oversized }),
  })
  const form = createFormStore({
    bridge,
    saver: drafts,
    firstPrompt: messages['create.firstPrompt'],
    createKey: () => window.crypto.randomUUID(),
    now: () => window.performance.now(),
  })
  return {
    host,
    router: createRouter(window),
    drafts,
    form,
    prompting: createPrompting(bridge, () => window.crypto.randomUUID()),
    reuse: createReuse({ bridge, form, draw: () => Math.floor(Math.random() * 2 ** 31) }),
    models: createModelsStore(bridge, host.profiles),
    feed: createTaskList(bridge),
    folds: createFolds(),
    tasks: createTaskList(bridge),
    open: createTaskList(bridge, ['queued', 'sending', 'running', 'saving']),
    decisions: createTaskList(bridge, ['unknown', 'unsaved']),
    sorting: createSorting(),
    gallery: createGallery(bridge, window.localStorage, window.innerWidth),
  }
}
