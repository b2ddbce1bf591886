/** The header of the queue: pause and resume, clearing, why tasks wait, and the filters with their counts. */
import { ListX, Pause, Play } from '#renderer/icons.tsx'
import { MenuTrigger } from 'react-aria-components'
import { useStore } from 'zustand'
import { useHost, useHostState, useNameAmongOthers } from '#renderer/bridge/host.tsx'
import { CALM, isPaused } from '#renderer/bridge/stores/queue.ts'
import type { TaskListStore } from '#renderer/bridge/stores/task-list.ts'
import { Button } from '#renderer/ui/button.tsx'
import { Select } from '#renderer/ui/field.tsx'
import { MenuPopover } from '#renderer/ui/menu.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { SearchBox } from '#renderer/ui/search-box.tsx'
import { visibleName } from '#renderer/ui/foreign-text.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import type { QueueLimit } from '#contract/queue.ts'
import { classNames } from '#renderer/ui/class-names.ts'
import { Hidden } from '#renderer/ui/hidden.tsx'
import { Status } from '#renderer/ui/status.tsx'
import { useNow } from '#renderer/ui/use-now.ts'
import styles from './queue-view.module.css'
import { useClearQueue } from './use-clear-queue.ts'
import { countFor, filterOf, FILTERS, FILTER_STATES, QUEUE_SORTS, type SortingStore } from './list-order.ts'
import { UsageLine } from './usage-line.tsx'
import u from '#renderer/ui/utilities.module.css'

interface QueueBarProps {
  readonly tasks: TaskListStore
  readonly sorting: SortingStore
}

export function QueueBar({ tasks, sorting }: QueueBarProps) {
  const { text, number } = useFormatter()
  const { queue: store } = useHost()
  const queue = useHostState('queue', (state) => state.queue)
  const error = useHostState('queue', (state) => state.error)
  const filter = useStore(tasks, ({ states }) => filterOf(states))
  const sort = useStore(sorting, (state) => state.sort)
  const search = useStore(sorting, (state) => state.search)
  const isHeld = isPaused(queue)
  return (
    <header className={classNames(u.column, u.rigid, u.gap10, styles.bar)}>
      <div className={classNames(u.row, u.between, u.wrap, u.gap12)}>
        <div className={classNames(u.flex, u.wrap, u.narrows, styles.title)}>
          <h1>{text('place.queue')}</h1>
          <UsageLine />
        </div>
        <div className={classNames(u.flex, u.rigid, u.wrap, u.gap8, styles.headActions)}>
          <Button
            icon={isHeld ? Play : Pause}
            isDisabled={queue === null}
            onPress={() => void store.setPaused(!isHeld)}
          >
            {text(isHeld ? 'queue.resume' : 'queue.pause')}
          </Button>
          {queue !== null && <ClearButton />}
        </div>
      </div>
      <Problem message={error?.message} />
      <Holds />
      <div className={classNames(u.flex, u.wrap, styles.filters)}>
        <Segmented
          label={text('queue.filter')}
          layout="wrap"
          value={filter}
          onChange={(chosen) => void tasks.show(FILTER_STATES[chosen])}
          options={FILTERS.map((name) => ({
            value: name,
            label: (
              <>
                {text(`queue.filter.${name}`)}{' '}
                <span className={styles.count}>{queue !== null && number(countFor(name, queue.counts))}</span>
              </>
            ),
          }))}
        />
        <SearchBox
          label={text('queue.search')}
          placeholder={text('queue.search.placeholder')}
          value={search}
          onChange={(next) => sorting.setState({ search: next })}
          className={styles.search}
        />
        <AgentFilter sorting={sorting} />
        {/* What waits stands in the order of sending. */}
        {filter !== 'waiting' && (
          <Select
            label={text('queue.sort')}
            isLabelHidden
            className={styles.sort}
            value={sort}
            onChange={(next) => sorting.setState({ sort: next })}
            options={QUEUE_SORTS.map((value) => ({ value, label: text(`queue.sort.${value}`) }))}
          />
        )}
      </div>
    </header>
  )
}

/** Where agents asked for something: whose tasks alone are listed. */
function AgentFilter({ sorting }: Pick<QueueBarProps, 'sorting'>) {
  const { text } = useFormatter()
  const chosen = useStore(sorting, ({ agentId }) => agentId)
  const known = useHostState('agents', ({ items }) => items)
  const agents = known.filter(({ id, lastUsedAt }) => lastUsedAt !== null || id === chosen)
  const isRemoved = chosen !== null && agents.every(({ id }) => id !== chosen)
  if (agents.length === 0 && chosen === null) return null
  return (
    <Select
      label={text('queue.agent')}
      isLabelHidden
      className={styles.sort}
      value={chosen ?? ''}
      onChange={(next) => sorting.setState({ agentId: next || null })}
      options={[
        { value: '', label: text('queue.agent.any') },
        ...agents.map(({ id, name }) => ({ value: id, label: visibleName(name) })),
        ...(isRemoved ? [{ value: chosen, label: text('queue.agent.removed') }] : []),
      ]}
    />
  )
}

function ClearButton() {
  const { text } = useFormatter()
  const { choices, ask } = useClearQueue()
  return (
    <MenuTrigger>
      <Button icon={ListX} isDisabled={choices.length === 0}>
        {text('queue.clear')}
      </Button>
      <MenuPopover label={text('queue.clear')} placement="bottom end" items={choices} onChoose={ask} />
    </MenuTrigger>
  )
}

/** Why tasks wait: each limit by name, how many tasks it holds back, and for how long. */
function Holds() {
  const { sentences } = useFormatter()
  const queue = useHostState('queue', (state) => state.queue)
  const holding = queue?.limits.holding ?? []
  const own = isPaused(queue) ? (queue?.why?.text ?? null) : null
  return (
    <>
      <Hidden>
        {/* The countdown is left out: it would be said every second. */}
        <Status>{sentences([own, ...holding.map(({ message }) => message.text)])}</Status>
      </Hidden>
      {(own !== null || holding.length > 0) && (
        <ul className={classNames(u.column, u.gap6)}>
          {own !== null && <li className={styles.hold}>{own}</li>}
          {holding.map((limit) => (
            <Hold key={`${limit.profileId}:${limit.kind}`} limit={limit} />
          ))}
        </ul>
      )}
    </>
  )
}

function Hold({ limit }: { readonly limit: QueueLimit }) {
  const { text } = useFormatter()
  const { queue } = useHost()
  const { kind, profileId, message, waiting, unfollowed = 0 } = limit
  const name = useNameAmongOthers(profileId)
  return (
    <li className={classNames(styles.hold, CALM.includes(kind) && styles.calm)}>
      {name !== undefined && <span className={styles.holdName}>{name}</span>}
      <span>
        {message.text} {text('queue.holds', { waiting, unfollowed })} <Until limit={limit} />
      </span>
      {kind === 'key' && (
        <Button kind="quiet" onPress={() => void queue.setPaused(false)}>
          {text('action.retry')}
        </Button>
      )}
    </li>
  )
}

function Until({ limit: { kind, until } }: { readonly limit: QueueLimit }) {
  const { text, duration, clock } = useFormatter()
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
