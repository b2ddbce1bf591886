/** Says what the form was filled from, with the way back to what stood in it. */
import parts from '../../../ui/parts.module.css'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Preset } from '#contract/prompts.ts'
import { thumbUrl } from '../../../bridge/media.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCreate, useForm, useView } from '../create-context.ts'
import styles from '../create.module.css'

const NOTE = classNames(parts.grow, parts.quiet)

export function ReusedLine() {
  const { text } = useWords()
  const { reused, undo, dismiss } = useStore(useCreate().reuse)
  return (
    <Status>
      {reused !== null && (
        <div className={styles.reused}>
          <p className={NOTE}>{text(`reuse.done.${reused.how}`, { name: reused.preset?.name ?? '' })}</p>
          {reused.preset !== undefined && <AddPreset preset={reused.preset} />}
          {reused.before !== null && (
            <Button kind="quiet" onPress={undo}>
              {text('reuse.undo')}
            </Button>
          )}
          <IconButton icon={X} label={text('action.dismiss')} onPress={dismiss} />
        </div>
      )}
    </Status>
  )
}

function AddPreset({ preset }: { readonly preset: Preset }) {
  const { text } = useWords()
  const { prompting } = useCreate()
  const [outcome, setOutcome] = useState<{ readonly problem: string | null } | null>(null)
  async function save(): Promise<void> {
    const response = await prompting.presets.getState().keep(prompting.createKey(), preset)
    setOutcome({ problem: response.ok ? null : response.error.message })
  }
  if (outcome?.problem === null) return <span>{text('reuse.preset.saved')}</span>
  return (
    <>
      {outcome !== null && <span role="alert">{outcome.problem}</span>}
      <Button kind="quiet" onPress={() => void save()}>
        {text('reuse.preset.save')}
      </Button>
    </>
  )
}

export function OriginLine() {
  const { text } = useWords()
  const assetId = useView((view) => view.draft.fromAssetId)
  const edit = useForm((form) => form.edit)
  // Audio files have no thumbnail, and an asset may be gone.
  const [withoutThumb, setWithoutThumb] = useState<string | null>(null)
  if (assetId === null) return null
  return (
    <div className={styles.origin}>
      {withoutThumb !== assetId && (
        <img src={thumbUrl(assetId)} alt="" onError={() => setWithoutThumb(assetId)} />
      )}
      <p className={NOTE}>{text('reuse.origin')}</p>
      <IconButton icon={X} label={text('reuse.origin.forget')} onPress={() => edit({ fromAssetId: null })} />
    </div>
  )
}
