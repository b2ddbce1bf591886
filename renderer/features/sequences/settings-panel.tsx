/** Of the sequence as a whole: its name, its size and its frame rate. */
import { FieldGrid } from '../../ui/field-grid.tsx'
import { NumberField, TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { useFormatter } from '../../ui/text.ts'
import type { SequenceValue } from './edits.ts'
import { useOpenSequence, useSession } from './sequence-context.ts'

const FIELDS = [
  { part: 'width', min: 16, max: 8_192, step: 2 },
  { part: 'height', min: 16, max: 8_192, step: 2 },
  { part: 'frameRate', min: 1, max: 120 },
] as const

export function SettingsPanel() {
  const { text } = useFormatter()
  const { session } = useOpenSequence()
  const value = useSession((state) => state.value)
  const set = (change: Partial<SequenceValue>): void =>
    session.edit((before) => ({ ...before, ...change }), Object.keys(change).join())
  return (
    <div className={parts.form}>
      <TextField
        label={text('sequence.name')}
        value={value.name}
        maxLength={200}
        error={value.name.trim() === '' ? text('sequence.name.missing') : null}
        onChange={(next) => set({ name: next })}
      />
      <FieldGrid>
        {FIELDS.map(({ part, ...bounds }) => (
          <NumberField
            key={part}
            label={text(`sequence.${part}`)}
            value={value[part] ?? null}
            placeholder={text('sequence.settings.auto')}
            onChange={(next) => set({ [part]: next ?? undefined })}
            {...bounds}
          />
        ))}
      </FieldGrid>
      <p className={parts.quiet}>{text('sequence.settings.text')}</p>
    </div>
  )
}
