/** settings.json of the desktop, kept by electron-store: written whole and atomically, readable by its owner alone. */
import Store from 'electron-store'
import type { SettingsFile } from '#core/ports/settings.ts'

/** A file that is not JSON must have been set aside before. */
export function openSettingsStore(dataDir: string): SettingsFile {
  const store = new Store<Record<string, unknown>>({
    cwd: dataDir,
    name: 'settings',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
  })
  return {
    get: (key) => store.get(key),
    set: (key, value) => store.set(key, value),
  }
}
