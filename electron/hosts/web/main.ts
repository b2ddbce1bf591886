/**
 * Entry of the web host. Standard output carries exactly one line, the ready line, or what --version and --help ask for;
 * everything else for people goes to standard error. Exit codes: 1 where it cannot start, 2 where the arguments are wrong.
 */
import open from 'open'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import { chooseDataDir } from '#adapters/node/data-dir.ts'
import { terminalLanguage } from '#contract/rules/languages.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { createSay } from '#core/messages/render.ts'
import { openApp } from '#core/open-app.ts'
import { LOCAL_SERVICE_ENTRY, PAGE_DIR, SAMPLES_DIR, VERSION } from '#hosts/build-paths.ts'
import { openBeforeAgents } from '#hosts/agents/close-for-user.ts'
import { spawnNodeService } from '#hosts/local-service/supervisor.ts'
import { onEnd, outliveReaders } from '#adapters/node/terminal.ts'
import { readWebArguments, type WebArguments } from './arguments.ts'
import { startWebHost, type WebHost } from './start-web-host.ts'

/** An end that takes longer is cut short. */
const CLOSE_LIMIT_MS = 10_000

outliveReaders()
const say = await createSay(terminalLanguage(process.env))
const asked = readWebArguments(process.argv.slice(2))
if (!asked.ok) give(asked.error, 2)
else if (asked.data.print)
  process.stdout.write(`${asked.data.print === 'help' ? say(message('hosts.webUsage')) : VERSION}\n`)
else await start(asked.data)

async function start({ localService, open, port, samples, ...options }: WebArguments): Promise<void> {
  const dataDir = chooseDataDir(options.dataDir, process.env)
  const crashes = openCrashNotes(dataDir, Date.now, VERSION)
  // Only looks on: Node ends the process as it would, and the next start says why.
  process.on('uncaughtExceptionMonitor', (error) => crashes.keep('An error met nobody.', error))
  try {
    const host = await startWebHost({
      dataDir,
      crashes,
      port,
      pageDir: PAGE_DIR,
      openApp: openBeforeAgents(openApp),
      say: await createSay('en'),
      ...(samples && { samplesDir: SAMPLES_DIR }),
      ...(localService && {
        spawnService: (folder: string) => spawnNodeService(LOCAL_SERVICE_ENTRY, folder),
      }),
    })
    if (host.ok) run(host.data, open)
    else give(host.error, 1)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    give(message('hosts.startFailed', { reason }), 1)
  }
}

function run(host: WebHost, open: boolean): void {
  const end = () => void close(host)
  onEnd(end)
  const { origin, bearerToken: token } = host
  const url = host.launchUrl()
  process.stdout.write(`${JSON.stringify({ ready: true, origin, url, token, pid: process.pid })}\n`)
  if (open) void openBrowser(host.launchUrl())
}

async function close(host: WebHost): Promise<void> {
  setTimeout(() => process.exit(1), CLOSE_LIMIT_MS).unref()
  await host.close()
  process.exit(0)
}

function give(said: Message, exitCode: number): void {
  process.stderr.write(`${say(said)}\n`)
  process.exitCode = exitCode
}

/** Opens the page in the user's browser; where none can be started, the address is printed for the user. */
async function openBrowser(url: string): Promise<void> {
  try {
    const browser = await open(url)
    browser.once('error', () => sayHow(url))
  } catch {
    sayHow(url)
  }
}

function sayHow(url: string): void {
  process.stderr.write(`${say(message('hosts.noBrowser', { url }))}\n`)
}
