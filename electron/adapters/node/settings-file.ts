/** settings.json of the web host, kept by conf: written whole and atomically, readable by its owner alone. */
import Conf from 'conf'
import type { SettingsFile } from '#core/ports/settings.ts'

/** A file that is not JSON must have been set aside before. */
export function openSettingsFile(dataDir: string): SettingsFile {
  const conf = new Conf<Record<string, unknown>>({
    cwd: dataDir,
    configName: 'settings',
    configFileMode: 0o600,
    accessPropertiesByDotNotation: false,
  })
  return {
    get: (key) => conf.get(key),
    set: (key, value) => conf.set(key, value),
  }
}
