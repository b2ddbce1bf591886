/** The ids of a selection, as they stand when it is made: later changes do not shift what is exported. */
import { type Result, succeed } from '#contract/errors.ts'
import type { LibraryFilter } from '#contract/library.ts'
import { decodeLayout } from '#contract/rules/layout.ts'
import type { Library } from '../library.ts'

/** Newest first. */
export async function idsFoundBy(
  { search }: Library,
  filter: LibraryFilter,
): Promise<Result<readonly string[]>> {
  const answer = await search.layout(filter)
  if (!answer.ok) return answer
  const layout = decodeLayout(answer.data)
  return succeed(Array.from({ length: layout.count }, (_, index) => layout.idAt(index)))
}
