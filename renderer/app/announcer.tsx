/** Announces to screen readers how tasks ended. */
import { useEffect, useState } from 'react'
import { useHost } from '../bridge/host.tsx'
import { watchOutcomes } from '../bridge/outcomes.ts'
import { Hidden } from '../ui/hidden.tsx'
import { Status } from '../ui/status.tsx'
import { useWords } from '../ui/text.ts'

export function Announcer() {
  const { text } = useWords()
  const { bridge } = useHost()
  const [said, setSaid] = useState({ words: '', times: 0 })
  useEffect(
    () =>
      watchOutcomes(bridge, (outcomes) => {
        const words = (['done', 'failed', 'needsYou'] as const)
          .filter((outcome) => outcomes[outcome] > 0)
          .map((outcome) => text(`announce.${outcome}`, { count: outcomes[outcome] }))
          .join(' ')
        setSaid(({ times }) => ({ words, times: times + 1 }))
      }),
    [bridge, text],
  )
  return (
    <Hidden>
      <Status>
        {/* A new element each time, so that the same words are said again. */}
        <span key={said.times}>{said.words}</span>
      </Status>
    </Hidden>
  )
}
