/** The lines above the results: why sending is held, why a change failed, what waits to be sent, and how large the results are. */
import { Columns2, X } from '#renderer/icons.tsx'
import { useStore } from 'zustand'
import type { QueueLimit } from '#contract/queue.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost, useHostState, useNameAmongOthers } from '../../../bridge/host.tsx'
import { CALM, isPaused } from '../../../bridge/stores/queue.ts'
import { settingsPlaceOf } from '../../../bridge/settings-place.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { Slider } from '../../../ui/slider.tsx'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useCreate } from '../create-context.ts'
import styles from './feed.module.css'
import u from '#renderer/ui/utilities.module.css'

/** While sending is held: why, how many wait, and what ends it. */
export function HeldLine() {
  const { text } = useFormatter()
  const { queue: store } = useHost()
  const queue = useHostState('queue', (state) => state.queue)
  const error = useHostState('queue', (state) => state.error)
  if (queue !== null && isPaused(queue))
    return (
      <div className={classNames(u.row, u.gap12, styles.held)}>
        <div className={parts.grow}>
          <p>{text('feed.held.paused', { waiting: queue.counts.queued })}</p>
          <Problem message={error?.message} />
        </div>
        <Button onPress={() => void store.setPaused(false)}>{text('feed.held.resume')}</Button>
      </div>
    )
  const limit = queue?.limits.holding.find(({ kind }) => !CALM.includes(kind))
  return limit === undefined ? null : <HeldBy limit={limit} />
}

function HeldBy({ limit }: { readonly limit: QueueLimit }) {
  const { kind, profileId, message, waiting, until } = limit
  const { text, duration } = useFormatter()
  const { onOpenSettings } = useCreate()
  const name = useNameAmongOthers(profileId)
  const now = useNow(1_000, until !== undefined)
  const section = settingsPlaceOf(message)
  const wait = until === undefined || until <= now ? null : duration(until - now + 999)
  return (
    <div className={classNames(u.row, u.gap12, styles.held)}>
      <p className={classNames(parts.grow, parts.digits)}>
        {[
          ...(name === undefined ? [] : [name]),
          message.text,
          ...(waiting === 0 ? [] : [text('feed.held.waiting', { waiting })]),
          ...(wait === null ? [] : [text('feed.held.until', { time: wait })]),
        ].join(' · ')}
      </p>
      {(kind === 'key' || kind === 'cap' || section !== undefined) && (
        <Button onPress={() => onOpenSettings(section)}>{text('place.settings')}</Button>
      )}
    </div>
  )
}

export function ChangeProblem() {
  const { text } = useFormatter()
  const { changes } = useCreate()
  const problem = useStore(changes.store, (state) => state.problem)
  if (problem === null) return null
  return (
    <div className={classNames(u.row, u.gap12, styles.held)}>
      <Problem message={problem.message} />
      <IconButton icon={X} label={text('action.dismiss')} onPress={() => changes.dismiss()} />
    </div>
  )
}

/** `unsent` newest first, as the feed lists them. */
export function FeedBar({ unsent }: { readonly unsent: readonly Task[] }) {
  const { text } = useFormatter()
  const { zoom } = useCreate()
  const place = useStore(zoom.store, (state) => state.zoom)
  return (
    <div className={classNames(u.row, u.gap16, styles.wallBar)}>
      <MarkedResult />
      {unsent.length > 0 && <Unsent tasks={unsent} />}
      <Slider
        label={text('gallery.zoom')}
        max={zoom.most}
        value={place}
        onChange={zoom.set}
        className={styles.zoom}
      />
    </div>
  )
}

/** What the next chosen result is compared with. */
function MarkedResult() {
  const { text } = useFormatter()
  const { marked: store } = useCreate()
  const marked = useStore(store)
  return (
    <Status className={marked === null ? undefined : styles.unsent}>
      {marked !== null && (
        <>
          <Columns2
            size={16}
            strokeWidth={1.75}
            aria-hidden
            className={classNames(u.rigid, u.strong, u.medium)}
          />
          <span className={parts.line}>
            {text('feed.compare', { name: marked.name || text('task.noPrompt') })}
          </span>
          <IconButton icon={X} label={text('feed.compare.none')} onPress={() => store.setState(null, true)} />
        </>
      )}
    </Status>
  )
}

function Unsent({ tasks }: { readonly tasks: readonly Task[] }) {
  const { text } = useFormatter()
  const { onOpenTask } = useCreate()
  const prompts = Map.groupBy(tasks.toReversed(), ({ request }) => request.prompt ?? text('task.noPrompt'))
  const lines = Array.from(prompts, ([prompt, { length: count }]) =>
    text('feed.unsent.one', { prompt, count }),
  )
  const next = tasks.at(-1)
  return (
    <p className={classNames(parts.quiet, parts.digits, styles.unsent)}>
      <span className={classNames(u.rigid, u.strong, u.medium)}>
        {text('feed.unsent', { count: tasks.length })}
      </span>
      <span className={parts.line}>{lines.slice(0, 20).join(' · ')}</span>
      {next !== undefined && (
        <Button kind="quiet" onPress={() => onOpenTask(next.id)}>
          {text('feed.unsent.open')}
        </Button>
      )}
    </p>
  )
}
