/** Notices of the application, above every place. */
import { TriangleAlert, Unplug, X } from '#renderer/icons.tsx'
import { useEffect, useState } from 'react'
import parts from '../ui/parts.module.css'
import { useHost, useHostState } from '../bridge/host.tsx'
import { IconButton } from '../ui/button.tsx'
import { Status } from '../ui/status.tsx'
import { useFormatter } from '../ui/text.ts'
import { watchOutcomes } from '../bridge/outcomes.ts'
import { Hidden } from '../ui/hidden.tsx'

export function Notices() {
  const { text } = useFormatter()
  const { status } = useHost()
  const notices = useHostState('status', (state) => state.notices)
  const isAway = useHostState('status', (state) => state.isAway)
  return (
    <Status>
      {isAway && (
        <div className={parts.notice}>
          <Unplug size={18} strokeWidth={1.75} aria-hidden />
          <p>{text('session.away')}</p>
        </div>
      )}
      {notices.map((notice) => (
        <div key={notice.id} className={parts.notice}>
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden />
          <p>{notice.message.text}</p>
          <IconButton
            icon={X}
            label={text('action.dismiss')}
            onPress={() => void status.dismiss(notice.id)}
          />
        </div>
      ))}
    </Status>
  )
}

/** Announces to screen readers how tasks ended. */
export function Announcer() {
  const { text, sentences } = useFormatter()
  const { bridge } = useHost()
  const [said, setSaid] = useState({ text: '', times: 0 })
  useEffect(
    () =>
      watchOutcomes(bridge, (outcomes) => {
        const endings = (['done', 'failed', 'needsYou'] as const)
          .filter((outcome) => outcomes[outcome] > 0)
          .map((outcome) => text(`announce.${outcome}`, { count: outcomes[outcome] }))
        setSaid(({ times }) => ({ text: sentences(endings), times: times + 1 }))
      }),
    [bridge, text, sentences],
  )
  return (
    <Hidden>
      <Status>
        {/* A new element each time, so that the same words are said again. */}
        <span key={said.times}>{said.text}</span>
      </Status>
    </Hidden>
  )
}
