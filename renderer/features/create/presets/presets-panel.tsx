/** Presets: applied, saved from the form, renamed, deleted, and shared as files. */
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Preset } from '#contract/create.ts'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import styles from '../prompt/popover.module.css'
import type { Prompting } from '../prompt/prompting.ts'
import { ImportPresets } from './import-presets.tsx'
import { PresetRow } from './preset-row.tsx'
import { SavePreset } from './save-preset.tsx'

export interface PresetsPanelProps {
  readonly form: CreateFormStore
  readonly prompting: Prompting
  onApply(preset: Preset): void
}

export function PresetsPanel({ form, prompting, onApply }: PresetsPanelProps) {
  return (
    <>
      <PresetList prompting={prompting} onApply={onApply} />
      <SavePreset form={form} prompting={prompting} />
      <ImportPresets prompting={prompting} />
    </>
  )
}

type PresetListProps = Pick<PresetsPanelProps, 'prompting' | 'onApply'>

function PresetList({ prompting, onApply }: PresetListProps) {
  const { text } = useWords()
  const { items, phase, error, load } = useStore(prompting.presets)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => void load(), [load])
  const said = problem ?? error?.message ?? null
  return (
    <>
      {phase === 'ready' && items.length === 0 && <p className={styles.quiet}>{text('preset.empty')}</p>}
      {items.length > 0 && (
        <ul className={styles.list} aria-label={text('preset.title')}>
          {items.map((item) => (
            <PresetRow
              key={item.id}
              item={item}
              presets={prompting.presets}
              onApply={onApply}
              onProblem={setProblem}
            />
          ))}
        </ul>
      )}
      {said !== null && (
        <p className={styles.error} role="alert">
          {said}
        </p>
      )}
    </>
  )
}
