/**
 * Asks the service once more for a finished task, so that it keeps the files and names addresses that work; after dead
 * addresses in another way each time.
 */
import type { Json } from '#contract/json.ts'
import type { Clock } from '../../ports/clock.ts'
import { readTask, type ServiceAddress } from '../../service/apis/generation-service/client.ts'
import { parseTask } from '../../service/apis/generation-service/parse-response.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'

/**
 * How the task is asked for, by how often its addresses turned out dead: what the service keeps, the provider itself, and what
 * the service remembers.
 */
const WAYS = ['assets', 'assets', '1', null, 'assets'] as const
/** How often a dead address is asked for again through the task before the result counts as lost. */
export const MOST_REREADS = WAYS.length - 1

/** Whether the service still has the task, as far as it said so just now. */
export type Standing = 'there' | 'gone' | 'unheard'

export interface FreshResult {
  /** As the service tells it now; else as it was told last. */
  readonly taskResult: Json
  readonly standing: Standing
}

/** @throws Error when the disk refuses, and the reason of `signal`. */
export async function lookForResult(
  { store, clock }: { readonly store: TaskStore; readonly clock: Clock },
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<FreshResult> {
  const known = (standing: Standing): FreshResult => ({
    taskResult: parseTask(store.detail(task.id)?.lastAnswer)?.taskResult ?? null,
    standing,
  })
  if (task.remoteId === undefined) return known('unheard')
  const outcome = await readTask(address, task.remoteId, wayOf(task), clock.now(), signal)
  signal.throwIfAborted()
  if (outcome.kind === 'aborted') return known('unheard')
  if (outcome.kind === 'refused') {
    const isGone = outcome.failure.code === 'not_found' || outcome.failure.code === 'forbidden'
    return known(isGone ? 'gone' : 'unheard')
  }
  if (outcome.value.status !== 'SUCCESS' || outcome.value.taskResult === null) return known('there')
  store.change(task.id, { lastAnswer: outcome.raw, polls: task.polls + 1 })
  return { taskResult: outcome.value.taskResult, standing: 'there' }
}

function wayOf({ attempts, watch }: TaskRecord): 'assets' | '1' | null {
  // Without a file in the last answer, the provider itself is asked: there is nothing to keep yet.
  if (attempts === 0 && watch.empty > 0) return '1'
  return WAYS[Math.min(attempts, MOST_REREADS)] ?? null
}
