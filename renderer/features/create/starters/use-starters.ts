/** What Atelier ships to begin with, apart from the first script, and what the user has hidden of it. */
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { CreateStores } from '../create-context.ts'
import { PRESETS } from '../presets/presets.ts'
import { SNIPPETS } from '../prompt/prompting.ts'

export interface Starter<Value> {
  readonly id: string
  readonly value: Value
}

async function load() {
  const { default: data } = await import('./starters.json')
  return {
    presets: data.presets.flatMap(({ id, ...rest }) => starterOf(id, PRESETS.read(rest))),
    styles: data.styles.flatMap(({ id, ...rest }) => starterOf(id, SNIPPETS.read(rest))),
  }
}

function starterOf<Value>(id: string, value: Value | null): readonly Starter<Value>[] {
  return value === null ? [] : [{ id, value }]
}

export type Starters = Awaited<ReturnType<typeof load>>
const NONE: Starters = { presets: [], styles: [] }

export const pickPresets = ({ presets }: Starters): Starters['presets'] => presets
export const pickStyles = ({ styles }: Starters): Starters['styles'] => styles

/** Nothing while it is not known which of them the user has hidden. */
export function useStarters<Value>(
  dismissed: CreateStores['dismissed'],
  kind: keyof Starters,
  pick: (starters: Starters) => readonly Starter<Value>[],
) {
  const [starters, setStarters] = useState(NONE)
  const { phase, items, load: loadHidden } = useStore(dismissed)
  useEffect(() => {
    let isLeft = false
    async function read(): Promise<void> {
      const loaded = await load()
      if (!isLeft) setStarters(loaded)
    }
    void loadHidden()
    void read()
    return () => {
      isLeft = true
    }
  }, [loadHidden])
  return useMemo(() => {
    const hidden = new Set(items.map(({ id }) => id))
    const isHidden = ({ id }: Starter<Value>): boolean => hidden.has(keyOf(kind, id))
    const all = phase === 'ready' ? pick(starters) : []
    return { shown: all.filter((starter) => !isHidden(starter)), hidden: all.filter(isHidden) }
  }, [kind, pick, phase, items, starters])
}

export function keyOf(kind: keyof Starters, id: string): string {
  return `starter/${kind}/${id}`
}
