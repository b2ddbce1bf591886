/**
 * A live list of tasks, newest first: pages from the host, kept up to date by its events.
 *
 * One list per use (the feed, the queue, the decisions). Events are gathered for a moment and applied together, so that
 * a busy queue costs one render and not hundreds.
 */
import type { RenderedFailure } from '#contract/errors.ts'
import type { TaskState } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

const PAGE_SIZE = 200
const GATHER_MS = 40

export interface TaskList {
  readonly tasks: readonly Task[]
  /** Empty: every state. */
  readonly states: readonly TaskState[]
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly error: RenderedFailure | null
  readonly nextCursor: string | null
  readonly loadingMore: boolean
}

export type TaskListStore = ReturnType<typeof createTaskList>

const EMPTY = { tasks: [], phase: 'loading', error: null, nextCursor: null, loadingMore: false } as const

export function createTaskList(bridge: Bridge, states: readonly TaskState[] = []) {
  const store = createStore<TaskList>()(() => ({ ...EMPTY, states }))
  const { getState: get, setState: set } = store
  let generation = 0
  let isLoading = false
  /** Events that came while a page was loading: the page may be older. */
  let meanwhile: (readonly [changed: readonly Task[], removed: readonly string[]])[] = []

  async function load(): Promise<void> {
    const mine = ++generation
    meanwhile = []
    isLoading = true
    const response = await bridge.call('tasks.list', ask(get().states))
    if (mine !== generation) return
    isLoading = false
    if (!response.ok)
      return set({ phase: get().tasks.length > 0 ? 'ready' : 'failed', error: response.error })
    const { items, nextCursor } = response.data
    set({ tasks: items.toSorted(compareTasks), nextCursor, phase: 'ready', error: null, loadingMore: false })
    for (const [changed, removed] of meanwhile) apply(changed, removed)
  }
  async function loadMore(): Promise<void> {
    const { nextCursor, loadingMore } = get()
    if (nextCursor === null || loadingMore) return
    const mine = generation
    set({ loadingMore: true })
    const response = await bridge.call('tasks.list', { ...ask(get().states), cursor: nextCursor })
    if (mine !== generation) return
    if (!response.ok) return set({ loadingMore: false, error: response.error })
    const tasks = mergeTasks(get().tasks, response.data.items, [], get().states)
    set({ tasks, nextCursor: response.data.nextCursor, loadingMore: false })
  }
  async function show(wanted: readonly TaskState[]): Promise<void> {
    set({ ...EMPTY, states: wanted })
    await load()
  }
  /** Puts tasks in their place before their event arrives. */
  function apply(changed: readonly Task[], removed: readonly string[] = []): void {
    const { tasks, nextCursor, states: wanted, phase } = get()
    if (isLoading) meanwhile.push([changed, removed])
    if (phase === 'loading') return
    const oldest = nextCursor === null ? undefined : tasks.at(-1)
    const inReach = oldest === undefined ? changed : changed.filter((task) => compareTasks(task, oldest) <= 0)
    set({ tasks: mergeTasks(tasks, inReach, removed, wanted) })
  }

  const changed = new Map<string, Task>()
  const removed = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | null = null
  function flush(): void {
    timer = null
    apply([...changed.values()], [...removed])
    changed.clear()
    removed.clear()
  }
  bridge.on((event) => {
    if (event.name === 'task.changed') changed.set(event.data.task.id, event.data.task)
    else if (event.name === 'task.removed') removed.add(event.data.id)
    else return
    timer ??= setTimeout(flush, GATHER_MS)
  })
  bridge.onReconnect(() => void load())
  return Object.assign(store, { load, loadMore, show, apply })
}

function ask(states: readonly TaskState[]) {
  return { limit: PAGE_SIZE, ...(states.length > 0 ? { states: [...states] } : {}) }
}

/** Newest first; ids settle ties so that the order never flickers. */
function compareTasks(a: Task, b: Task): number {
  return b.createdAt - a.createdAt || (a.id < b.id ? 1 : a.id > b.id ? -1 : 0)
}

/** `tasks` with `changed` put in their places, and without what was removed or no longer has a wanted state. */
export function mergeTasks(
  tasks: readonly Task[],
  changed: readonly Task[],
  removed: readonly string[],
  states: readonly TaskState[],
): readonly Task[] {
  const newest = new Map(changed.map((task) => [task.id, task]))
  const gone = new Set(removed)
  const wanted = (task: Task): boolean =>
    !gone.has(task.id) && (states.length === 0 || states.includes(task.state))
  let added = false
  const kept: Task[] = []
  for (const task of tasks) {
    const value = newer(task, newest.get(task.id))
    newest.delete(task.id)
    if (wanted(value)) kept.push(value)
  }
  for (const task of newest.values()) {
    if (!wanted(task)) continue
    kept.push(task)
    added = true
  }
  return added ? kept.toSorted(compareTasks) : kept
}

/** A page requested before an event may arrive after it: the newer of the two counts. */
function newer(known: Task, incoming: Task | undefined): Task {
  return incoming !== undefined && incoming.updatedAt >= known.updatedAt ? incoming : known
}
