/** The languages that the prompt's spelling is checked in. */
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHost } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { FieldFrame, Select } from '../../ui/field.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'

/** As many as the settings hold. */
const MOST = 10
const NAMES = new Intl.DisplayNames('en', { type: 'language' })

export interface SpellLanguagesProps {
  readonly chosen: readonly string[]
  onChange(chosen: readonly string[]): void
}

export function SpellLanguages({ chosen, onChange }: SpellLanguagesProps) {
  const { text } = useWords()
  const { bridge } = useHost()
  const [known, setKnown] = useState<readonly string[]>([])
  useEffect(() => {
    void bridge
      .call('desktop.spellLanguages', {})
      .then((response) => response.ok && setKnown(response.data.items))
  }, [bridge])
  const options = known
    .filter((code) => !chosen.includes(code))
    .map((code) => ({ value: code, label: nameOf(code) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  return (
    <>
      <Select
        label={text('settings.desktop.spelling')}
        hint={text('settings.desktop.spelling.hint')}
        placeholder={text('settings.desktop.spelling.add')}
        value={null}
        options={options}
        isDisabled={options.length === 0 || chosen.length >= MOST}
        onChange={(code) => onChange([...chosen, code])}
        className={styles.narrow}
      />
      {chosen.length > 0 && (
        <FieldFrame label={text('settings.desktop.spelling.chosen')}>
          <div className={styles.row}>
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

function nameOf(code: string): string {
  try {
    return NAMES.of(code) ?? code
  } catch {
    return code
  }
}
