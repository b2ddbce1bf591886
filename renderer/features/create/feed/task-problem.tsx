/** Tasks that did not end well, for one cause: what happened, whether it cost something, and what can be done. */
import { TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { sentence } from '#contract/errors.ts'
import { useHost } from '../../../bridge/host.tsx'
import { useAnswer } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import parts from '../../../ui/parts.module.css'
import { classNames } from '../../../ui/class-names.ts'
import { chargedWords, retryAdvice, retryWords, stateWords, useRecordWords } from '../../../ui/task-state.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import type { ProblemGroup } from './batches.ts'
import styles from './feed.module.css'

export function TaskProblem({ group }: { readonly group: ProblemGroup }) {
  const { first: task, tasks } = group
  const { text } = useWords()
  const { bridge } = useHost()
  const { reuse, onOpenTask } = useCreate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const needsYou = task.state === 'unknown' || task.state === 'unsaved'
  const charged = chargedWords(task)
  const advice = retryAdvice(task)
  const retryLabel = retryWords(task)
  const { provider, model } = task.request
  const record = useRecordWords(task, useAnswer('models.knowledge', { provider, model }).data)

  async function retry(): Promise<void> {
    setBusy(true)
    for (const { id } of tasks) {
      const response = await bridge.call('tasks.retry', { id })
      setProblem(response.ok ? null : response.error.message)
      if (!response.ok) break
    }
    setBusy(false)
  }

  return (
    <div className={styles.problem}>
      <TriangleAlert
        size={18}
        strokeWidth={1.75}
        aria-hidden
        className={classNames(needsYou ? parts.warning : parts.danger)}
      />
      <div className={parts.stack}>
        <p className={styles.problemTitle}>
          {tasks.length === 1
            ? text(stateWords(task.state))
            : text('feed.problems', { count: tasks.length, state: text(stateWords(task.state)) })}
        </p>
        <p className={classNames(parts.quiet, parts.selectable)}>
          {sentence(task.error?.message ?? '')}
          {charged !== null && ` ${text(charged)}`}
        </p>
        {(advice !== null || record !== null) && (
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
    </div>
  )
}
