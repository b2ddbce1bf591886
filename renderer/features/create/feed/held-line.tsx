/** One line above the results while sending is held: why, how many wait, and what ends it. */
import type { QueueLimit } from '#contract/queue.ts'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useWords } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useCreate } from '../create-context.ts'
import styles from './feed.module.css'

/** Usual limits, which need no attention. */
const CALM: readonly QueueLimit['kind'][] = ['concurrency', 'minute']

export function HeldLine() {
  const { text } = useWords()
  const { queue: store } = useHost()
  const queue = useHostState('queue', (state) => state.queue)
  if (queue?.paused === true)
    return (
      <div className={styles.held}>
        <p className={parts.grow}>{text('feed.held.paused', { waiting: queue.counts.queued })}</p>
        <Button onPress={() => void store.setPaused(false)}>{text('feed.held.resume')}</Button>
      </div>
    )
  const limit = queue?.limits.holding.find(({ kind }) => !CALM.includes(kind))
  return limit === undefined ? null : <HeldBy limit={limit} />
}

function HeldBy({ limit: { kind, message, waiting, until } }: { readonly limit: QueueLimit }) {
  const { text, duration } = useWords()
  const { onOpenSettings } = useCreate()
  const now = useNow(1_000, until !== undefined)
  const wait = until === undefined || until <= now ? null : duration(until - now + 999)
  return (
    <div className={styles.held}>
      <p className={classNames(parts.grow, parts.digits)}>
        {[
          text(`queue.hold.${kind}`),
          message,
          text('feed.held.waiting', { waiting }),
          ...(wait === null ? [] : [text('feed.held.until', { time: wait })]),
        ].join(' · ')}
      </p>
      {(kind === 'key' || kind === 'cap') && (
        <Button onPress={onOpenSettings}>{text('place.settings')}</Button>
      )}
    </div>
  )
}
