/** The theme: dark, light, or the system's. */
import { useHost, useHostState } from '../../bridge/host.tsx'
import { FieldFrame } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

const THEMES = ['system', 'dark', 'light'] as const

export function AppearanceSection() {
  const { text } = useWords()
  const { settings } = useHost()
  const theme = useHostState('settings', (state) => state.settings?.appearance.theme ?? null)
  const { run, error } = useCall()
  return (
    <div className={styles.stack}>
      <FieldFrame label={text('settings.theme')} error={error?.message ?? null}>
        <Segmented
          label={text('settings.theme')}
          value={theme}
          onChange={(choice) => void run(settings.getState().change({ appearance: { theme: choice } }))}
          options={THEMES.map((name) => ({ value: name, label: text(`settings.theme.${name}`) }))}
        />
      </FieldFrame>
    </div>
  )
}
