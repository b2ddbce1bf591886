/**
 * A task as the studio page lists it.
 */
import type { StoredTask } from '../store/task-store.ts'

export interface TaskLine {
  readonly id: string
  readonly owner: string
  readonly mediaType: string
  readonly model: string
  readonly scene: string
  readonly prompt: string
  readonly status: string
  /** Live where the task is being worked on, 0 to 1. */
  readonly progress: number
  readonly credits: number
  readonly createdAt: number
  readonly startedAt: number | null
  readonly finishedAt: number | null
  readonly errorMessage: string | null
}

const MAX_PROMPT = 120

/** `live` is the share that is done, where it is known. */
export function taskLine(task: StoredTask, live: number | null): TaskLine {
  const { id, owner, mediaType, model, scene, status, credits, createdAt, startedAt, finishedAt } = task
  const prompt = task.prompt.length > MAX_PROMPT ? `${task.prompt.slice(0, MAX_PROMPT)}…` : task.prompt
  const progress = live ?? task.progress
  const times = { createdAt, startedAt, finishedAt }
  const { errorMessage } = task
  return { id, owner, mediaType, model, scene, prompt, status, progress, credits, ...times, errorMessage }
}
