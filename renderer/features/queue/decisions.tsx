/** Tasks that may have been paid for and wait for the user: a row each, under one explanation for each kind. */
import { CircleAlert, CircleHelp } from '#renderer/icons.tsx'
import type { RenderedResult } from '#contract/errors.ts'
import type { Task } from '#contract/tasks.ts'
import { useHostState, useModelLabel } from '../../bridge/host.tsx'
import { isFreeOf } from '../../bridge/stores/services.ts'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'
import { DecisionChoices, useDecide, type DecisionKind } from './decision-choices.tsx'
import styles from './decisions.module.css'
import { forEach } from './task-control.ts'
import u from '#renderer/ui/utilities.module.css'

const KINDS = ['unknown', 'unsaved'] as const satisfies readonly DecisionKind[]
const ICONS = { unknown: CircleHelp, unsaved: CircleAlert } as const
/** What can be done with several at once. */
const FOR_ALL = { unknown: ['resend', 'discard'], unsaved: ['save', 'giveUp'] } as const

export interface DecisionsProps {
  readonly tasks: readonly Task[]
  onOpen(taskId: string): void
}

export function Decisions({ tasks, onOpen }: DecisionsProps) {
  const { text } = useFormatter()
  const isFree = useFreeTasks()
  if (tasks.length === 0) return null
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={styles.decisions} tabIndex={0} aria-label={text('queue.decisions')}>
      {KINDS.map((kind) => {
        // Of a free service nothing is said of money, so that they have a group of their own.
        const groups = Map.groupBy(
          tasks.filter(({ state }) => state === kind),
          isFree,
        )
        return Array.from(groups, ([free, some]) => (
          <Group key={`${kind} ${free}`} kind={kind} tasks={some} isFree={free} onOpen={onOpen} />
        ))
      })}
    </section>
  )
}

interface GroupProps {
  readonly kind: DecisionKind
  readonly tasks: readonly Task[]
  readonly isFree: boolean
  onOpen(taskId: string): void
}

function Group({ kind, tasks, isFree, onOpen }: GroupProps) {
  const { text } = useFormatter()
  const decide = useDecide()
  const ask = useConfirm()
  const { run, busy, error } = useCall()
  const Icon = ICONS[kind]
  const count = tasks.length
  const price = isFree ? 'free' : 'charged'
  const forAll = (choice: (typeof FOR_ALL)[DecisionKind][number]) => () =>
    ask({
      title: text(`queue.all.${choice}.title`, { count }),
      text: text(`queue.all.${choice}.text`, { price }),
      confirm: text(`queue.all.${choice}`, { count }),
      refuse: text('queue.decideLater'),
      onConfirm: () => void run(firstFailure(forEach(tasks, ({ id }) => decide(choice, id)))),
    })
  return (
    <section className={styles.group}>
      <div className={classNames(u.row, styles.head)}>
        <Icon size={18} strokeWidth={1.75} aria-hidden />
        <div className={classNames(u.column, u.grow, u.narrows, styles.text)}>
          <h2>{text(kind === 'unsaved' && isFree ? 'queue.unsaved.free' : `queue.${kind}`, { count })}</h2>
          <p className={parts.quiet}>{text(`queue.${kind}.what`, { count, price })}</p>
        </div>
        {count > 1 && (
          <div className={classNames(u.flex, u.rigid, u.wrap, u.gap6, styles.actions)}>
            {FOR_ALL[kind].map((choice) => (
              <Button key={choice} isDisabled={busy} onPress={forAll(choice)}>
                {text(`queue.all.${choice}`, { count })}
              </Button>
            ))}
          </div>
        )}
      </div>
      <Problem message={error?.message} />
      <ul>
        {tasks.map((task) => (
          <Row key={task.id} kind={kind} task={task} price={price} onOpen={() => onOpen(task.id)} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly kind: DecisionKind
  readonly task: Task
  readonly price: 'free' | 'charged'
  onOpen(): void
}

function Row({ kind, task, price, onOpen }: RowProps) {
  const { text, dateTime } = useFormatter()
  const { request, createdAt } = task
  const labelOf = useModelLabel()
  const prompt = request.prompt ?? text('task.noPrompt')
  return (
    <li className={styles.item}>
      <DecisionChoices
        kind={kind}
        task={task}
        price={price}
        more={
          <Button kind="quiet" onPress={onOpen}>
            {text('task.action.details')}
          </Button>
        }
      >
        <p className={classNames(parts.line, u.grow, styles.text)} title={prompt}>
          {prompt}
          <span className={parts.quiet}>
            {' '}
            · {labelOf(request.model, request.provider)} · {dateTime(createdAt)}
          </span>
        </p>
      </DecisionChoices>
    </li>
  )
}

/** Whether a task's service charges nothing. */
function useFreeTasks(): (task: Task) => boolean {
  const services = useHostState('services', (state) => state)
  const profiles = useHostState('profiles', (state) => state.items)
  return ({ profileId }) =>
    isFreeOf(
      services,
      profiles.find(({ id }) => id === profileId),
    )
}

/** What did not change stays listed; the first reason stands for all. */
async function firstFailure(
  outcomes: Promise<readonly RenderedResult<unknown>[]>,
): Promise<RenderedResult<unknown>> {
  return (await outcomes).find(({ ok }) => !ok) ?? { ok: true, data: {} }
}
