/** One preset of the list, and what can be done with it. */
import { Check, Download, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Preset } from '#contract/create.ts'
import type { KeptStore, KeptThing } from '../../../bridge/stores/kept.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import styles from '../prompt/popover.module.css'
import { presetFileName, writePresetFile } from './preset-file.ts'
import { saveFile } from './save-file.ts'

export interface PresetRowProps {
  readonly item: KeptThing<Preset>
  readonly presets: KeptStore<Preset>
  onApply(preset: Preset): void
  onProblem(problem: string | null): void
}

export function PresetRow({ item, presets, onApply, onProblem }: PresetRowProps) {
  const { text } = useWords()
  const [name, setName] = useState<string | null>(null)
  const { id, value } = item
  const { keep, forget } = presets.getState()

  async function rename(): Promise<void> {
    const answer = await keep(id, { ...value, name: (name ?? '').trim() })
    onProblem(answer.ok ? null : answer.error.message)
    if (answer.ok) setName(null)
  }
  async function remove(): Promise<void> {
    const answer = await forget(id)
    onProblem(answer.ok ? null : answer.error.message)
  }

  if (name !== null) {
    return (
      <li>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (name.trim() !== '') void rename()
          }}
        >
          <TextField label={text('preset.name')} value={name} onChange={setName} maxLength={200} takesFocus />
          <IconButton
            icon={Check}
            label={text('action.save')}
            type="submit"
            isDisabled={name.trim() === ''}
          />
        </form>
      </li>
    )
  }
  return (
    <li className={styles.row}>
      <Button kind="quiet" className={styles.rowMain} onPress={() => onApply(value)}>
        <span className={classNames(styles.line, styles.tag)}>{value.name}</span>
        <span className={styles.line}>
          {[text(`media.${value.mediaType}`), value.model].filter(Boolean).join(' · ')}
        </span>
      </Button>
      <IconButton
        icon={Download}
        label={text('preset.export', { name: value.name })}
        onPress={() => saveFile(presetFileName(value), writePresetFile(value), 'application/json')}
      />
      <IconButton
        icon={Pencil}
        label={text('preset.rename', { name: value.name })}
        onPress={() => setName(value.name)}
      />
      <IconButton
        icon={Trash2}
        label={text('preset.delete', { name: value.name })}
        onPress={() => void remove()}
      />
    </li>
  )
}
