/** One agent: its budget, what it used today, the ways to what it did, and the end of its access. */
import { useState } from 'react'
import type { Agent } from '#contract/agents.ts'
import { useHost } from '../../../bridge/host.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { amountsText } from '#renderer/ui/amount-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { useConfirm } from '../../../ui/dialog.tsx'
import { visibleName } from '../../../ui/foreign-text.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useNow } from '../../../ui/use-now.ts'
import styles from '../settings.module.css'
import { AgentForm } from './agent-form.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export function AgentItem({ agent }: { readonly agent: Agent }) {
  const formatter = useFormatter()
  const { text, ago } = formatter
  const { bridge } = useHost()
  const ask = useConfirm()
  const now = useNow(30_000)
  const [step, setStep] = useState<'shown' | 'editing' | 'edited'>('shown')
  const { run, busy, error } = useCall()
  const { id, budget, lastUsedAt, isAnonymous, today } = agent
  const name = visibleName(agent.name)
  const revoke = {
    title: text('agents.revoke.title', { name }),
    text: text('agents.revoke.text'),
    confirm: text('agents.revoke'),
    refuse: text('agents.revoke.keep'),
    onConfirm: () => void run(bridge.call('agents.remove', { id })),
  }
  const amounts = amountsText(today.amounts, formatter)
  return (
    <li className={classNames(u.column, u.gap10, styles.item)} aria-label={name}>
      <div className={u.narrows}>
        <p className={classNames(u.sizeText, u.bold, u.breaks)}>
          <bdi>{name}</bdi>
        </p>
        {isAnonymous && <p className={parts.quiet}>{text('agents.anonymous.text')}</p>}
        <p className={parts.quiet}>
          {lastUsedAt === null
            ? text('agents.neverUsed')
            : text('agents.lastUsed', { ago: ago(lastUsedAt, now) })}
          {' · '}
          {budget.requestsPerDay === 0
            ? text('agents.budget.none')
            : text('agents.budget', {
                count: budget.requestsPerDay,
                amount: budget.amountPerDay === undefined ? '' : formatter.amount(budget.amountPerDay),
                hasAmount: String(budget.amountPerDay !== undefined),
              })}
        </p>
        <p className={parts.digits}>
          {text('agents.lastDay', { count: today.requests })}
          {amounts !== '' && `, ${amounts}`}
        </p>
      </div>
      {step === 'editing' ? (
        <AgentForm agent={agent} onDone={() => setStep('edited')} />
      ) : (
        <div className={parts.wrap}>
          {!isAnonymous && (
            <Button
              kind="quiet"
              aria-label={text('agents.editOf', { name })}
              takesFocus={step === 'edited'}
              onPress={() => setStep('editing')}
            >
              {text('agents.edit')}
            </Button>
          )}
          <Links agent={agent} />
          {!isAnonymous && (
            <Button
              kind="quiet"
              aria-label={text('agents.revokeOf', { name })}
              onPress={() => ask(revoke)}
              isDisabled={busy}
            >
              {text('agents.revoke')}
            </Button>
          )}
        </div>
      )}
      <Problem message={error?.message} />
    </li>
  )
}

/** To what it asked for, and to what that cost. */
function Links({ agent }: { readonly agent: Agent }) {
  const { text } = useFormatter()
  const id = encodeURIComponent(agent.id)
  const name = visibleName(agent.name)
  return (
    <>
      <a className={styles.link} href={`#/queue/${id}`} aria-label={text('agents.tasksOf', { name })}>
        {text('agents.tasks')}
      </a>
      <a className={styles.link} href={`#/spending/${id}`} aria-label={text('agents.spendingOf', { name })}>
        {text('agents.spending')}
      </a>
    </>
  )
}
