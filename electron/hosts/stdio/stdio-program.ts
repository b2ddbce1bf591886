/** Serves the client on this process's standard input and output until it goes, or until the process is asked to end. */
import { Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import type { Result } from '#contract/errors.ts'
import type { Say } from '#core/messages/render.ts'
import { openApp } from '#core/open-app.ts'
import { PAGE_DIR, VERSION } from '#hosts/build-paths.ts'
import type { SpawnService } from '#hosts/local-service/supervisor.ts'
import { startWebHost, type WebHostOptions } from '#hosts/web/start-web-host.ts'
import { END_LIMIT_MS, FINISH_SENDING_MS } from '#hosts/agents/close-for-user.ts'
import { runStdioProxy } from './stdio-proxy.ts'
import { createServerFinder, type ServerFinderOptions, type OwnHost } from './find-server.ts'

/** Resolves to the exit code. */
export async function serveStdio(
  dataDir: string,
  say: Say,
  startHost: ServerFinderOptions['startHost'],
): Promise<number> {
  const log = (line: string): void => void process.stderr.write(`${line}\n`)
  const client = new StdioServerTransport(process.stdin, takeStdout())
  Object.assign(client, {
    onerror: (error: Error) => log(`A message of the client cannot be read: ${error.message}`),
  })
  const end = (): void => void client.close()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, end)
  const token = process.env['ATELIER_AGENT_TOKEN'] || undefined
  // Nothing that this process starts is told.
  delete process.env['ATELIER_AGENT_TOKEN']
  const finder = createServerFinder({ dataDir, startHost, clock: createSystemClock(), log })
  await runStdioProxy(client, finder, token, { say, log })
  // A longer end is cut short.
  setTimeout(() => process.exit(1), END_LIMIT_MS).unref()
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

/** The web host that a stdio program runs where no Atelier does: with the user's own keys, without a browser. */
interface OwnHostOptions {
  readonly dataDir: string
  readonly say: Say
  /** Absent: without the bundled service. */
  readonly spawnService?: SpawnService
  readonly ports?: WebHostOptions['ports']
  /** Called when the user starts Atelier. */
  readonly closeForUser: () => Promise<void>
}

export function startOwnHost({ closeForUser, ...options }: OwnHostOptions): Promise<Result<OwnHost>> {
  return startWebHost({
    ...options,
    crashes: openCrashNotes(options.dataDir, Date.now, VERSION),
    port: 0,
    pageDir: PAGE_DIR,
    openApp,
    closeForUser: () => void closeForUser(),
    finishSendingMs: FINISH_SENDING_MS,
  })
}
