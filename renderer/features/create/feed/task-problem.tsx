/** Tasks that did not end well, for one cause: one sentence, the next thing to do, and a menu of the rest. */
import { Ellipsis, TriangleAlert } from '#renderer/icons.tsx'
import { useRef, useState } from 'react'
import { MenuTrigger } from 'react-aria-components'
import { retryOf } from '#contract/rules/task-states.ts'
import { useHost, useHostState, useIsFree } from '../../../bridge/host.tsx'
import { usePress } from '../../../bridge/use-press.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { useCopyText } from '../../../ui/copy-button.tsx'
import { MenuPopover } from '../../../ui/menu.tsx'
import parts from '../../../ui/parts.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { retryMessage, stateMessage, withPayer } from '../../../ui/task-state.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { useAgreed } from '../reuse/use-vary.ts'
import type { ProblemGroup } from './batches.ts'
import styles from './feed.module.css'
import { needsKey, taskProblemText } from './task-problem-text.ts'
import u from '#renderer/ui/utilities.module.css'

export function TaskProblem({ group }: { readonly group: ProblemGroup }) {
  const { first: task } = group
  const { text } = useFormatter()
  const { busy, problem, retry } = useRetry(group)
  const isFree = useIsFree(task.profileId)
  const needsYou = task.state === 'unknown' || task.state === 'unsaved'
  const reason = problem ?? taskProblemText(task, isFree, text)
  const [main, ...others] = useNextSteps(group, () => void retry())
  const label = text('feed.problem.more', { prompt: task.request.prompt ?? text('task.noPrompt') })
  return (
    <div className={styles.cause}>
      <div className={styles.sentence}>
        <TriangleAlert
          size={18}
          strokeWidth={1.75}
          aria-hidden
          className={classNames(needsYou ? parts.warning : parts.danger)}
        />
        <p
          className={classNames(parts.lines, parts.selectable, styles.reason)}
          title={task.error?.message ?? reason}
          {...(problem === null ? {} : { role: 'alert' })}
        >
          {reason}
        </p>
      </div>
      <div className={classNames(u.row, u.gap4)}>
        {main !== undefined && (
          <Button isDisabled={busy} onPress={main.run}>
            {main.label}
          </Button>
        )}
        <MenuTrigger>
          <IconButton icon={Ellipsis} label={label} />
          <MenuPopover
            label={label}
            items={others}
            onChoose={(id) => others.find((way) => way.id === id)?.run()}
          />
        </MenuTrigger>
      </div>
    </div>
  )
}

interface NextStep {
  readonly id: 'key' | 'decide' | 'retry' | 'edit' | 'details' | 'copy'
  readonly label: string
  run(): void
}

/** What can be done, the most likely to help first. */
function useNextSteps({ first: task, tasks }: ProblemGroup, onRetry: () => void): readonly NextStep[] {
  const { text } = useFormatter()
  const { reuse, onOpenTask, onOpenSettings } = useCreate()
  const copyText = useCopyText()
  const profiles = useHostState('profiles', (state) => state)
  const label = retryMessage(task)
  const count = tasks.length
  const all =
    label === null ? '' : count === 1 ? text(label) : text('feed.forAll', { action: text(label), count })
  const open = (): void => onOpenTask(task.id)
  const ways: Readonly<Record<NextStep['id'], NextStep>> = {
    key: { id: 'key', label: text('feed.problem.changeKey'), run: () => onOpenSettings() },
    decide: { id: 'decide', label: text('task.action.decide'), run: open },
    retry: { id: 'retry', label: withPayer(all, task, profiles), run: onRetry },
    edit: {
      id: 'edit',
      label: text('create.edit'),
      run: () => void reuse.getState().edit({ request: task.request }),
    },
    details: { id: 'details', label: text('task.action.details'), run: open },
    copy: {
      id: 'copy',
      label: text('feed.problem.copy'),
      run: () => void copyText(task.error?.message ?? taskProblemText(task, false, text)),
    },
  }
  const rest = [ways.details, ways.copy]
  if (task.state === 'unknown') return [ways.decide, ...rest]
  const again = label === null ? [] : [ways.retry]
  if (task.state === 'unsaved') return [...again, ...rest]
  if (needsKey(task)) return [ways.key, ...again, ways.edit, ...rest]
  // The same request would be refused again.
  if (task.state === 'rejected') return [ways.edit, ...again, ...rest]
  return [...again, ways.edit, ...rest]
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

interface ProblemTileProps {
  readonly group: ProblemGroup
  /** There is room for a word alone; the rest is told in the queue. */
  readonly isSmall: boolean
}

/** In the place of the result that did not come. */
export function ProblemTile({ group, isSmall }: ProblemTileProps) {
  const { text } = useFormatter()
  const { onOpenTask } = useCreate()
  const { id, state, request, profileId } = group.first
  const label = text(stateMessage(state, useIsFree(profileId)))
  if (!isSmall)
    return (
      <div className={classNames(u.wide, u.tall, styles.problemTile)}>
        <TaskProblem group={group} />
      </div>
    )
  return (
    <Button
      kind="quiet"
      icon={TriangleAlert}
      className={classNames(u.wide, u.tall, styles.problemTile)}
      aria-label={`${label}: ${request.prompt ?? ''}`}
      onPress={() => onOpenTask(id)}
    >
      <span className={parts.line}>{label}</span>
    </Button>
  )
}
