/** What the core is opened with where nothing else is asked for. */
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { AppOptions, App } from '#core/app.ts'
import type { Result } from '#contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { sharedReader } from './shared-reader.ts'
import { createMemorySecrets, createMemorySettings } from './memory-ports.ts'

/** Settings and secrets in memory, the system's clock, and a log that nobody reads. */
export function coreOptions(dataDir: string, more: Partial<AppOptions> = {}): AppOptions {
  return {
    dataDir,
    version: '0.0.0',
    host: 'web',
    capabilities: [],
    clock: createSystemClock(),
    random: Math.random,
    secrets: createMemorySecrets(),
    settings: createMemorySettings(),
    reader: { spawn: sharedReader },
    log: () => undefined,
    ...more,
  }
}

/** @throws with the route, the code and the message, where the call fails. */
export async function askCore<Name extends RouteName>(
  app: Pick<App, 'call'>,
  route: Name,
  input: RouteInput<Name>,
): Promise<RouteOutput<Name>> {
  const result = (await app.call(route, input)) as Result<RouteOutput<Name>>
  if (!result.ok) throw new Error(`${route}: ${result.error.code}: ${result.error.message}`)
  return result.data
}

/** A request that the faulty service takes. */
export const REQUEST: GenerateRequest = {
  provider: 'stand-in',
  mediaType: 'image',
  model: 'sample',
  scene: 'text-to-image',
  prompt: 'a red fox in snow',
}
