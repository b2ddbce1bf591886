/** The places a task takes in the feed: one for each result it has or is expected to have. */
import type { Task } from '#contract/tasks.ts'
import { isOpen } from '#contract/rules/task-states.ts'
import { expectedCount } from '../../expected-results.ts'

export interface Tile {
  readonly key: string
  readonly task: Task
  /** null while the result is not there. */
  readonly assetId: string | null
}

/** A task that ended without results takes no place. */
export function tilesOf(task: Task): readonly Tile[] {
  const waiting = isOpen(task.state) || task.state === 'unsaved'
  const places = waiting
    ? Math.max(task.assetIds.length, expectedCount(task.request.options))
    : task.assetIds.length
  return Array.from({ length: places }, (_, index) => ({
    key: `${task.id}:${index}`,
    task,
    assetId: task.assetIds[index] ?? null,
  }))
}
