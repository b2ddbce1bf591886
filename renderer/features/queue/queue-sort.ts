/**
 * The order of the list. Waiting tasks are always in sending order, so that dragging them changes that.
 */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'

export const QUEUE_SORTS = ['newest', 'oldest', 'state', 'model'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

export interface Sorting {
  readonly sort: QueueSort
  choose(sort: QueueSort): void
}

export type SortingStore = StoreApi<Sorting>

/** For as long as the page is open. */
export function createSorting(): SortingStore {
  return createStore<Sorting>()((set) => ({ sort: 'newest', choose: (sort) => set({ sort }) }))
}

/** What needs the user first, then what went wrong, then what is at work, then what is done. */
const BY_STATE: readonly TaskState[] = [
  'unknown',
  'unsaved',
  'failed',
  'rejected',
  'gone',
  'sending',
  'running',
  'saving',
  'queued',
  'stopped',
  'saved',
]

/** `tasks` come newest first, and stay so where the sort makes no difference. */
export function sortTasks(tasks: readonly Task[], sort: QueueSort): readonly Task[] {
  switch (sort) {
    case 'newest':
      return tasks
    case 'oldest':
      return tasks.toReversed()
    case 'state':
      return tasks.toSorted((a, b) => BY_STATE.indexOf(a.state) - BY_STATE.indexOf(b.state))
    case 'model':
      return tasks.toSorted((a, b) => MODELS.compare(a.request.model, b.request.model))
  }
}

/** What the tasks of a batch have in common where they are folded under its name: others stand elsewhere in the list. */
export function foldedBy(task: Task, sort: QueueSort): string {
  if (sort === 'state') return `${task.batchId}:${task.state}`
  return sort === 'model' ? `${task.batchId}:${task.request.model}` : task.batchId
}

const MODELS = new Intl.Collator('en', { numeric: true })
