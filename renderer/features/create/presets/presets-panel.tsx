/** Presets: applied, saved from the form, renamed, deleted, and shared as files. */
import { Download } from 'lucide-react'
import type { Preset } from '#contract/prompts.ts'
import { useSaveFile } from '../../../bridge/use-save-file.ts'
import { IconButton } from '../../../ui/button.tsx'
import { Problem } from '../../../ui/problem.tsx'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import { KeptList } from '../kept/kept-list.tsx'
import type { Prompting } from '../prompt/prompting.ts'
import { ImportPresets } from './import-presets.tsx'
import { presetFileName, writePresetFile } from './preset-file.ts'
import { LONGEST_PRESET_NAME } from './presets.ts'
import { SavePreset } from './save-preset.tsx'

export interface PresetsPanelProps {
  readonly form: CreateFormStore
  readonly prompting: Prompting
  onApply(preset: Preset): void
}

export function PresetsPanel({ form, prompting, onApply }: PresetsPanelProps) {
  const { text } = useWords()
  const { save, problem } = useSaveFile()
  return (
    <>
      <KeptList
        store={prompting.presets}
        look={{
          all: text('preset.title'),
          none: text('preset.empty'),
          nameLabel: text('preset.name'),
          longestName: LONGEST_PRESET_NAME,
          renameLabel: (name) => text('preset.rename', { name }),
          removeLabel: (name) => text('preset.delete', { name }),
          detail: ({ mediaType, model }) => [text(`media.${mediaType}`), model].filter(Boolean).join(' · '),
        }}
        renderActions={(preset) => (
          <IconButton
            icon={Download}
            label={text('preset.export', { name: preset.name })}
            onPress={() => void save(presetFileName(preset), new Blob([writePresetFile(preset)]))}
          />
        )}
        onChoose={onApply}
      />
      <Problem words={problem} />
      <SavePreset form={form} prompting={prompting} />
      <ImportPresets prompting={prompting} />
    </>
  )
}
