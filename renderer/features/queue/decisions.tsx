/** Tasks that may have been paid for and wait for the user: a row each, under one explanation for each kind. */
import { CircleAlert, CircleHelp } from '#renderer/icons.tsx'
import { useState } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import { useStore } from 'zustand'
import type { RenderedResult } from '#contract/errors.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { isFreeOf } from '../../bridge/stores/services.ts'
import type { TaskListStore } from '../../bridge/stores/task-list.ts'
import { useCall } from '../../bridge/use-call.ts'
import { usePress } from '../../bridge/use-press.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './decisions.module.css'
import { forEach } from './task-control.ts'
import u from '#renderer/ui/utilities.module.css'

type Kind = 'unknown' | 'unsaved'

const KINDS = ['unknown', 'unsaved'] as const satisfies readonly Kind[]
const ICONS = { unknown: CircleHelp, unsaved: CircleAlert } as const
/** What can be done with one, in the order of the buttons; the last gives it up. */
const CHOICES = { unknown: ['resend', 'discard'], unsaved: ['save', 'giveUp'] } as const
type Choice = (typeof CHOICES)[Kind][number]

export interface DecisionsProps {
  readonly decisions: TaskListStore
  onOpen(taskId: string): void
}

export function Decisions({ decisions, onOpen }: DecisionsProps) {
  const { text } = useWords()
  const { tasks } = useStore(decisions)
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
  readonly kind: Kind
  readonly tasks: readonly Task[]
  readonly isFree: boolean
  onOpen(taskId: string): void
}

function Group({ kind, tasks, isFree, onOpen }: GroupProps) {
  const { text } = useWords()
  const decide = useDecide()
  const ask = useConfirm()
  const { run, busy, error } = useCall()
  const Icon = ICONS[kind]
  const count = tasks.length
  const price = isFree ? 'free' : 'charged'
  const forAll = (choice: Choice) => () =>
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
        <div className={classNames(u.column, u.grow, u.narrows, styles.words)}>
          <h2>{text(kind === 'unsaved' && isFree ? 'queue.unsaved.free' : `queue.${kind}`, { count })}</h2>
          <p className={parts.quiet}>{text(`queue.${kind}.what`, { count, price })}</p>
        </div>
        {count > 1 && (
          <div className={classNames(u.flex, u.rigid, u.wrap, u.gap6, styles.actions)}>
            {CHOICES[kind].map((choice) => (
              <Button key={choice} isDisabled={busy} onPress={forAll(choice)}>
                {text(`queue.all.${choice}`, { count })}
              </Button>
            ))}
          </div>
        )}
      </div>
      <Problem words={error?.message} />
      <ul>
        {tasks.map((task) => (
          <Row key={task.id} kind={kind} task={task} price={price} onOpen={() => onOpen(task.id)} />
        ))}
      </ul>
    </section>
  )
}

interface RowProps {
  readonly kind: Kind
  readonly task: Task
  readonly price: 'free' | 'charged'
  onOpen(): void
}

