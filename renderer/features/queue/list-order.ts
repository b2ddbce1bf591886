/** Which tasks the list shows, and in which order. Waiting tasks are always in sending order, which dragging changes. */
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { QueueState } from '#contract/queue.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { compareNames } from '../../locales/compare-names.ts'

export const FILTERS = ['all', 'needsYou', 'waiting', 'running', 'done', 'ended'] as const
export type QueueFilter = (typeof FILTERS)[number]

/** The states of each filter; empty for every state. */
export const FILTER_STATES: Readonly<Record<QueueFilter, readonly TaskState[]>> = {
  all: [],
  needsYou: ['unknown', 'unsaved'],
  waiting: ['queued'],
  running: ['sending', 'running', 'saving'],
  done: ['saved'],
  ended: ['failed', 'gone', 'rejected', 'stopped'],
}

export function filterOf(states: readonly TaskState[]): QueueFilter {
  return FILTERS.find((filter) => FILTER_STATES[filter].join() === states.join()) ?? 'all'
}

export function countFor(filter: QueueFilter, counts: QueueState['counts']): number {
  const states = filter === 'all' ? (Object.keys(counts) as TaskState[]) : FILTER_STATES[filter]
  return states.reduce((sum, state) => sum + counts[state], 0)
}

export const QUEUE_SORTS = ['newest', 'oldest', 'state', 'model'] as const
export type QueueSort = (typeof QUEUE_SORTS)[number]

interface Sorting {
  readonly sort: QueueSort
  readonly search: string
  /** Whose tasks alone are listed; null for everybody's. */
  readonly agentId: string | null
}

export type SortingStore = StoreApi<Sorting>

/** For as long as the page is open. */
export function createSorting(): SortingStore {
  return createStore<Sorting>()(() => ({ sort: 'newest', search: '', agentId: null }))
}

/** Those of the agent, if one is named, that have every word of `search` in what is shown of them, or in their ids. */
export function searchTasks(
  tasks: readonly Task[],
  { search, agentId: wanted }: Pick<Sorting, 'search' | 'agentId'>,
  labelOf: (model: string, provider: string) => string,
): readonly Task[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0 && wanted === null) return tasks
  return tasks.filter(({ id, agentId, remoteId, batchName, request, error }) => {
    if (wanted !== null && agentId !== wanted) return false
    const { prompt, model, provider } = request
    const shown = [prompt, labelOf(model, provider), model, provider, batchName, error?.message, remoteId, id]
    const all = shown.join('\n').toLocaleLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** What needs the user first, then what went wrong, then what is at work, then what is done. */
const BY_STATE: readonly TaskState[] = [
  ...FILTER_STATES.needsYou,
  'failed',
  'rejected',
  'gone',
  ...FILTER_STATES.running,
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
      return tasks.toSorted((a, b) => compareNames(a.request.model, b.request.model))
  }
}

/** What the tasks of a batch have in common where they are folded under its name: others stand elsewhere in the list. */
export function foldedBy(task: Task, sort: QueueSort): string {
  if (sort === 'state') return `${task.batchId}:${task.state}`
  return sort === 'model' ? `${task.batchId}:${task.request.model}` : task.batchId
}
