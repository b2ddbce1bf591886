import { expect, it } from 'vitest'
import { clientLine, type Client } from '#renderer/features/settings/agents/connect-agent.tsx'

const CONNECTION = {
  command: ['node', '/opt/Atelier Studio/run.mjs', "it's", '--data-dir=/d'],
  mcpUrl: 'http://127.0.0.1:4000/mcp',
}
const line = (client: Client, isWindows = false) => clientLine(client, CONNECTION, 'T', isWindows)

it('quotes what a shell would take apart', () => {
  expect(line('claudeCode')).toBe(
    String.raw`claude mcp add --env ATELIER_AGENT_TOKEN=T --transport stdio atelier -- node '/opt/Atelier Studio/run.mjs' 'it'\''s' --data-dir=/d`,
  )
  expect(line('claudeCode', true)).toContain(`node "/opt/Atelier Studio/run.mjs" "it's"`)
})

it('writes the files of clients as JSON', () => {
  const server = { command: 'node', args: CONNECTION.command.slice(1), env: { ATELIER_AGENT_TOKEN: 'T' } }
  expect(JSON.parse(line('cursor') ?? '')).toEqual({ mcpServers: { atelier: server } })
  expect(JSON.parse(line('vsCode') ?? '')).toEqual({ servers: { atelier: { type: 'stdio', ...server } } })
})

it('leaves out what is not there', () => {
  expect(clientLine('http', { command: [], mcpUrl: null }, 'T', false)).toBeNull()
  expect(clientLine('cursor', { command: [], mcpUrl: null }, 'T', false)).toBeNull()
})
