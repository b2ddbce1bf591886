/** The name and the budget of an agent, new or known. */
import { useState } from 'react'
import type { Agent, Budget } from '#contract/agents.ts'
import { useHost } from '../../../bridge/host.tsx'
import { useCall } from '../../../bridge/use-call.ts'
import { AmountFields, amountOf, draftOf } from '../../../ui/amount-fields.tsx'
import { Button } from '../../../ui/button.tsx'
import { Form } from '#renderer/ui/dialog.tsx'
import { NumberField, TextField } from '../../../ui/field.tsx'
import { visibleName } from '../../../ui/foreign-text.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { useFormatter } from '../../../ui/text.ts'
import styles from '../settings.module.css'

const MAX_NAME = 200
const MAX_REQUESTS = 100_000

export interface CreatedAgent {
  readonly name: string
  readonly token: string
}

export interface AgentFormProps {
  /** Of a new one nothing is given. */
  readonly agent?: Agent
  onCreated?(agent: CreatedAgent): void
  onDone(): void
}

export function AgentForm({ agent, onCreated, onDone }: AgentFormProps) {
  const { text } = useFormatter()
  const { bridge } = useHost()
  const [name, setName] = useState(agent?.name ?? '')
  const [requestsPerDay, setRequests] = useState<number | null>(agent?.budget.requestsPerDay ?? 0)
  const [amount, setAmount] = useState(draftOf(agent?.budget.amountPerDay))
  const [isUnnamed, setUnnamed] = useState(false)
  const [isUnitless, setUnitless] = useState(false)
  const { run, busy, error } = useCall()

  async function save(): Promise<void> {
    setUnnamed(name.trim() === '')
    const amountPerDay = amountOf(amount)
    // A number without its unit is no word to end the limit.
    const lacksUnit = amount.value !== null && amountPerDay === undefined
    setUnitless(lacksUnit)
    if (name.trim() === '' || lacksUnit) return
    const budget: Budget = {
      requestsPerDay: requestsPerDay ?? 0,
      ...(amountPerDay === undefined ? {} : { amountPerDay }),
    }
    if (agent !== undefined) {
      if ((await run(bridge.call('agents.update', { id: agent.id, name, budget }))) !== null) onDone()
      return
    }
    const created = await run(bridge.call('agents.create', { name, budget }))
    if (created !== null) onCreated?.({ name: name.trim(), token: created.token })
  }

  return (
    <Form
      label={
        agent === undefined ? text('agents.add') : text('agents.editOf', { name: visibleName(agent.name) })
      }
      onSubmit={() => void save()}
    >
      <TextField
        label={text('agents.name')}
        hint={text('agents.name.hint')}
        value={name}
        onChange={setName}
        maxLength={MAX_NAME}
        error={isUnnamed ? text('gallery.name.missing') : null}
        takesFocus
      />
      <NumberField
        label={text('agents.requestsPerDay')}
        hint={text('agents.requestsPerDay.hint')}
        value={requestsPerDay}
        onChange={setRequests}
        min={0}
        max={MAX_REQUESTS}
        step={1}
        className={styles.narrow}
      />
      <AmountFields
        label={text('agents.amountPerDay')}
        hint={text('agents.amountPerDay.hint')}
        draft={amount}
        unitError={isUnitless ? text('agents.unit.missing') : null}
        onChange={setAmount}
      />
      <Problem message={error?.message} />
      <div className={parts.wrap}>
        <Button kind="main" type="submit" isDisabled={busy}>
          {text(agent === undefined ? 'agents.create' : 'action.save')}
        </Button>
        <Button onPress={onDone}>{text('action.cancel')}</Button>
      </div>
    </Form>
  )
}
