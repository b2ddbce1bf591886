/** A task that needs the user's decision: it may have been paid for. */
import { CircleHelp, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../bridge/host.tsx'
import { useCall } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './decision-card.module.css'

export function DecisionCard({ task, onOpen }: { readonly task: Task; onOpen(): void }) {
  const { text, dateTime } = useWords()
  const isUnknown = task.state === 'unknown'
  const Icon = isUnknown ? CircleHelp : CircleAlert
  const Actions = isUnknown ? Unknown : Unsaved
  return (
    <article className={styles.card}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.body}>
        <h2>{text(isUnknown ? 'queue.unknown' : 'queue.unsaved')}</h2>
        <p className={styles.task}>
          {task.request.prompt ?? text('task.noPrompt')}
          <span className={parts.quiet}>
            {' '}
            · {task.request.model} · {dateTime(task.createdAt)}
          </span>
        </p>
        <p className={styles.what}>
          {isUnknown ? text('queue.unknown.what') : (task.error?.message ?? text('queue.unsaved.what'))}
        </p>
        <Actions task={task} onOpen={onOpen} />
      </div>
    </article>
  )
}

interface ActionsProps {
  readonly task: Task
  onOpen(): void
}

function Unknown({ task: { id }, onOpen }: ActionsProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const { run, busy, error } = useCall()
  const [isLinking, setLinking] = useState(false)
  const [remoteId, setRemoteId] = useState('')
  return (
    <>
      {isLinking && (
        <form
          className={styles.link}
          onSubmit={(event) => {
            event.preventDefault()
            void run(bridge.call('tasks.decide', { id, action: 'link', remoteId }))
          }}
        >
          <TextField
            label={text('queue.unknown.id')}
            value={remoteId}
            onChange={setRemoteId}
            isMono
            takesFocus
          />
          <Button type="submit" isDisabled={busy || remoteId.trim() === ''}>
            {text('queue.unknown.follow')}
          </Button>
        </form>
      )}
      <Problem words={error?.message} />
      <div className={styles.actions}>
        <Button
          isDisabled={busy}
          onPress={() => void run(bridge.call('tasks.decide', { id, action: 'resend' }))}
        >
          {text('queue.unknown.resend')}
        </Button>
        <Button isDisabled={busy} aria-expanded={isLinking} onPress={() => setLinking(!isLinking)}>
          {text('queue.unknown.link')}
        </Button>
        <Button
          isDisabled={busy}
          onPress={() => void run(bridge.call('tasks.decide', { id, action: 'discard' }))}
        >
          {text('queue.unknown.discard')}
        </Button>
        <Button kind="quiet" onPress={onOpen}>
          {text('task.action.details')}
        </Button>
      </div>
    </>
  )
}

/** Gives up a paid task only after a question. */
function Unsaved({ task: { id }, onOpen }: ActionsProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const ask = useConfirm()
  const { run, busy, error } = useCall()
  const giveUp = {
    title: text('queue.unsaved.giveUp.title'),
    text: text('queue.unsaved.giveUp.text'),
    confirm: text('queue.unsaved.giveUp'),
    onConfirm: () => void run(bridge.call('tasks.stop', { id })),
  }
  return (
    <>
      <Problem words={error?.message} />
      <div className={styles.actions}>
        <Button isDisabled={busy} onPress={() => void run(bridge.call('tasks.retry', { id }))}>
          {text('task.action.saveAgain')}
        </Button>
        <Button isDisabled={busy} onPress={() => ask(giveUp)}>
          {text('queue.unsaved.giveUp')}
        </Button>
        <Button kind="quiet" onPress={onOpen}>
          {text('task.action.details')}
        </Button>
      </div>
    </>
  )
}
