/** A task that needs the user's decision: it may have been paid for. */
import { CircleHelp, CircleAlert } from 'lucide-react'
import { useState } from 'react'
import type { RouteInput } from '#contract/routes.ts'
import type { Task } from '#contract/tasks.ts'
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './decision-card.module.css'

export function DecisionCard({ task, onOpen }: { readonly task: Task; onOpen(): void }) {
  const { text, dateTime } = useWords()
  const isUnknown = task.state === 'unknown'
  const Icon = isUnknown ? CircleHelp : CircleAlert
  return (
    <article className={styles.card}>
      <Icon size={18} strokeWidth={1.75} aria-hidden />
      <div className={styles.body}>
        <h2>{text(isUnknown ? 'queue.unknown' : 'queue.unsaved')}</h2>
        <p className={styles.task}>
          {task.request.prompt ?? text('task.noPrompt')}
          <span className={styles.quiet}>
            {' '}
            · {task.request.model} · {dateTime(task.createdAt)}
          </span>
        </p>
        <p className={styles.what}>
          {isUnknown ? text('queue.unknown.what') : (task.error?.message ?? text('queue.unsaved.what'))}
        </p>
        {isUnknown ? <Unknown task={task} onOpen={onOpen} /> : <Unsaved task={task} onOpen={onOpen} />}
      </div>
    </article>
  )
}

interface ActionsProps {
  readonly task: Task
  onOpen(): void
}

function Unknown({ task, onOpen }: ActionsProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const [linking, setLinking] = useState(false)
  const [remoteId, setRemoteId] = useState('')
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function decide(choice: Omit<RouteInput<'tasks.decide'>, 'id'>): Promise<void> {
    setBusy(true)
    const response = await bridge.call('tasks.decide', { id: task.id, ...choice })
    setBusy(false)
    setProblem(response.ok ? null : response.error.message)
  }

  return (
    <>
      {linking && (
        <form
          className={styles.link}
          onSubmit={(event) => {
            event.preventDefault()
            void decide({ action: 'link', remoteId })
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
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button isDisabled={busy} onPress={() => void decide({ action: 'resend' })}>
          {text('queue.unknown.resend')}
        </Button>
        <Button isDisabled={busy} aria-expanded={linking} onPress={() => setLinking(!linking)}>
          {text('queue.unknown.link')}
        </Button>
        <Button isDisabled={busy} onPress={() => void decide({ action: 'discard' })}>
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
function Unsaved({ task, onOpen }: ActionsProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isAsking, setAsking] = useState(false)
  async function act(route: 'tasks.retry' | 'tasks.stop'): Promise<void> {
    setBusy(true)
    const response = await bridge.call(route, { id: task.id })
    setBusy(false)
    setProblem(response.ok ? null : response.error.message)
  }
  return (
    <>
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <div className={styles.actions}>
        <Button isDisabled={busy} onPress={() => void act('tasks.retry')}>
          {text('task.action.saveAgain')}
        </Button>
        <Button isDisabled={busy} onPress={() => setAsking(true)}>
          {text('queue.unsaved.giveUp')}
        </Button>
        <Button kind="quiet" onPress={onOpen}>
          {text('task.action.details')}
        </Button>
      </div>
      <Confirm
        title={text('queue.unsaved.giveUp.title')}
        text={text('queue.unsaved.giveUp.text')}
        confirm={text('queue.unsaved.giveUp')}
        isOpen={isAsking}
        onConfirm={() => void act('tasks.stop')}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
