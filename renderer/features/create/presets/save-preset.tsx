/** Saves the form as a preset. */
import { useState } from 'react'
import { Switch } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import { KeepForm } from '../kept/keep-form.tsx'
import type { Prompting } from '../prompt/prompting.ts'
import { LONGEST_PRESET_NAME, presetOf } from './presets.ts'

export interface SavePresetProps {
  readonly form: CreateFormStore
  readonly prompting: Prompting
}

export function SavePreset({ form, prompting }: SavePresetProps) {
  const { text } = useWords()
  const [withPrompt, setWithPrompt] = useState(false)

  async function save(name: string): Promise<string | null> {
    const { media, drafts } = form.getState()
    const preset = presetOf(name, media, drafts[media], withPrompt)
    if (preset === null) return text('preset.optionsBroken')
    const answer = await prompting.presets.getState().keep(prompting.createKey(), preset)
    return answer.ok ? null : answer.error.message
  }
  return (
    <KeepForm
      nameLabel={text('preset.new')}
      confirm={text('preset.save')}
      longestName={LONGEST_PRESET_NAME}
      onKeep={save}
    >
      <Switch label={text('preset.withPrompt')} isSelected={withPrompt} onChange={setWithPrompt} />
    </KeepForm>
  )
}
