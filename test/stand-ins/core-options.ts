/** What the core is opened with where nothing else is asked for. */
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { AppOptions, App } from '#core/app.ts'
import { type Result, succeed } from '#contract/errors.ts'
import type { RouteInput, RouteName, RouteOutput } from '#contract/routes.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Json } from '#contract/json.ts'
import type { Secrets, SettingsFile } from '#core/ports/settings.ts'
import { sharedReader } from './shared-reader.ts'

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
  if (!result.ok) throw new Error(`${route}: ${result.error.code}: ${result.error.id}`)
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

/** The settings and secrets ports held in memory, so that a test can look into them and hand them to a second run. */
export interface MemorySettings extends SettingsFile {
  /** Everything that would be in settings.json. */
  text(): string
}

export function createMemorySettings(values: Record<string, Json> = {}): MemorySettings {
  const kept = new Map<string, Json>(Object.entries(values))
  return {
    get: (key) => structuredClone(kept.get(key)),
    set: (key, value) => void kept.set(key, structuredClone(value)),
    text: () => JSON.stringify([...kept]),
  }
}

export interface MemorySecrets extends Secrets {
  /** Forgets everything, as a session that ended does. */
  forget(): void
  readonly size: number
}

export function createMemorySecrets(protection: Secrets['protection'] = 'session'): MemorySecrets {
  const kept = new Map<string, string>()
  return {
    protection,
    get: async (name) => kept.get(name) ?? null,
    set: async (name, secret) => {
      kept.set(name, secret)
      return succeed(null)
    },
    delete: async (name) => void kept.delete(name),
    forget: () => kept.clear(),
    get size() {
      return kept.size
    },
  }
}
