/** The token of a new agent, which is shown once, and what to copy into its client. */
import { useState } from 'react'
import { useAnswer } from '../../../bridge/use-call.ts'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { FieldFrame } from '../../../ui/field.tsx'
import parts from '../../../ui/parts.module.css'
import { Problem } from '../../../ui/problem.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from './agents.module.css'
import { clientLine, CLIENTS, type Client } from './client-lines.ts'

const isWindows = /Win/.test(globalThis.navigator?.platform ?? '')

export interface ConnectAgentProps {
  readonly name: string
  readonly token: string
  onDone(): void
}

export function ConnectAgent({ name, token, onDone }: ConnectAgentProps) {
  const { text } = useWords()
  const { data, error } = useAnswer('agents.connection', {})
  const [client, setClient] = useState<Client>('claudeCode')
  const lines = CLIENTS.flatMap((one) => {
    const line = data === null ? null : clientLine(one, data, token, isWindows)
    return line === null ? [] : [{ client: one, line }]
  })
  const shown = lines.find((one) => one.client === client)
  return (
    <section className={styles.connect} aria-label={text('agents.connect', { name })}>
      <h3>{text('agents.connect', { name })}</h3>
      <FieldFrame label={text('agents.token')}>
        <CopyLine label={text('agents.token.copy')} value={token} />
        <span className={parts.quiet}>{text('agents.token.once')}</span>
      </FieldFrame>
      <Problem words={error?.message} />
      {lines.length > 0 && (
        <Segmented<Client>
          label={text('agents.client')}
          layout="wrap"
          value={client}
          onChange={setClient}
          options={lines.map((one) => ({ value: one.client, label: text(`agents.client.${one.client}`) }))}
        />
      )}
      {shown !== undefined && (
        <FieldFrame label={text(`agents.where.${client}`)}>
          <CopyLine label={text('agents.line.copy')} value={shown.line} />
        </FieldFrame>
      )}
      <div>
        <Button kind="main" onPress={onDone}>
          {text('agents.token.done')}
        </Button>
      </div>
    </section>
  )
}

function CopyLine({ label, value }: { readonly label: string; readonly value: string }) {
  return (
    <div className={styles.copyLine}>
      <code className={styles.code}>{value}</code>
      <CopyButton label={label} value={value} />
    </div>
  )
}
