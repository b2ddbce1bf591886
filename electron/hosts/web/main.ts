/**
 * Entry of the web host. Standard output carries exactly one line, the ready line, or what --version and --help ask for;
 * everything else for people goes to standard error. Exit codes: 1 where it cannot start, 2 where the arguments are wrong.
 */
import open from 'open'
import { openCrashNotes } from '#adapters/node/crash-notes.ts'
import { chooseDataDir } from '#adapters/node/data-dir.ts'
import { openApp } from '#core/open-app.ts'
import { LOCAL_SERVICE_ENTRY, PAGE_DIR, SAMPLES_DIR, VERSION } from '#hosts/build-paths.ts'
import { openBeforeAgents } from '#hosts/agents/make-room.ts'
import { spawnNodeService } from '#hosts/local-service/supervisor.ts'
import { readWebArguments, WEB_USAGE, type WebArguments } from './arguments.ts'
import { startWebHost, type WebHost } from './start-web-host.ts'

/** An end that takes longer is cut short. */
const CLOSE_LIMIT_MS = 10_000

const asked = readWebArguments(process.argv.slice(2))
if (!asked.ok) give(asked.error.text, 2)
else if (asked.data.say) process.stdout.write(asked.data.say === 'help' ? WEB_USAGE : `${VERSION}\n`)
else await start(asked.data)

async function start({ localService, open, port, samples, ...words }: WebArguments): Promise<void> {
  const dataDir = chooseDataDir(words.dataDir, process.env)
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
      ...(samples && { samplesDir: SAMPLES_DIR }),
      ...(localService && {
        spawnService: (folder: string) => spawnNodeService(LOCAL_SERVICE_ENTRY, folder),
      }),
    })
    if (host.ok) run(host.data, open)
    else give(host.error.text, 1)
  } catch (error) {
    give(`Atelier could not start: ${error instanceof Error ? error.message : String(error)}`, 1)
  }
}

function run(host: WebHost, open: boolean): void {
  const end = () => void close(host)
  process.once('SIGINT', end).once('SIGTERM', end)
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

function give(sentence: string, exitCode: number): void {
  process.stderr.write(`${sentence}\n`)
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
  process.stderr.write(`No browser could be opened. Open this address yourself: ${url}\n`)
}
