/** The place of a result that is not there yet: what its task does, how far it is by the usual time. */
import { Ellipsis } from '#renderer/icons.tsx'
import { useState } from 'react'
import { MenuTrigger } from 'react-aria-components'
import parts from '#renderer/ui/parts.module.css'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHostState, useIsFree } from '#renderer/bridge/host.tsx'
import { IconButton } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { MenuPopover, useContextMenu } from '#renderer/ui/menu.tsx'
import { Progress } from '#renderer/ui/progress.tsx'
import { stateMessage, stopMessage } from '#renderer/ui/task-state.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { timeRange, type TimeRange } from '#renderer/ui/days.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { useCreate } from '#renderer/features/create/create-context.ts'
import { Hidden } from '#renderer/ui/hidden.tsx'
import type { Tile } from '../feed-rows.ts'
import { useStop, useStoppable } from '../stop-button.tsx'
import type { Scene } from '#contract/rules/media.ts'
import { inputUrl, thumbUrl } from '#renderer/bridge/media.ts'
import styles from './tiles.module.css'
import u from '#renderer/ui/utilities.module.css'

interface WaitingTileProps extends Pick<Tile, 'task' | 'isFirst' | 'isTelling'> {
  readonly isSmall: boolean
}

export function WaitingTile({ task, isSmall, isFirst, isTelling }: WaitingTileProps) {
  const { text, duration, clock } = useFormatter()
  const isWorking = task.state !== 'queued' && isOpen(task.state)
  const now = useNow(1_000, isOpen(task.state))
  const { notBefore, error } = task
  const usual = useUsual(task)
  const state = text(stateMessage(task.state, useIsFree(task.profileId)))
  const progress = useHostState('progress', (state) => state[task.id])
  // A service that is heard of while it answers can be told to end.
  const hasResponse = task.state === 'sending' && progress !== undefined
  const choices = useWaitingMenu(task)
  const { menu, open } = useContextMenu<string>()
  const notes = [
    isWorking && duration(now - (task.sentAt ?? task.createdAt)),
    progress?.queuePosition !== undefined &&
      progress.queuePosition > 0 &&
      text('task.before', { count: progress.queuePosition }),
    task.state === 'running' && task.slow === true && text('task.slower'),
    task.state === 'running' &&
      task.slow !== true &&
      usual !== null &&
      text(usual.from === usual.to ? 'feed.usually.about' : 'feed.usually', { ...usual }),
    task.state === 'queued' &&
      notBefore !== undefined &&
      notBefore > now &&
      text('task.notBefore', { clock: clock(notBefore) }),
  ]
  return (
    <div
      className={classNames(styles.tile, styles.waiting, isOpen(task.state) && styles.shimmer)}
      role="presentation"
      onContextMenu={(event) => {
        // What happens in a menu over it arrives here as well.
        if (event.currentTarget.contains(event.target as Node)) open(event, choices)
      }}
    >
      {isWorking && <Backdrop task={task} preview={progress?.preview} />}
      {isTelling ? (
        <span className={classNames(u.row, u.relative, u.gap2, u.clip, u.strong, styles.text)}>
          {state}
          {notes.map(
            (note, index) =>
              note !== false && (
                // oxlint-disable-next-line react/no-array-index-key -- each note has its place
                <span key={index} className={classNames(parts.quiet, parts.digits)}>
                  {note}
                </span>
              ),
          )}
          {!isSmall && error !== undefined && (
            <span className={classNames(parts.quiet, parts.lines, styles.why)} title={error.message}>
              {error.message}
            </span>
          )}
        </span>
      ) : (
        <Hidden>{state}</Hidden>
      )}
      {task.profileId !== '' && (
        <MenuTrigger>
          <IconButton icon={Ellipsis} label={choices.label} className={styles.more} />
          <MenuPopover {...choices} />
        </MenuTrigger>
      )}
      {isFirst && (hasResponse || task.state === 'running') && (
        <Elapsed task={task} now={now} fraction={progress?.fraction} />
      )}
      {menu}
    </div>
  )
}

/** How it looks by now, else what it starts from, or else the last result of the same prompt, behind the words. */
function Backdrop({ task, preview }: { readonly task: Task; readonly preview: string | undefined }) {
  const { feed } = useCreate()
  // As it was first found: a sibling that is done sooner does not take its place.
  const [address] = useState(() => backdropOf(task, feed.getState().tasks))
  const [isMissing, setMissing] = useState(false)
  if (preview !== undefined) return <img src={preview} alt="" className={styles.preview} />
  if (address === null || isMissing) return null
  return <img src={address} alt="" className={styles.backdrop} onError={() => setMissing(true)} />
}

interface ElapsedProps {
  readonly task: Task
  readonly now: number
  readonly fraction: number | undefined
}

/** How far its service says it is, else as long as it has run of the time that nine of ten need, where that is known. */
function Elapsed({ task: { eta, sentAt, slow }, now, fraction }: ElapsedProps) {
  const { text } = useFormatter()
  if (fraction !== undefined)
    return (
      <div className={styles.elapsed}>
        <Progress label={text('feed.progress')} done={fraction} total={1} />
      </div>
    )
  if (eta === undefined || sentAt === undefined || slow === true) return null
  return (
    <div className={styles.elapsed}>
      <Progress
        label={text('feed.elapsed')}
        done={Math.min(now, eta.p90At) - sentAt}
        total={eta.p90At - sentAt}
      />
    </div>
  )
}

/** What can be done with this one request of a press. */
function useWaitingMenu(task: Task) {
  const { text } = useFormatter()
  const { onOpenTask } = useCreate()
  const stop = useStop()
  const open = useStoppable([task])
  const items = [
    { id: 'details', label: text('task.action.details') },
    ...(open.length > 0 ? [{ id: 'stop', label: text(stopMessage(open)) }] : []),
  ]
  return {
    label: text('feed.tile.actions', { prompt: task.request.prompt ?? text('task.noPrompt') }),
    items,
    onChoose: (id: string) => (id === 'stop' ? stop(open) : onOpenTask(task.id)),
  }
}

/** As first told: what is told later is of those alone that took as long as this one, and would move away from the reader. */
function useUsual({ eta, sentAt }: Task): TimeRange | null {
  const told =
    eta === undefined || sentAt === undefined ? null : timeRange(eta.p50At - sentAt, eta.p90At - sentAt)
  const [first, setFirst] = useState(told)
  if (first === null && told !== null) setFirst(told)
  return first ?? told
}

/** Scenes whose first input is an image. */
const FROM_IMAGE: readonly Scene[] = ['image-to-image', 'image-to-video', 'character-creation']

/** An address, or null. `tasks` newest first. */
export function backdropOf({ request }: Task, tasks: readonly Task[]): string | null {
  const [input] = request.inputs ?? []
  if (input !== undefined && FROM_IMAGE.includes(request.scene)) return inputUrl(input.inputId)
  // A video has a thumbnail only once the page has made one.
  if (request.mediaType !== 'image' || request.prompt === undefined) return null
  const last = tasks.find(
    (other) =>
      other.assetIds.length > 0 &&
      other.request.mediaType === 'image' &&
      other.request.prompt === request.prompt,
  )
  const [assetId] = last?.assetIds ?? []
  return assetId === undefined ? null : thumbUrl(assetId)
}
