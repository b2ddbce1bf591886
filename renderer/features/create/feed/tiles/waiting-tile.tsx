/** The place of a result that is not there yet: what its task does, how far it is by the usual time, and Stop. */
import { Square } from '#renderer/icons.tsx'
import { useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import { isOpen } from '#contract/rules/task-states.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost, useHostState, useIsFree } from '#renderer/bridge/host.tsx'
import { IconButton } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { useConfirm } from '#renderer/ui/dialog.tsx'
import { Progress } from '#renderer/ui/progress.tsx'
import { useStopEffect } from '#renderer/bridge/use-stop-effect.ts'
import { canStop, stateWords } from '#renderer/ui/task-state.tsx'
import { useWords } from '#renderer/ui/text.ts'
import { timeRange, type TimeRange } from '#renderer/ui/days.ts'
import { useNow } from '#renderer/ui/use-now.ts'
import { useCreate } from '#renderer/features/create/create-context.ts'
import type { Scene } from '#contract/rules/media.ts'
import { inputUrl, thumbUrl } from '#renderer/bridge/media.ts'
import styles from './tiles.module.css'
import u from '#renderer/ui/utilities.module.css'

export function WaitingTile({ task, isSmall = false }: { readonly task: Task; readonly isSmall?: boolean }) {
  const { text, duration, clock } = useWords()
  const isWorking = task.state !== 'queued' && isOpen(task.state)
  const now = useNow(1_000, isOpen(task.state))
  const { notBefore, error } = task
  const usual = useUsual(task)
  const isFree = useIsFree(task.profileId)
  const progress = useHostState('progress', (state) => state[task.id])
  // A service that is heard of while it answers can be told to end.
  const isAnswered = task.state === 'sending' && progress !== undefined
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
    <div className={classNames(styles.tile, styles.waiting, isWorking && styles.working)}>
      {isWorking && <Backdrop task={task} preview={progress?.preview} />}
      <span className={classNames(u.row, u.relative, u.gap2, u.clip, u.strong, styles.words)}>
        {text(stateWords(task.state, isFree))}
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
          <span className={classNames(parts.quiet, parts.lines, styles.why)}>{error.message}</span>
        )}
      </span>
      {(isAnswered || (isWorking && canStop(task))) && <Stop task={task} />}
      {(isAnswered || task.state === 'running') && (
        <Elapsed task={task} now={now} fraction={progress?.fraction} />
      )}
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
  const { text } = useWords()
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

function Stop({ task }: { readonly task: Task }) {
  const { text } = useWords()
  const { bridge } = useHost()
  const { changes } = useCreate()
  const stopEffect = useStopEffect()
  const confirm = useConfirm()
  async function stop(): Promise<void> {
    const response = await bridge.call('tasks.stop', { id: task.id })
    if (!response.ok) changes.fail(response.error)
  }
  return (
    <IconButton
      icon={Square}
      label={text('task.action.stop')}
      className={styles.stop}
      onPress={() =>
        confirm({
          title: text('task.stop.title'),
          text: text('task.stop.text', stopEffect([task])),
          confirm: text('task.action.stop'),
          refuse: text('queue.keepFollowing', { count: 1 }),
          onConfirm: () => void stop(),
        })
      }
    />
  )
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
