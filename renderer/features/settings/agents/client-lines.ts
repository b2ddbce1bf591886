/** What a person copies into a client so that it finds Atelier. */
import type { AgentConnection } from '#contract/agents.ts'

export const CLIENTS = ['claudeCode', 'claudeDesktop', 'cursor', 'vsCode', 'http'] as const

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
      const words = command.map((word) => quoted(word, isWindows)).join(' ')
      return `claude mcp add --env ${TOKEN}=${token} --transport stdio atelier -- ${words}`
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
