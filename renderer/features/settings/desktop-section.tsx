/** Settings of the desktop application: notifications, start at login, the message when quitting, spelling. */
import type { Settings } from '#contract/settings.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { hasCapability } from '../../bridge/stores/app-status.ts'
import { Switch } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { SpellLanguages } from './spell-languages.tsx'
import { useCall } from './use-call.ts'

const CHOICES = ['notifications', 'explainQuit', 'startAtLogin'] as const

export function DesktopSection() {
  const { text } = useWords()
  const { settings } = useHost()
  const desktop = useHostState('settings', (state) => state.settings?.desktop ?? null)
  const canStartAtLogin = useHostState('status', (state) => hasCapability(state, 'startAtLogin'))
  const canCheckSpelling = useHostState('status', (state) => hasCapability(state, 'spellLanguages'))
  const { run, error } = useCall()
  if (desktop === null) return null
  const change = (part: Partial<Settings['desktop']>): void =>
    void run(settings.getState().change({ desktop: part }))
  return (
    <div className={styles.stack}>
      {CHOICES.filter((name) => name !== 'startAtLogin' || canStartAtLogin).map((name) => (
        <Switch
          key={name}
          label={text(`settings.desktop.${name}`)}
          isSelected={desktop[name]}
          onChange={(isOn) => change({ [name]: isOn })}
        />
      ))}
      {canCheckSpelling && (
        <SpellLanguages
          chosen={desktop.spellLanguages}
          onChange={(spellLanguages) => change({ spellLanguages: [...spellLanguages] })}
        />
      )}
      {error !== null && <p className={styles.problem}>{error.message}</p>}
    </div>
  )
}
