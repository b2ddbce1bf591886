/** Why tasks wait: each limit by name, how many tasks it holds back, and for how long. */
import type { QueueLimit } from '#contract/queue.ts'
import { useHostState } from '../../bridge/host.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Hidden } from '../../ui/hidden.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-view.module.css'

/** Usual limits, which need no attention. */
const CALM: readonly QueueLimit['kind'][] = ['concurrency', 'minute']

export function Holds() {
  const { text } = useWords()
  const queue = useHostState('queue', (state) => state.queue)
  const profiles = useHostState('profiles', (state) => state.items)
  const holding = queue?.limits.holding ?? []
  const own = holding.some((limit) => limit.message === queue?.reason) ? null : (queue?.reason ?? null)
  const nameOf = ({ profileId }: QueueLimit): string | undefined =>
    profiles.length > 1 ? profiles.find(({ id }) => id === profileId)?.name : undefined
  const said = [own ?? '', ...holding.map(({ kind, message }) => `${text(`queue.hold.${kind}`)}: ${message}`)]
  return (
    <>
      <Hidden>
        {/* The countdown is left out: it would be said every second. */}
        <Status>{said.join(' ')}</Status>
      </Hidden>
      {(own !== null || holding.length > 0) && (
        <ul className={styles.holds}>
          {own !== null && <li className={styles.hold}>{own}</li>}
          {holding.map((limit) => (
            <Hold key={`${limit.profileId}:${limit.kind}`} limit={limit} profile={nameOf(limit)} />
          ))}
        </ul>
      )}
    </>
  )
}

function Hold({ limit, profile }: { readonly limit: QueueLimit; readonly profile: string | undefined }) {
  const { text } = useWords()
  const { kind, message, waiting, unfollowed = 0 } = limit
  return (
    <li className={classNames(styles.hold, CALM.includes(kind) && styles.calm)}>
      <span className={styles.holdName}>
        {text(`queue.hold.${kind}`)}
        {profile !== undefined && <span className={styles.holdQuiet}> · {profile}</span>}
      </span>
      <span>
        {message} {text('queue.holds', { waiting, unfollowed })} <Until limit={limit} />
      </span>
    </li>
  )
}

function Until({ limit: { kind, until } }: { readonly limit: QueueLimit }) {
  const { text, duration, clock } = useWords()
  const now = useNow(1_000, until !== undefined)
  if (until === undefined || until <= now) return null
  const time = duration(until - now + 999)
  return (
    <span className={styles.holdQuiet}>
      {kind === 'cap'
        ? text('queue.untilMidnight', { time })
        : text('queue.until', { time, clock: clock(until) })}
    </span>
  )
}
