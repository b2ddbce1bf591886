/** Loads the layout of a whole result set (`POST /library/layout`), the same on both hosts. */
import type { Result } from '#contract/errors.ts'
import type { LayoutQuery } from '#contract/library.ts'
import { HOST_AWAY, readResult } from './result.ts'
import type { HostEndpoint } from './upload.ts'

const PATH = '/library/layout'

/** The bytes that `contract/rules/layout.ts` describes. An aborted call fails like an unreachable host. */
export async function fetchLayout(
  endpoint: HostEndpoint,
  query: LayoutQuery,
  signal: AbortSignal,
): Promise<Result<ArrayBuffer>> {
  try {
    const response = await endpoint.fetch(`${endpoint.origin ?? ''}${PATH}`, {
      method: 'POST',
      headers: { ...endpoint.headers, 'content-type': 'application/json' },
      body: JSON.stringify(query),
      signal,
    })
    if (response.status === 401 || response.status === 403) endpoint.onEnded()
    if (response.ok && response.headers.get('content-type') === 'application/octet-stream')
      return { ok: true, data: await response.arrayBuffer() }
    return readResult(await response.json())
  } catch {
    return HOST_AWAY
  }
}
