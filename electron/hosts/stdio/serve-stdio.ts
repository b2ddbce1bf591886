/** Serves the client on this process's standard input and output until it goes, or until the process is asked to end. */
import { Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import type { Say } from '#core/messages/render.ts'
import { onEnd } from '#adapters/node/terminal.ts'
import { runStdioProxy, type ServerFinder } from './stdio-proxy.ts'

export interface ClosableServerFinder extends ServerFinder {
  close(): Promise<void>
}

/**
 * Resolves to the exit code. The agent's token comes in the environment variable ATELIER_AGENT_TOKEN.
 *
 * `endLimitMs`: a finder that takes longer to close is cut short.
 */
export async function serveStdio(
  say: Say,
  endLimitMs: number,
  openFinder: (log: (line: string) => void) => ClosableServerFinder,
): Promise<number> {
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const client = new StdioServerTransport(process.stdin, takeStdout())
  Object.assign(client, {
    onerror: (error: Error) => log(`A message of the client cannot be read: ${error.message}`),
  })
  onEnd(() => void client.close())
  const token = process.env['ATELIER_AGENT_TOKEN'] || undefined
  // Nothing that this process starts is told.
  delete process.env['ATELIER_AGENT_TOKEN']
  const finder = openFinder(log)
  await runStdioProxy(client, finder, token, { say, log })
  setTimeout(() => process.exit(1), endLimitMs).unref()
  await finder.close()
  return 0
}

/** The real standard output, for messages alone: what anybody else writes there goes to standard error from now on. */
function takeStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout)
  const messages = new Writable({
    decodeStrings: false,
    write: (text: string, encoding, done) => void write(text, encoding, done),
  })
  stdout.on('error', (error) => messages.destroy(error))
  stdout.write = stderr.write.bind(stderr)
  return messages
}
