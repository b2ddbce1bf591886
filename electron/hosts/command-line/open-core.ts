/** The core of a command: settings in its own data directory, secrets for as long as it runs, and no log. */
import { createSessionSecrets } from '#adapters/node/session-secrets.ts'
import { openSettingsFile } from '#adapters/node/settings-file.ts'
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { Result } from '#contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { App, AppOptions } from '#core/app.ts'
import { openApp } from '#core/open-app.ts'
import { VERSION } from '#hosts/version.ts'

/** A call of the contract, typed. */
export type Call = <Name extends RouteName>(
  name: Name,
  input: RouteInput<Name>,
) => Promise<Result<RouteOutput<Name>>>

export function openCore(dataDir: string, more: Pick<AppOptions, 'systemProxy'> = {}): Promise<Result<App>> {
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