function Row({ kind, task, price, onOpen }: RowProps) {
  const { text, dateTime } = useWords()
  const { id, request, error: reason, createdAt } = task
  const decide = useDecide()
  const ask = useConfirm()
  const { run, busy, error } = useCall()
  const [isLinking, setLinking] = useState(false)
  const act = (choice: Choice) => () => {
    const send = (): void => void run(decide(choice, id))
    if (choice !== 'giveUp') return send()
    ask({
      title: text('queue.unsaved.giveUp.title'),
      text: text('queue.unsaved.giveUp.text', { price }),
      confirm: text('queue.decide.giveUp'),
      refuse: text('queue.decideLater'),
      onConfirm: send,
    })
  }
  return (
    <li className={styles.item}>
      <div className={classNames(u.row, styles.row)}>
        <AriaButton
          className={classNames(parts.bare, u.column, u.grow, u.narrows, styles.words, styles.open)}
          onPress={onOpen}
        >
          <span className={parts.line}>
            {request.prompt ?? text('task.noPrompt')}
            <span className={parts.quiet}>
              {' '}
              · {request.model} · {dateTime(createdAt)}
            </span>
          </span>
          <span className={classNames(parts.line, parts.quiet)} title={reason?.message}>
            {reason?.message}
          </span>
        </AriaButton>
        <div className={classNames(u.flex, u.rigid, u.wrap, u.gap6, styles.actions)}>
          {CHOICES[kind].map((choice) => (
            <Button key={choice} isDisabled={busy} onPress={act(choice)}>
              {text(`queue.decide.${choice}`)}
            </Button>
          ))}
          {kind === 'unknown' && (
            <Button isDisabled={busy} aria-expanded={isLinking} onPress={() => setLinking(!isLinking)}>
              {text('queue.unknown.link')}
            </Button>
          )}
        </div>
      </div>
      <Candidates task={task} isBusy={busy} onId={(remoteId) => void run(decide('link', id, remoteId))} />
      {isLinking && <LinkForm isBusy={busy} onId={(remoteId) => void run(decide('link', id, remoteId))} />}
      <Problem words={error?.message} />
    </li>
  )
}

interface CandidatesProps {
  readonly task: Task
  readonly isBusy: boolean
  onId(remoteId: string): void
}

/** Tasks that the service lists and that may be this one, with the times that tell them apart. */
function Candidates({ task: { candidates = [] }, isBusy, onId }: CandidatesProps) {
  const { text, exact } = useWords()
  if (candidates.length === 0) return null
  return (
    <div className={classNames(u.column, u.gap4, styles.candidates)}>
      <p className={parts.quiet}>{text('queue.unknown.candidates')}</p>
      <ul className={parts.stack}>
        {candidates.map(({ remoteId, createdAt }) => (
          <li key={remoteId} className={parts.row}>
            <span className={parts.digits}>{exact(createdAt)}</span>
            <code className={classNames(parts.quiet, parts.selectable)}>{remoteId}</code>
            <Button
              isDisabled={isBusy}
              aria-label={text('queue.unknown.isThis.name', { time: exact(createdAt), id: remoteId })}
              onPress={() => onId(remoteId)}
            >
              {text('queue.unknown.isThis')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function LinkForm({ isBusy, onId }: { readonly isBusy: boolean; onId(remoteId: string): void }) {
  const { text } = useWords()
  const [remoteId, setRemoteId] = useState('')
  return (
    <form
      className={classNames(u.flex, u.gap8, styles.link)}
      onSubmit={(event) => {
        event.preventDefault()
        onId(remoteId)
      }}
    >
      <TextField label={text('queue.unknown.id')} value={remoteId} onChange={setRemoteId} isMono takesFocus />
      <Button type="submit" isDisabled={isBusy || remoteId.trim() === ''}>
        {text('queue.unknown.follow')}
      </Button>
    </form>
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

function useDecide() {
  const { bridge } = useHost()
  const press = usePress()
  return (choice: Choice | 'link', id: string, remoteId?: string): Promise<RenderedResult<unknown>> => {
    if (choice === 'save') return press(id, (pressId) => bridge.call('tasks.retry', { id, pressId }))
    if (choice === 'resend')
      return press(id, (pressId) => bridge.call('tasks.decide', { id, action: 'resend', pressId }))
    if (choice === 'giveUp') return bridge.call('tasks.stop', { id })
    return bridge.call('tasks.decide', { id, action: choice, ...(remoteId !== undefined && { remoteId }) })
  }
}

/** What did not change stays listed; the first reason stands for all. */
async function firstFailure(
  outcomes: Promise<readonly RenderedResult<unknown>[]>,
): Promise<RenderedResult<unknown>> {
  return (await outcomes).find(({ ok }) => !ok) ?? { ok: true, data: {} }
}
