/** Settings of the desktop application: notifications, start at login, the message when quitting, spelling. */
import { useIntl } from 'react-intl'
import { X } from '#renderer/icons.tsx'
import { useCapability } from '../../bridge/host.tsx'
import { useQuery } from '../../bridge/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { FieldFrame, Select, Switch } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { compareNames } from '../../locales/compare-names.ts'
import { useFormatter } from '../../ui/text.ts'
import styles from './settings.module.css'
import { useSettings } from './use-settings.ts'

const CHOICES = ['notifications', 'keepOn', 'explainQuit', 'startAtLogin'] as const

export function DesktopSection() {
  const { text } = useFormatter()
  const { values, change, error } = useSettings('desktop')
  const canStartAtLogin = useCapability('startAtLogin')
  const canCheckSpelling = useCapability('spellLanguages')
  if (values === null) return null
  return (
    <div className={parts.sections}>
      {CHOICES.filter((name) => name !== 'startAtLogin' || canStartAtLogin).map((name) => (
        <div key={name} className={parts.column}>
          <Switch
            label={text(`settings.desktop.${name}`)}
            isSelected={values[name]}
            onChange={(isOn) => change({ [name]: isOn })}
          />
          {name === 'notifications' && values.notifications && <NotificationProblem />}
        </div>
      ))}
      {canCheckSpelling && (
        <SpellLanguages
          chosen={values.spellLanguages}
          onChange={(spellLanguages) => change({ spellLanguages: [...spellLanguages] })}
        />
      )}
      <Problem message={error?.message} />
    </div>
  )
}

/** Why no notification comes, although they are switched on. */
function NotificationProblem() {
  const { text } = useFormatter()
  const health = useQuery('desktop.notifications', {}).data
  if (health?.state === 'off')
    return <p className={parts.quiet}>{text('settings.desktop.notifications.off')}</p>
  if (health?.state !== 'failed') return null
  const { reason } = health
  const message =
    reason === ''
      ? text('settings.desktop.notifications.refused')
      : text('settings.desktop.notifications.failed', { reason })
  return <Problem message={message} />
}

/** As many as the settings hold. */
const MAX_LANGUAGES = 10

interface SpellLanguagesProps {
  readonly chosen: readonly string[]
  onChange(chosen: readonly string[]): void
}

/** The languages that the prompt's spelling is checked in. */
function SpellLanguages({ chosen, onChange }: SpellLanguagesProps) {
  const { text } = useFormatter()
  const { formatDisplayName } = useIntl()
  // Of one that the platform cannot name, its code.
  const nameOf = (code: string): string => formatDisplayName(code, { type: 'language' }) ?? code
  const known = useQuery('desktop.spellLanguages', {}).data?.items ?? []
  const options = known
    .filter((code) => !chosen.includes(code))
    .map((code) => ({ value: code, label: nameOf(code) }))
    .toSorted((one, other) => compareNames(one.label, other.label))
  return (
    <>
      <Select
        label={text('settings.desktop.spelling')}
        hint={text('settings.desktop.spelling.hint')}
        placeholder={text('settings.desktop.spelling.add')}
        value={null}
        options={options}
        isDisabled={options.length === 0 || chosen.length >= MAX_LANGUAGES}
        onChange={(code) => onChange([...chosen, code])}
        className={styles.narrow}
      />
      {chosen.length > 0 && (
        <FieldFrame label={text('settings.desktop.spelling.chosen')}>
          <div className={parts.wrap}>
            {chosen.map((code) => (
              <Button
                key={code}
                aria-label={text('settings.desktop.spelling.remove', { name: nameOf(code) })}
                onPress={() => onChange(chosen.filter((other) => other !== code))}
              >
                {nameOf(code)} <X size={14} aria-hidden />
              </Button>
            ))}
          </div>
        </FieldFrame>
      )}
    </>
  )
}
