/** What a press would cost, as far as the host knows: asked once the form has stood still, never before a press. */
import { useEffect, useState } from 'react'
import type { RouteInput } from '#contract/routes.ts'
import type { Estimate } from '#contract/spending.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { useSettledQuery } from '../use-settled-query.ts'

/** null while it is not known. What is told belongs to the requests given, never to those before them. */
export function useEstimate(requests: RouteInput<'spending.estimate'>['requests'] | null): Estimate | null {
  const { bridge } = useHost()
  const profileId = useHostState('profiles', ({ activeId }) => activeId)
  const [version, setVersion] = useState(0)
  useEffect(
    () =>
      bridge.on(({ name }) => {
        if (name === 'spending.changed' || name === 'settings.changed') setVersion((before) => before + 1)
      }),
    [bridge],
  )
  const { data, isCurrent } = useSettledQuery(
    requests === null || profileId === null ? null : { profileId, requests },
    (asking, question) => asking.call('spending.estimate', question),
    version,
  )
  return isCurrent ? data : null
}
