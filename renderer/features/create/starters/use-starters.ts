/** What Atelier ships to begin with, apart from the first script, and what the user has hidden of it. */
import { useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { withMessages } from '../../../locales/messages.ts'
import { useFormatter } from '../../../ui/text.ts'
import type { CreateStores } from '../create-context.ts'
import { PRESETS } from '../presets/presets.ts'
import { SNIPPETS } from '../prompt/prompting.ts'
import type { namedStarters } from './starters.ts'

export interface Starter<Value> {
  readonly id: string
  readonly value: Value
}

function read({ presets, styles }: ReturnType<typeof namedStarters>) {
  return {
    presets: presets.flatMap(({ id, ...rest }) => starterOf(id, PRESETS.read(rest))),
    styles: styles.flatMap(({ id, ...rest }) => starterOf(id, SNIPPETS.read(rest))),
  }
}

function starterOf<Value>(id: string, value: Value | null): readonly Starter<Value>[] {
  return value === null ? [] : [{ id, value }]
}

export type Starters = ReturnType<typeof read>
const NONE: Starters = { presets: [], styles: [] }

export const pickPresets = ({ presets }: Starters): Starters['presets'] => presets
export const pickStyles = ({ styles }: Starters): Starters['styles'] => styles

/** Nothing while it is not known which of them the user has hidden. */
export function useStarters<Value>(
  dismissed: CreateStores['dismissed'],
  kind: keyof Starters,
  pick: (starters: Starters) => readonly Starter<Value>[],
) {
  const { text } = useFormatter()
  const [starters, setStarters] = useState(NONE)
  const { phase, items, load: loadHidden } = useStore(dismissed)
  useEffect(() => {
    let isLeft = false
    async function load(): Promise<void> {
      const { namedStarters: named } = await withMessages(() => import('./starters.ts'))
      if (!isLeft) setStarters(read(named(text)))
    }
    void loadHidden()
    void load()
    return () => {
      isLeft = true
    }
  }, [loadHidden, text])
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
