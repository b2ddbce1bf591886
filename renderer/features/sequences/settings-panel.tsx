/** Of the sequence as a whole: its name, its size and its frame rate. */
import { FieldGrid } from '../../ui/field-grid.tsx'
import { NumberField, TextField } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { useWords } from '../../ui/text.ts'
import type { SequenceValue } from './edits.ts'
import { useOpenSequence, useSession } from './sequence-context.ts'

const SMALLEST = 16
const LARGEST = 8_192
const FASTEST = 120

export function SettingsPanel() {
  const { text } = useWords()
  const { session } = useOpenSequence()
  const { name, width, height, frameRate } = useSession(({ value }) => value)
  const set = (change: Partial<SequenceValue>): void =>
    session.edit((value) => ({ ...value, ...change }), Object.keys(change).join())
  const auto = text('sequence.settings.auto')
  return (
    <div className={parts.form}>
      <TextField
        label={text('sequence.name')}
        value={name}
        maxLength={200}
        error={name.trim() === '' ? text('sequence.name.missing') : null}
        onChange={(next) => set({ name: next })}
      />
      <FieldGrid>
        <NumberField
          label={text('sequence.width')}
          value={width ?? null}
          min={SMALLEST}
          max={LARGEST}
          step={2}
          placeholder={auto}
          onChange={(next) => set({ width: next ?? undefined })}
        />
        <NumberField
          label={text('sequence.height')}
          value={height ?? null}
          min={SMALLEST}
          max={LARGEST}
          step={2}
          placeholder={auto}
          onChange={(next) => set({ height: next ?? undefined })}
        />
        <NumberField
          label={text('sequence.frameRate')}
          value={frameRate ?? null}
          min={1}
          max={FASTEST}
          placeholder={auto}
          onChange={(next) => set({ frameRate: next ?? undefined })}
        />
      </FieldGrid>
      <p className={parts.quiet}>{text('sequence.settings.text')}</p>
    </div>
  )
}
