/** Says what the form was filled from, with the way back to what stood in it. */
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Prompting } from '../prompt/prompting.ts'
import type { AgainStore } from './reuse.ts'
import styles from './reuse.module.css'
import { useState } from 'react'
import type { Preset } from '#contract/prompts.ts'
import { thumbUrl } from '../../../bridge/media.ts'
import type { CreateFormStore } from '../form-store.ts'

export interface FilledLineProps {
  readonly again: AgainStore
  readonly prompting: Prompting
}

export function FilledLine({ again, prompting }: FilledLineProps) {
  const { text } = useWords()
  const filled = useStore(again, (state) => state.filled)
  return (
    <Status>
      {filled !== null && (
        <div className={styles.line}>
          <p className={styles.words}>
            {text(`again.filled.${filled.how}`, { name: filled.preset?.name ?? '' })}
          </p>
          {filled.preset !== undefined && <KeepPreset preset={filled.preset} prompting={prompting} />}
          {filled.before !== null && (
            <Button kind="quiet" onPress={() => again.getState().undo()}>
              {text('again.undo')}
            </Button>
          )}
          <IconButton icon={X} label={text('action.dismiss')} onPress={() => again.getState().dismiss()} />
        </div>
      )}
    </Status>
  )
}

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

export function OriginLine({ form }: { readonly form: CreateFormStore }) {
  const assetId = useStore(form, ({ drafts, media }) => drafts[media].fromAssetId)
  return assetId === null ? null : <Origin key={assetId} form={form} assetId={assetId} />
}

interface OriginProps {
  readonly form: CreateFormStore
  readonly assetId: string
}

function Origin({ form, assetId }: OriginProps) {
  const { text } = useWords()
  // Sounds have no picture, and an asset may be gone.
  const [hasPicture, setPicture] = useState(true)
  return (
    <div className={styles.originLine}>
      {hasPicture && (
        <img className={styles.picture} src={thumbUrl(assetId)} alt="" onError={() => setPicture(false)} />
      )}
      <p className={styles.originWords}>{text('again.origin')}</p>
      <IconButton
        icon={X}
        label={text('again.origin.forget')}
        onPress={() => form.getState().edit({ fromAssetId: null })}
      />
    </div>
  )
}
