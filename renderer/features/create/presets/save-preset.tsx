/** Saves the form as a preset. */
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Switch, TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../ui/text.ts'
import type { CreateFormStore } from '../form-store.ts'
import styles from '../prompt/popover.module.css'
import type { Prompting } from '../prompt/prompting.ts'
import { presetOf } from './presets.ts'

export interface SavePresetProps {
  readonly form: CreateFormStore
  readonly prompting: Prompting
}

export function SavePreset({ form, prompting }: SavePresetProps) {
  const { text } = useWords()
  const [name, setName] = useState('')
  const [withPrompt, setWithPrompt] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function save(): Promise<void> {
    const { media, drafts } = form.getState()
    const preset = presetOf(name.trim(), media, drafts[media], withPrompt)
    if (preset === null) {
      setProblem(text('preset.optionsBroken'))
      return
    }
    const answer = await prompting.presets.getState().keep(prompting.createKey(), preset)
    setProblem(answer.ok ? null : answer.error.message)
    if (answer.ok) setName('')
  }
  return (
    <form
      className={styles.under}
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() !== '') void save()
      }}
    >
      <div className={styles.form}>
        <TextField
          label={text('preset.new')}
          value={name}
          onChange={setName}
          error={problem}
          maxLength={200}
        />
        <Button type="submit" isDisabled={name.trim() === ''}>
          {text('preset.save')}
        </Button>
      </div>
      <Switch label={text('preset.withPrompt')} isSelected={withPrompt} onChange={setWithPrompt} />
    </form>
  )
}
