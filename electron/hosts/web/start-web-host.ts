/** Composition root of the web host: wires adapters, application, server and local service, and unwinds them again. */
import { join } from 'node:path'
import { succeed } from '#contract/errors.ts'
import type { App, AppOptions } from '#core/app.ts'
import type { Say } from '#core/messages/render.ts'
import type { Clock } from '#core/ports/clock.ts'
import type { openApp } from '#core/open-app.ts'
import { openSafely } from '#adapters/node/safe-settings.ts'
import type { CrashNotes } from '#adapters/node/crash-notes.ts'
import { prepareDataDir } from '#adapters/node/data-dir.ts'
import { createEnvironmentProxy } from '#adapters/node/environment-proxy.ts'
import { openKeychain, createSessionSecrets } from '#adapters/node/keychain.ts'
import { openLogFile, readSupportLogs } from '#adapters/node/log-file.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { superviseLocalService, type SpawnService } from '#hosts/local-service/supervisor.ts'
import { isFirstStart, takeInSamples } from '#hosts/samples/first-samples.ts'
import { mediaFolders, readPageFiles } from '#hosts/page/page-files.ts'
import { openAgentsServer } from '#hosts/agents/agents-server.ts'
import { MCP_PATH } from '#hosts/agents/server-file.ts'
import { stdioCommand } from '#hosts/agents/stdio-arguments.ts'
import { LICENSES_FILE, VERSION } from '#hosts/build-paths.ts'
import type { LoopbackServer } from '#hosts/loopback/loopback-server.ts'
import { openVoices } from '#hosts/voices.ts'
import { startWebServer } from './server.ts'
import { createSessions } from './sessions.ts'

export interface WebHostOptions {
  readonly dataDir: string
  /** 0 for any free port. */
  readonly port: number
  readonly pageDir: string
  readonly openApp: typeof openApp
  /** In whose words it answers scripts and agents. */
  readonly say: Say
  /** Absent: the host runs without the bundled service. */
  readonly spawnService?: SpawnService
  readonly samplesDir?: string
  readonly crashes?: CrashNotes
  /** For a host that an agent started: called when the user starts Atelier. The host is closed then. */
  readonly closeForUser?: () => void
  /** How long an end may wait for requests that are under way to a service. */
  readonly finishSendingMs?: number
}

export type WebHost = Extract<Awaited<ReturnType<typeof startWebHost>>, { ok: true }>['data']

/** Starts the web host. Expected failures (folder, second start, port) come back as data. */
export async function startWebHost(options: WebHostOptions) {
  const { dataDir, port, samplesDir, say } = options
  const folder = await prepareDataDir(dataDir)
  if (!folder.ok) return folder
  const wantsSamples = samplesDir !== undefined && isFirstStart(dataDir)
  const clock = createSystemClock()
  const log = openLogFile(dataDir, clock)
  const { settings, notices } = openSafely(dataDir, openSettingsFile, clock.now(), VERSION, options.crashes)
  for (const { code, message } of notices) log(`Notice ${code}: ${JSON.stringify(message.values ?? {})}`)
  const sessions = createSessions(clock)
  const files = await readPageFiles(options.pageDir)
  const ports = await nodePorts(dataDir)
  let server: LoopbackServer | null = null
  const launchUrl = () => `${server?.origin ?? ''}/?token=${sessions.createLaunchToken()}`
  const opened = await options.openApp({
    dataDir,
    version: VERSION,
    host: 'web',
    capabilities: ['launchUrl'],
    clock,
    random: Math.random,
    ...ports,
    settings,
    startedByUser: options.closeForUser === undefined,
    launchUrl,
    agentServer: {
      mcpUrl: () => (server ? `${server.origin}${MCP_PATH}` : null),
      command: () => Promise.resolve(stdioCommand(dataDir)),
    },
    notices,
    licensesFile: LICENSES_FILE,
    watchdog: true,
    supportLogs: () => readSupportLogs(dataDir),
    log,
  })
  if (!opened.ok) return opened
  const app = opened.data
  const voices = await openVoices()
  const stopVoices = voices.follow(app, settings)
  options.crashes?.markRead()
  const agents = openAgentsServer({ app, dataDir, closeForUser: options.closeForUser, say, log })
  const listening = await startWebServer({
    app,
    agents: agents.respond,
    files,
    mediaFolders: mediaFolders(dataDir),
    sessions,
    clock,
    port,
    say,
    voices,
    log,
  })
  if (!listening.ok) {
    stopVoices()
    await agents.close()
    await app.close()
    return listening
  }
  server = listening.data
  await agents.announce(server.origin)
  log(`The web host is ready at ${server.origin}.`)
  const samples = wantsSamples ? takeInSamples(app, samplesDir, log) : null
  const supervisor = superviseIfWanted(options, app, clock, log)
  return succeed({
    origin: server.origin,
    /** A fresh one-time address of the page. */
    launchUrl,
    /** For scripts. */
    bearerToken: sessions.bearerToken,
    log,
    /** Ends everything the host started, in the reverse order of its start. */
    async close(): Promise<void> {
      const { finishSendingMs = 0 } = options
      // The local service ends after that: it may be what a request is being sent to.
      await Promise.all([app.finishSending(finishSendingMs), agents.close(), listening.data.close()])
      await supervisor?.close()
      stopVoices()
      await app.close()
      await samples
      log('The web host ended.')
    },
  })
}

async function nodePorts(dataDir: string): Promise<Pick<AppOptions, 'secrets' | 'systemProxy'>> {
  const secrets = (await openKeychain(dataDir)) ?? createSessionSecrets()
  return { secrets, systemProxy: createEnvironmentProxy(process.env) }
}

function superviseIfWanted(
  { dataDir, spawnService }: WebHostOptions,
  app: App,
  clock: Clock,
  log: (line: string) => void,
) {
  if (!spawnService) return null
  return superviseLocalService({
    app,
    dataDir: join(dataDir, 'local-service'),
    spawn: spawnService,
    clock,
    random: Math.random,
    log,
  })
}
