/** The settings and secrets ports held in memory, so that a test can look into them and hand them to a second run. */
import { succeed } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Secrets, SettingsFile } from '#core/ports/settings.ts'

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
