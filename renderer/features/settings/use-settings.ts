/** The settings of a section, and changing them. */
import type { Settings, SettingsChange } from '#contract/settings.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { useCall, type Call } from '../../bridge/use-call.ts'

export interface SettingsPart<Name extends keyof Settings> extends Pick<Call, 'busy' | 'error'> {
  /** null until they are known. */
  readonly values: Settings[Name] | null
  change(part: SettingsChange[Name]): void
}

export function useSettings<Name extends keyof Settings>(name: Name): SettingsPart<Name> {
  const { settings } = useHost()
  const values = useHostState('settings', (state) => state.settings?.[name] ?? null)
  const { run, busy, error } = useCall()
  return { values, busy, error, change: (part) => void run(settings.change({ [name]: part })) }
}
