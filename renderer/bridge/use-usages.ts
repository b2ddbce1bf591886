/** How many requests each profile sent today, and what became of them. */
import { useEffect, useState } from 'react'
import type { RequestUsage } from '#contract/queue.ts'
import { useHost, useHostState } from './host.tsx'
import { oneAtATime } from './use-call.ts'

interface ProfileUsage extends RequestUsage {
  readonly id: string
  readonly name: string
}

/** Of every profile; null until it was read once. Asked again for another `day`: a new one begins without any event. */
export function useUsages(day = ''): readonly ProfileUsage[] | null {
  const { bridge } = useHost()
  const profiles = useHostState('profiles', ({ items }) => items)
  const [usages, setUsages] = useState<readonly ProfileUsage[] | null>(null)
  useEffect(() => {
    let isLeft = false
    const read = oneAtATime(async () => {
      const responses = await Promise.all(
        profiles.map(async ({ id, name }) => {
          const response = await bridge.call('queue.usage', { profileId: id, days: 1 })
          return response.ok ? [{ ...response.data, id, name }] : []
        }),
      )
      if (!isLeft && responses.every(({ length }) => length > 0)) setUsages(responses.flat())
    })
    void read()
    const stops = [
      bridge.on(({ name }) => void ((name === 'queue.changed' || name === 'settings.changed') && read())),
      bridge.onReconnect(() => void read()),
    ]
    return () => {
      isLeft = true
      for (const stop of stops) stop()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what is told changes with it
  }, [bridge, profiles, day])
  return usages
}
