/** Puts the preset that the form was filled with among the user's own. */
import { useState } from 'react'
import type { Preset } from '#contract/prompts.ts'
import { Button } from '../../../ui/button.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Prompting } from '../prompt/prompting.ts'

export interface KeepPresetProps {
  readonly preset: Preset
  readonly prompting: Prompting
}

export function KeepPreset({ preset, prompting }: KeepPresetProps) {
  const { text } = useWords()
  const [outcome, setOutcome] = useState<{ readonly problem: string | null } | null>(null)
  async function keep(): Promise<void> {
    const answer = await prompting.presets.getState().keep(prompting.createKey(), preset)
    setOutcome({ problem: answer.ok ? null : answer.error.message })
  }
  if (outcome?.problem === null) return <span>{text('again.preset.kept')}</span>
  return (
    <>
      {outcome !== null && <span role="alert">{outcome.problem}</span>}
      <Button kind="quiet" onPress={() => void keep()}>
        {text('again.preset.keep')}
      </Button>
    </>
  )
}
