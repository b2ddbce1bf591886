/** What can be done with a task that may have been paid for, in the panel of decisions and in the task's own. */
import { useState, type ReactNode } from 'react'
import type { RenderedResult } from '#contract/errors.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { usePress } from '../../bridge/use-press.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useConfirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'
import styles from './decisions.module.css'
import u from '#renderer/ui/utilities.module.css'

/** What can be done with one, in the order of the buttons; the last gives it up. */
const CHOICES = { unknown: ['resend', 'link', 'discard'], unsaved: ['save', 'giveUp'] } as const

export type DecisionKind = keyof typeof CHOICES
export type Choice = (typeof CHOICES)[DecisionKind][number]

interface DecisionChoicesProps {
  readonly kind: DecisionKind
  readonly task: Task
  readonly price: 'free' | 'charged'
  /** What stands beside the buttons. */
  readonly children?: ReactNode
  /** After the choices. */
  readonly more?: ReactNode
}

export function DecisionChoices({ kind, task, price, children, more }: DecisionChoicesProps) {
  const { text } = useFormatter()
  const { id } = task
  const decide = useDecide()
  const ask = useConfirm()
  const { run, busy, error } = useCall()
  const [isLinking, setLinking] = useState(false)
  const link = (remoteId: string): void => void run(decide('link', id, remoteId))
  const act = (choice: Choice) => () => {
    const send = (): void => void run(decide(choice, id))
    if (choice === 'link') return setLinking(!isLinking)
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
    <>
      <div className={classNames(u.row, styles.row)}>
        {children}
        <div className={classNames(u.flex, u.rigid, u.wrap, u.gap6, styles.actions)}>
          {CHOICES[kind].map((choice) => (
            <Button
              key={choice}
              isDisabled={busy}
              onPress={act(choice)}
              {...(choice === 'link' ? { 'aria-expanded': isLinking } : {})}
            >
              {text(`queue.decide.${choice}`)}
            </Button>
          ))}
          {more}
        </div>
      </div>
      <Candidates task={task} isBusy={busy} onId={link} />
      {isLinking && <LinkForm isBusy={busy} onId={link} />}
      <Problem message={error?.message} />
    </>
  )
}

interface CandidatesProps {
  readonly task: Task
  readonly isBusy: boolean
  onId(remoteId: string): void
}

/** Tasks that the service lists and that may be this one, with the times that tell them apart. */
function Candidates({ task: { candidates = [] }, isBusy, onId }: CandidatesProps) {
  const { text, exact } = useFormatter()
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
  const { text } = useFormatter()
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

export function useDecide() {
  const { bridge } = useHost()
  const press = usePress()
  return (choice: Choice, id: string, remoteId?: string): Promise<RenderedResult<unknown>> => {
    if (choice === 'save') return press(id, (pressId) => bridge.call('tasks.retry', { id, pressId }))
    if (choice === 'resend')
      return press(id, (pressId) => bridge.call('tasks.decide', { id, action: 'resend', pressId }))
    if (choice === 'giveUp') return bridge.call('tasks.stop', { id })
    return bridge.call('tasks.decide', { id, action: choice, ...(remoteId !== undefined && { remoteId }) })
  }
}
