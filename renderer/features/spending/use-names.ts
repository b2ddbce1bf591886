/** The names of profiles, agents and units in the ledger. */
import { useMemo } from 'react'
import { useHostState } from '../../bridge/host.tsx'
import { visibleName } from '../../ui/foreign-text.tsx'
import { useFormatter, type Formatter } from '../../ui/text.ts'
import type { SpendingNames } from './sum-rows.ts'

/** Of a profile that was removed only its id is left, of an agent nothing. */
export function useNames(): SpendingNames {
  const { text } = useFormatter()
  const profiles = useHostState('profiles', (state) => state.items)
  const agents = useHostState('agents', (state) => state.items)
  return useMemo(
    () => ({
      profile: (id) => profiles.find((profile) => profile.id === id)?.name ?? id,
      agent(id) {
        if (id === null) return text('spending.you')
        return visibleName(agents.find((agent) => agent.id === id)?.name ?? text('spending.removedAgent'))
      },
    }),
    [profiles, agents, text],
  )
}

/** A unit without a number: "credits" in the language that is read, every other one as the service writes it. */
export function unitName(unit: string, text: Formatter['text']): string {
  return unit === 'credits' ? text('price.credits', { count: 2, number: '' }).trim() : unit
}
