/**
 * Asks the service once more for a finished task, so that it keeps the files and names addresses that work; after dead addresses
 * in another way each time.
 */
import type { Json } from '#contract/json.ts'
import type { Clock } from '../../ports/clock.ts'
import { readTask } from '../../service/apis/generation-service/client.ts'
import { parseTask } from '../../service/apis/generation-service/parse-response.ts'
import type { ServiceAddress } from '../../service/service-api.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'

/**
 * How the task is asked for, by how often its addresses turned out dead: `assets` is what the service keeps, `1` the provider
 * itself, null what the service remembers.
 */
const REFRESHES = ['assets', 'assets', '1', null, 'assets'] as const
/** How often dead addresses are asked for again before the result counts as lost. */
export const MAX_REREADS = REFRESHES.length - 1

/** Whether the service still has the task, as far as it said so just now. */
export type Availability = 'available' | 'gone' | 'unreachable'

export interface RefreshedResult {
  /** As the service tells it now; else as it told it last. */
  readonly taskResult: Json
  readonly availability: Availability
}

/** @throws Error when the disk refuses, and the reason of `signal` */
export async function refreshResult(
  { store, clock }: { readonly store: Pick<TaskStore, 'change' | 'detail'>; readonly clock: Clock },
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<RefreshedResult> {
  const known = (availability: Availability): RefreshedResult => ({
    taskResult: parseTask(store.detail(task.id)?.lastResponse)?.taskResult ?? null,
    availability,
  })
  if (task.remoteId === undefined) return known('unreachable')
  const outcome = await readTask(address, task.remoteId, refreshOf(task), clock.now(), signal)
  signal.throwIfAborted()
  if (outcome.kind === 'aborted') return known('unreachable')
  if (outcome.kind === 'refused') {
    const isGone = outcome.failure.code === 'not_found' || outcome.failure.code === 'forbidden'
    return known(isGone ? 'gone' : 'unreachable')
  }
  if (outcome.value.status !== 'SUCCESS' || outcome.value.taskResult === null) return known('available')
  store.change(task.id, { lastResponse: outcome.raw, polls: task.polls + 1 })
  return { taskResult: outcome.value.taskResult, availability: 'available' }
}

function refreshOf({ attempts, watch }: TaskRecord): 'assets' | '1' | null {
  // Without a file in the last response, the provider itself is asked: the service has nothing to keep yet.
  if (attempts === 0 && watch.empty > 0) return '1'
  return REFRESHES[Math.min(attempts, MAX_REREADS)] ?? null
}
