/** Which tasks of the list are selected. */
import { useState } from 'react'

export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Selects these, or takes them out where all of them are selected. */
  toggle(ids: readonly string[]): void
  add(ids: readonly string[]): void
  set(ids: readonly string[]): void
  clear(): void
}

const NOTHING: ReadonlySet<string> = new Set()

export function useSelection(): Selection {
  const [ids, setIds] = useState(NOTHING)
  return {
    ids,
    toggle(some) {
      const isOn = some.every((id) => ids.has(id))
      setIds(isOn ? new Set(Array.from(ids).filter((id) => !some.includes(id))) : new Set([...ids, ...some]))
    },
    add: (some) => setIds((before) => new Set([...before, ...some])),
    set: (some) => setIds(new Set(some)),
    clear: () => setIds(NOTHING),
  }
}
