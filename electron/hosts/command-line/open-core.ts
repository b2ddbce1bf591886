/** The core of a command: settings in its own data directory, secrets for as long as it runs, and no log. */
import { join } from 'node:path'
import { prepareDataDir } from '#adapters/node/data-dir.ts'
import { createSessionSecrets } from '#adapters/node/keychain.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import { type RenderedResult, type Result, fail, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { App, AppOptions } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import { VERSION, LOCAL_SERVICE_ENTRY } from '#hosts/build-paths.ts'
import { spawnNodeService, superviseLocalService, type Supervisor } from '#hosts/local-service/supervisor.ts'

export type Call = <Name extends RouteName>(
  name: Name,
  input: RouteInput<Name>,
) => Promise<RenderedResult<RouteOutput<Name>>>

export async function openCore(
  dataDir: string,
  more: Pick<AppOptions, 'systemProxy'> = {},
): Promise<Result<App>> {
  const folder = await prepareDataDir(dataDir)
  if (!folder.ok) return folder
  return openApp({
    dataDir,
    version: VERSION,
    host: 'web',
    capabilities: [],
    clock: createSystemClock(),
    random: Math.random,
    secrets: createSessionSecrets(),
    settings: openSettingsFile(dataDir),
    log: () => undefined,
    ...more,
  })
}

const START_MS = 20_000

/**
 * Runs the bundled local service for as long as one generation lasts.
 *
 * Answers when the application knows where the service is.
 */
export async function withLocalService(app: App, dataDir: string): Promise<Result<Supervisor>> {
  const clock = createSystemClock()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const cancel = clock.after(START_MS, () => resolve(false))
  const supervisor = superviseLocalService({
    app: {
      setLocalService: (at) => {
        app.setLocalService(at)
        if (at !== null && at !== 'starting') resolve(true)
      },
    },
    dataDir: join(dataDir, 'local-service'),
    spawn: (folder) => spawnNodeService(LOCAL_SERVICE_ENTRY, folder),
    clock,
    random: Math.random,
    log: () => undefined,
  })
  const started = await promise
  cancel()
  if (started) return succeed(supervisor)
  await supervisor.close()
  return fail('service_unavailable', message('command-line.localServiceLate', { seconds: START_MS / 1_000 }))
}
