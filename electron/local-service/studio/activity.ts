/**
 * What happens in the service, as it happens, for the studio page: requests that were answered, tasks that changed.
 *
 * Keeps the last few in memory only. Nothing here holds a key or the secret part of a file's address.
 */

export interface SeenRequest {
  readonly id: number
  /** In milliseconds since the Unix epoch. */
  readonly at: number
  readonly method: string
  readonly path: string
  /** Null when the answer was cut off. */
  readonly status: number | null
  readonly durationMs: number
  /** The user of a valid key; null without one. */
  readonly owner: string | null
  /** The fault that was made on request, if any. */
  readonly fault: string | null
}

export type Happening =
  | { readonly type: 'request'; readonly request: SeenRequest }
  | { readonly type: 'task'; readonly taskId: string }

export interface Activity {
  addRequest(request: Omit<SeenRequest, 'id'>): void
  changeTask(taskId: string): void
  /** Oldest first. */
  recentRequests(): readonly SeenRequest[]
  /** Calls back with everything that happens until the function it answers is called. */
  follow(listener: (happening: Happening) => void): () => void
}

const MAX_REQUESTS = 200

/** No activity yet. */
export function createActivity(): Activity {
  const requests: SeenRequest[] = []
  const listeners = new Set<(happening: Happening) => void>()
  let lastId = 0

  function tell(happening: Happening): void {
    for (const listener of listeners) listener(happening)
  }

  return {
    addRequest(seen) {
      const request = { id: (lastId += 1), ...seen }
      requests.push(request)
      if (requests.length > MAX_REQUESTS) requests.shift()
      tell({ type: 'request', request })
    },
    changeTask: (taskId) => tell({ type: 'task', taskId }),
    recentRequests: () => [...requests],
    follow(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
