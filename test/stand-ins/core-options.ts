/** What the core is opened with where nothing else is asked for. */
import { createSystemClock } from '#adapters/node/system-clock.ts'
import type { AppOptions } from '#core/app.ts'
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
