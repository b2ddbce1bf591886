/**
 * Entry of `mcp`: the Model Context Protocol on standard input and output, for agents that start their servers themselves.
 *
 * Standard output carries messages and nothing else, whoever writes to it; what people may want to know goes to standard error.
 */
import { chooseDataDir } from '#adapters/node/data-dir.ts'
import { LOCAL_SERVICE_ENTRY, VERSION } from '#hosts/build-paths.ts'
import { spawnNodeService } from '#hosts/local-service/supervisor.ts'
import { readStdioArguments } from '#hosts/agents/stdio-arguments.ts'
import { terminalLanguage } from '#contract/rules/languages.ts'
import { message } from '#contract/messages/message.ts'
import { createSay } from '#core/messages/render.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { END_LIMIT_MS } from '#hosts/agents/close-for-user.ts'
import { outliveReaders } from '#adapters/node/terminal.ts'
import { createServerFinder } from './find-server.ts'
import { startOwnHost } from './own-host.ts'
import { serveStdio } from './serve-stdio.ts'

outliveReaders()
const say = await createSay(terminalLanguage(process.env))
const english = await createSay('en')
const asked = readStdioArguments(process.argv.slice(2))
if (!asked.ok) {
  process.stderr.write(`${say(asked.error)}\n`)
  process.exitCode = 2
} else if (asked.data.print) {
  process.stdout.write(`${asked.data.print === 'help' ? say(message('hosts.stdioUsage')) : VERSION}\n`)
} else {
  const { localService, ...options } = asked.data
  const dataDir = chooseDataDir(options.dataDir, process.env)
  const spawnService = (folder: string) => spawnNodeService(LOCAL_SERVICE_ENTRY, folder)
  const startHost = (closeForUser: () => Promise<void>) =>
    startOwnHost({ dataDir, closeForUser, say: english, ...(localService && { spawnService }) })
  const code = await serveStdio(english, END_LIMIT_MS, (log) =>
    createServerFinder({ dataDir, startHost, clock: createSystemClock(), log }),
  )
  process.exit(code)
}
