/** What "Stop" does to tasks: whether it stops the cost, or only the waiting. */
import type { Task } from '#contract/tasks.ts'
import { useHost } from './host.tsx'
import { isFreeOf, serviceOf } from './stores/services.ts'

/** `none`: the service cannot be told to stop. */
type Effect = 'none' | 'may_stop_cost' | 'stops_cost' | 'free' | 'free_none'

/** What the question says: how many were not sent yet, how many were, and what becomes of those. */
export type StopEffect = { readonly waiting: number; readonly sent: number; readonly effect: Effect }

/** Of several kinds of service, what holds for the least of them; one that cannot be told is free only where all are. */
const MIN_FIRST: readonly Effect[] = ['none', 'may_stop_cost', 'stops_cost', 'free_none', 'free']

export function leastOf(effects: readonly Effect[]): Effect {
  const least = MIN_FIRST.find((effect) => effects.includes(effect)) ?? 'none'
  return effects.includes('free_none') && !least.startsWith('free') ? 'none' : least
}

/** Read when it is asked: the words are those of the moment. */
export function useStopEffect(): (tasks: readonly Task[]) => StopEffect {
  const { profiles, services } = useHost()
  function effectOf({ profileId }: Task): Effect {
    const profile = profiles.getState().items.find(({ id }) => id === profileId)
    const cancel = serviceOf(services.getState(), profile)?.capabilities.cancel ?? 'none'
    if (!isFreeOf(services.getState(), profile)) return cancel
    return cancel === 'none' ? 'free_none' : 'free'
  }
  return (tasks) => {
    const sent = tasks.filter(({ state }) => state !== 'queued')
    const effects = (sent.length > 0 ? sent : tasks).map(effectOf)
    return { waiting: tasks.length - sent.length, sent: sent.length, effect: leastOf(effects) }
  }
}
