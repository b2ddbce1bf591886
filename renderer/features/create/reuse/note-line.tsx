/** One line under the fields of the form: what it was filled from, what its results will be linked to, or a word on the sample service. */
import parts from '../../../ui/parts.module.css'
import { X } from '#renderer/icons.tsx'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import type { Preset } from '#contract/prompts.ts'
import { useHostState } from '../../../bridge/host.tsx'
import { thumbUrl } from '../../../bridge/media.ts'
import { activeProfile } from '../../../bridge/stores/profiles.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { Status } from '../../../ui/status.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate, useForm, useView } from '../create-context.ts'
import styles from '../create.module.css'
import type { RecipeOffer, Reused } from './reuse.ts'

export function NoteLine() {
  const { reused, offer } = useStore(useCreate().reuse)
  const assetId = useView((view) => view.draft.fromAssetId)
  const isOffered = offer?.isInput === true
  const hasOwn = isOffered || reused !== null || assetId !== null
  return (
    <>
      <Status>
        {isOffered && <RecipeNote offer={offer} />}
        {!isOffered && reused !== null && <ReusedNote reused={reused} />}
        {!isOffered && reused === null && assetId !== null && <Origin assetId={assetId} />}
      </Status>
      {!hasOwn && <SampleNote />}
    </>
  )
}

/** Of a file that became an input: what else is in it. */
function RecipeNote({ offer }: { readonly offer: RecipeOffer }) {
  const { text } = useFormatter()
  const { choose } = useStore(useCreate().reuse)
  const label = text('reuse.recipe.offer', { name: offer.name })
  return (
    <div className={styles.note}>
      <p className={classNames(parts.grow, parts.quiet, parts.line)} title={offer.recipe.prompt ?? label}>
        {label}
      </p>
      <Button kind="quiet" onPress={() => void choose('recipe')}>
        {text('reuse.recipe.restore')}
      </Button>
      {offer.workflow !== undefined && (
        <Button kind="quiet" onPress={() => void choose('workflow')}>
          {text('reuse.recipe.workflow')}
        </Button>
      )}
      <IconButton icon={X} label={text('action.dismiss')} onPress={() => void choose(null)} />
    </div>
  )
}

function ReusedNote({ reused }: { readonly reused: Reused }) {
  const { text } = useFormatter()
  const { reuse } = useCreate()
  const focusPrompt = useForm((form) => form.focusPrompt)
  /** The note goes away with its buttons, unless Undo has brought back an earlier one. */
  const leave = (act: 'undo' | 'dismiss') => (): void => {
    reuse.getState()[act]()
    if (reuse.getState().reused === null) focusPrompt()
  }
  const label = text(`reuse.done.${reused.how}`, { name: reused.preset?.name ?? '' })
  return (
    <div className={styles.note}>
      <p className={classNames(parts.grow, parts.quiet)}>{label}</p>
      {reused.preset !== undefined && <AddPreset preset={reused.preset} />}
      {reused.before !== null && (
        <Button kind="quiet" onPress={leave('undo')}>
          {text('reuse.undo')}
        </Button>
      )}
      <IconButton icon={X} label={text('action.dismiss')} onPress={leave('dismiss')} />
    </div>
  )
}

function AddPreset({ preset }: { readonly preset: Preset }) {
  const { text } = useFormatter()
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

function Origin({ assetId }: { readonly assetId: string }) {
  const { text } = useFormatter()
  const edit = useForm((form) => form.edit)
  // Audio files have no thumbnail, and an asset may be gone.
  const [withoutThumb, setWithoutThumb] = useState<string | null>(null)
  return (
    <div className={styles.note}>
      {withoutThumb !== assetId && (
        <img src={thumbUrl(assetId)} alt="" onError={() => setWithoutThumb(assetId)} />
      )}
      <p className={classNames(parts.grow, parts.quiet)}>{text('reuse.origin')}</p>
      <IconButton icon={X} label={text('reuse.origin.forget')} onPress={() => edit({ fromAssetId: null })} />
    </div>
  )
}

const SAMPLE = 'sample'

function SampleNote() {
  const { text } = useFormatter()
  const { onOpenSettings, dismissed } = useCreate()
  const { phase, items, load, keep } = useStore(dismissed)
  const profile = useHostState('profiles', activeProfile)
  useEffect(() => void load(), [load])
  if (profile?.builtIn !== true || phase !== 'ready' || items.some(({ id }) => id === SAMPLE)) return null
  return (
    <div className={styles.note}>
      <p className={parts.quiet}>{text('create.sampleStudio')}</p>
      <Button kind="quiet" className={styles.link} onPress={() => onOpenSettings()}>
        {text('create.sampleStudio.connect')}
      </Button>
      <IconButton icon={X} label={text('action.dismiss')} onPress={() => void keep(SAMPLE, true)} />
    </div>
  )
}
