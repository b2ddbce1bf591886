/** Says what the form was reused from, with the way back to what stood in it. */
import { X } from 'lucide-react'
import { useStore } from 'zustand'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import type { Prompting } from '../prompt/prompting.ts'
import type { ReuseStore } from './reuse.ts'
import styles from './reuse.module.css'
import { useState } from 'react'
import type { Preset } from '#contract/prompts.ts'
import { thumbUrl } from '../../../bridge/media.ts'
import type { CreateFormStore } from '../form-store.ts'

export interface ReusedLineProps {
  readonly reuse: ReuseStore
  readonly prompting: Prompting
}

export function ReusedLine({ reuse, prompting }: ReusedLineProps) {
  const { text } = useWords()
  const reused = useStore(reuse, (state) => state.reused)
  return (
    <Status>
      {reused !== null && (
        <div className={styles.line}>
          <p className={styles.words}>
            {text(`reuse.done.${reused.how}`, { name: reused.preset?.name ?? '' })}
          </p>
          {reused.preset !== undefined && <AddPreset preset={reused.preset} prompting={prompting} />}
          {reused.before !== null && (
            <Button kind="quiet" onPress={() => reuse.getState().undo()}>
              {text('reuse.undo')}
            </Button>
          )}
          <IconButton icon={X} label={text('action.dismiss')} onPress={() => reuse.getState().dismiss()} />
        </div>
      )}
    </Status>
  )
}

export interface AddPresetProps {
  readonly preset: Preset
  readonly prompting: Prompting
}

function AddPreset({ preset, prompting }: AddPresetProps) {
  const { text } = useWords()
  const [outcome, setOutcome] = useState<{ readonly problem: string | null } | null>(null)
  async function keep(): Promise<void> {
    const response = await prompting.presets.getState().keep(prompting.createKey(), preset)
    setOutcome({ problem: response.ok ? null : response.error.message })
  }
  if (outcome?.problem === null) return <span>{text('reuse.preset.kept')}</span>
  return (
    <>
      {outcome !== null && <span role="alert">{outcome.problem}</span>}
      <Button kind="quiet" onPress={() => void keep()}>
        {text('reuse.preset.keep')}
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
  // Audio files have no image, and an asset may be gone.
  const [hasThumb, setHasThumb] = useState(true)
  return (
    <div className={styles.originLine}>
      {hasThumb && (
        <img className={styles.image} src={thumbUrl(assetId)} alt="" onError={() => setHasThumb(false)} />
      )}
      <p className={styles.originWords}>{text('reuse.origin')}</p>
      <IconButton
        icon={X}
        label={text('reuse.origin.forget')}
        onPress={() => form.getState().edit({ fromAssetId: null })}
      />
    </div>
  )
}
