/** Requests that are the same, once, with their number. */
import type { GenerateRequest } from '#contract/tasks.ts'

export interface RequestGroup {
  readonly request: GenerateRequest
  readonly count: number
}

/** In the order in which they first occur. What is only remembered of a request makes no difference. */
export function groupRequests(requests: readonly GenerateRequest[]): readonly RequestGroup[] {
  const groups = Map.groupBy(requests, (request) => JSON.stringify({ ...request, provenance: undefined }))
  return [...groups.values()].flatMap((same) => {
    const [request] = same
    return request === undefined ? [] : [{ request, count: same.length }]
  })
}
