/** The token of a new agent, which is shown once, and what to copy into its client. */
import { useState } from 'react'
import parts from '#renderer/ui/parts.module.css'
import { useQuery } from '#renderer/bridge/use-call.ts'
import { Button } from '#renderer/ui/button.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { CopyButton } from '#renderer/ui/copy-button.tsx'
import { FieldFrame } from '#renderer/ui/field.tsx'
import { Problem } from '#renderer/ui/problem.tsx'
import { Segmented } from '#renderer/ui/segmented.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import type { AgentConnection } from '#contract/agents.ts'
import styles from '../settings.module.css'

const isWindows = /Win/.test(globalThis.navigator?.platform ?? '')

interface ConnectAgentProps {
  readonly name: string
  readonly token: string
  onDone(): void
}

export function ConnectAgent({ name, token, onDone }: ConnectAgentProps) {
  const { text } = useFormatter()
  const { data, error } = useQuery('agents.connection', {})
  const [client, setClient] = useState<Client>('claudeCode')
  const lines = CLIENTS.flatMap((one) => {
    const line = data === null ? null : clientLine(one, data, token, isWindows)
    return line === null ? [] : [{ client: one, line }]
  })
  const shown = lines.find((one) => one.client === client)
  return (
    <section className={classNames(parts.form, styles.connect)} aria-label={text('agents.connect', { name })}>
      <h3>{text('agents.connect', { name })}</h3>
      <FieldFrame label={text('agents.token')}>
        <CopyLine label={text('agents.token.copy')} value={token} />
        <span className={parts.quiet}>{text('agents.token.once')}</span>
      </FieldFrame>
      <Problem message={error?.message} />
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

/** What a person copies into a client so that it finds Atelier. */
const CLIENTS = ['claudeCode', 'claudeDesktop', 'cursor', 'vsCode', 'http'] as const

export type Client = (typeof CLIENTS)[number]

const TOKEN = 'ATELIER_AGENT_TOKEN'

/** One line for a client; null where it is not reached that way. */
export function clientLine(
  client: Client,
  { command, mcpUrl }: AgentConnection,
  token: string,
  isWindows: boolean,
): string | null {
  const [program, ...args] = command
  if (program === undefined && client !== 'http') return null
  const server = { command: program, args, env: { [TOKEN]: token } }
  switch (client) {
    case 'claudeCode': {
      const line = command.map((word) => quoted(word, isWindows)).join(' ')
      return `claude mcp add --env ${TOKEN}=${token} --transport stdio atelier -- ${line}`
    }
    case 'claudeDesktop':
    case 'cursor':
      return JSON.stringify({ mcpServers: { atelier: server } })
    case 'vsCode':
      return JSON.stringify({ servers: { atelier: { type: 'stdio', ...server } } })
    case 'http':
      return mcpUrl === null
        ? null
        : `claude mcp add --transport http atelier ${mcpUrl} --header "Authorization: Bearer ${token}"`
  }
}

/** As a shell takes it for one word. */
function quoted(word: string, isWindows: boolean): string {
  if (/^[\w@%+=:,./-]+$/.test(word)) return word
  return isWindows ? `"${word.replaceAll('"', '\\"')}"` : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
