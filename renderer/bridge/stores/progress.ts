/** How far running tasks are, as far as their services say. */
import { isOpen } from '#contract/rules/task-states.ts'
import type { Progress } from '#contract/services.ts'
import { createStore } from 'zustand/vanilla'
import type { Bridge } from '../bridge.ts'

/** By task. */
export type ProgressOfTasks = Readonly<Record<string, Progress>>

export function createProgressStore(bridge: Bridge) {
  const store = createStore<ProgressOfTasks>()(() => ({}))
  function put(taskId: string, progress: Progress | null): void {
    const { [taskId]: known, ...others } = store.getState()
    if (progress !== null) store.setState({ ...others, [taskId]: progress }, true)
    else if (known !== undefined) store.setState(others, true)
  }
  bridge.on((event) => {
    if (event.name === 'task.progress') put(event.data.taskId, event.data.progress)
    if (event.name === 'task.removed') put(event.data.id, null)
    if (event.name === 'task.changed' && !isOpen(event.data.task.state)) put(event.data.task.id, null)
  })
  return store
}
