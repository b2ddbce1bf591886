/** Which row of a list of React Aria an event is in. */
import type { MouseEvent } from 'react'

/** Its key; undefined beside the rows, and in what only floats over the list. */
export function rowKeyAt({ currentTarget, target }: MouseEvent): string | undefined {
  const row = (target as Element).closest<HTMLElement>('[data-key]')
  return row !== null && currentTarget.contains(row) ? row.dataset['key'] : undefined
}
