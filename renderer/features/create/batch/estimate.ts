/** What a press would cost, as far as the host knows: asked once the form has stood still, never before a press. */
import { useEffect, useState } from 'react'
import type { RouteInput } from '#contract/routes.ts'
import type { Estimate } from '#contract/spending.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { priceWords } from '../../../ui/amounts.ts'
import type { Words } from '../../../ui/text.ts'
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

/** What the question before a batch says of its price; nothing of what is not known yet. */
export function priceValues(isFree: boolean, estimate: Estimate | null, words: Words) {
  if (isFree) return { known: 'free', price: '' }
  if (estimate === null) return { known: 'asked', price: '' }
  return { known: estimate.amounts.length === 0 ? 'no' : 'yes', price: priceWords(estimate, words) }
}
