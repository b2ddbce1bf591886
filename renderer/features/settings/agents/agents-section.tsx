/** Agents: whether they are let in, which there are, and a form to add one. */
import { Bot, Plus } from '#renderer/icons.tsx'
import { useEffect, useState } from 'react'
import { useHost, useHostState } from '../../../bridge/host.tsx'
import { Button } from '../../../ui/button.tsx'
import { Switch } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useFormatter } from '../../../ui/text.ts'
import styles from '../settings.module.css'
import { useSettings } from '../use-settings.ts'
import { AgentForm, type CreatedAgent } from './agent-form.tsx'
import { AgentItem } from './agent-item.tsx'
import { ConnectAgent } from './connect-agent.tsx'

export function AgentsSection() {
  const { text } = useFormatter()
  const { agents } = useHost()
  const items = useHostState('agents', (state) => state.items)
  const problem = useHostState('agents', (state) => state.error)
  const { values, change, error } = useSettings('agents')
  useEffect(() => void agents.load(), [agents])
  // Whoever came without a token is listed once there is something to tell of it.
  const shown = items.filter(({ isAnonymous, lastUsedAt }) => !isAnonymous || lastUsedAt !== null)
  return (
    <div className={parts.sections}>
      <Switch
        label={text('agents.enabled')}
        hint={text('agents.enabled.hint')}
        isSelected={values?.enabled ?? false}
        isDisabled={values === null}
        onChange={(enabled) => change({ enabled })}
      />
      <Problem message={(error ?? problem)?.message} />
      {shown.length === 0 ? (
        <StateMessage icon={Bot} title={text('agents.none')}>
          {text('agents.none.text')}
        </StateMessage>
      ) : (
        <ul className={styles.items}>
          {shown.map((agent) => (
            <AgentItem key={agent.id} agent={agent} />
          ))}
        </ul>
      )}
      <AddAgent />
    </div>
  )
}

function AddAgent() {
  const { text } = useFormatter()
  const [step, setStep] = useState<'start' | 'form' | 'done' | CreatedAgent>('start')
  const close = (): void => setStep('done')
  if (step === 'form') return <AgentForm onCreated={setStep} onDone={close} />
  if (typeof step !== 'string') return <ConnectAgent {...step} onDone={close} />
  return (
    <div>
      <Button icon={Plus} takesFocus={step === 'done'} onPress={() => setStep('form')}>
        {text('agents.add')}
      </Button>
    </div>
  )
}
