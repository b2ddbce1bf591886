/** Calls that take a bounded number of ids, for any number of them. */
import type { Result } from '#contract/errors.ts'

/** The most ids that one call takes. */
const PAGE_SIZE = 10_000

/** Calls once for each page, in order; ends with the first that fails. */
export async function inPages(
  ids: readonly string[],
  call: (page: readonly string[]) => Promise<Result<unknown>>,
): Promise<Result<unknown>> {
  for (let at = 0; at < ids.length; at += PAGE_SIZE) {
    const response = await call(ids.slice(at, at + PAGE_SIZE))
    if (!response.ok) return response
  }
  return { ok: true, data: {} }
}
