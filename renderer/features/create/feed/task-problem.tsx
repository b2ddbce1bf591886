/** Tasks that did not end well, for one cause: what happened, whether it cost something, and what can be done. */
import { TriangleAlert } from '#renderer/icons.tsx'
import { useRef, useState } from 'react'
import { retryOf } from '#contract/rules/task-states.ts'
import { useHost, useIsFree } from '../../../bridge/host.tsx'
import { useAnswer } from '../../../bridge/use-call.ts'
import { usePress } from '../../../bridge/use-press.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import parts from '../../../ui/parts.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { retryAdvice, retryWords, stateWords, useRecordWords } from '../../../ui/task-state.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { useAgreed } from '../reuse/use-vary.ts'
import type { ProblemGroup } from './batches.ts'
import styles from './feed.module.css'
import u from '#renderer/ui/utilities.module.css'

export interface TaskProblemProps {
  readonly group: ProblemGroup
  /** Where it does not stand above. */
  readonly prompt?: string | undefined
  /** There is room for what happened alone; the queue tells the rest. */
  readonly isTile?: boolean
}

export function TaskProblem({ group, prompt, isTile = false }: TaskProblemProps) {
  const { first: task, tasks } = group
  const { text } = useWords()
  const { reuse, onOpenTask } = useCreate()
  const { busy, problem, retry } = useRetry(group)
  const needsYou = task.state === 'unknown' || task.state === 'unsaved'
  const message = task.error?.message
  const isFree = useIsFree(task.profileId)
  const advice = retryAdvice(task, isFree)
  const retryLabel = retryWords(task)
  const { provider, model } = task.request
  const record = useRecordWords(task, useAnswer('models.knowledge', isTile ? null : { provider, model }).data)

  return (
    <>
      <TriangleAlert
        size={18}
        strokeWidth={1.75}
        aria-hidden
        className={classNames(needsYou ? parts.warning : parts.danger)}
      />
      <div className={parts.stack}>
        <p className={u.bold}>
          {tasks.length === 1
            ? text(stateWords(task.state, isFree))
            : text('feed.problems', { count: tasks.length, state: text(stateWords(task.state, isFree)) })}
        </p>
        {prompt !== undefined && <p className={classNames(parts.lines, styles.problemPrompt)}>{prompt}</p>}
        <p
          className={classNames(
            parts.quiet,
            parts.selectable,
            isTile && parts.lines,
            isTile && styles.reason,
          )}
          title={isTile ? message : undefined}
        >
          {message}
        </p>
        {!isTile && (advice !== null || record !== null) && (
          <p className={parts.quiet}>
            {[advice === null ? null : text(advice), record].filter((words) => words !== null).join(' ')}
          </p>
        )}
        <Problem words={problem} />
        <div className={parts.row}>
          {retryLabel !== null && (
            <Button isDisabled={busy} onPress={() => void retry()}>
              {tasks.length === 1
                ? text(retryLabel)
                : text('feed.forAll', { action: text(retryLabel), count: tasks.length })}
            </Button>
          )}
          {!needsYou && (
            <Button onPress={() => void reuse.getState().edit({ request: task.request })}>
              {text('create.edit')}
            </Button>
          )}
          <Button kind={needsYou ? 'plain' : 'quiet'} onPress={() => onOpenTask(task.id)}>
            {text(task.state === 'unknown' ? 'task.action.decide' : 'task.action.details')}
          </Button>
        </div>
      </div>
    </>
  )
}

/** Tries all of them again, after the question before many requests. */
function useRetry({ first: task, tasks }: ProblemGroup) {
  const { bridge, profiles } = useHost()
  const agreed = useAgreed()
  const press = usePress()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** From the press on: one of two presses in a row would ask, and pay, again. */
  const isPressed = useRef(false)
  async function isAgreed(): Promise<boolean> {
    if (retryOf(task) !== 'submit') return true
    const profile = profiles.getState().items.find(({ id }) => id === task.profileId)
    return await agreed(
      tasks.map(({ request }) => request),
      profile,
    )
  }
  async function retry(): Promise<void> {
    if (isPressed.current) return
    isPressed.current = true
    if (await isAgreed()) {
      setBusy(true)
      for (const { id } of tasks) {
        const response = await press(id, (pressId) => bridge.call('tasks.retry', { id, pressId }))
        setProblem(response.ok ? null : response.error.message)
        if (!response.ok) break
      }
      setBusy(false)
    }
    isPressed.current = false
  }

  return { busy, problem, retry }
}

interface ProblemTileProps extends TaskProblemProps {
  /** There is room for a word alone; the rest is told in the queue. */
  readonly isSmall: boolean
}

/** In the place of the result that did not come. */
export function ProblemTile({ group, prompt, isSmall }: ProblemTileProps) {
  const { text } = useWords()
  const { onOpenTask } = useCreate()
  const { id, state, request, profileId } = group.first
  const words = text(stateWords(state, useIsFree(profileId)))
  if (!isSmall)
    return (
      <div
        className={classNames(u.flex, u.gap10, styles.problem, u.wide, u.tall, u.scroll, styles.problemTile)}
      >
        <TaskProblem group={group} prompt={prompt} isTile />
      </div>
    )
  return (
    <Button
      kind="quiet"
      icon={TriangleAlert}
      className={classNames(u.wide, u.tall, u.scroll, styles.problemTile)}
      aria-label={`${words}: ${request.prompt ?? ''}`}
      onPress={() => onOpenTask(id)}
    >
      {words}
    </Button>
  )
}
