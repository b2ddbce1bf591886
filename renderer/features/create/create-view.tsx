/** Create: the form on one side, what came of it on the other. */
import { lazy, Suspense, useState } from 'react'
import { useStore } from 'zustand'
import { activeProfile } from '../../bridge/stores/profiles.ts'
import { useHostState } from '../../bridge/host.tsx'
import { Button } from '../../ui/button.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { type Create, CreateProvider, useCreate, useForm } from './create-context.ts'
import { CreateForm } from './create-form.tsx'
import styles from './create.module.css'
import { useInputDrop } from './inputs/dropped-items.ts'
import { PresetsButton } from './presets/presets-button.tsx'
import { OriginLine, ReusedLine } from './reuse/reuse-lines.tsx'

/** After the form: one can write before the results of last time are drawn. */
const Feed = lazy(async () => ({ default: (await import('./feed/feed.tsx')).Feed }))
const RecipeDialog = lazy(async () => ({ default: (await import('./reuse/recipe-dialog.tsx')).RecipeDialog }))

export function CreateView({ create }: { readonly create: Create }) {
  const { text } = useWords()
  const [sent, setSent] = useState(0)
  const offer = useStore(create.reuse, (state) => state.offer)
  const { isOver, handlers } = useInputDrop(
    create.dragged,
    (dropped) => void create.reuse.getState().take(dropped),
  )
  return (
    <CreateProvider value={create}>
      <div className={styles.view} {...handlers}>
        <div className={styles.side}>
          <header className={styles.head}>
            <h1>{text('place.create')}</h1>
            <PresetsButton />
          </header>
          <SampleNote />
          <ReusedLine />
          <OriginLine />
          <OversizedLine />
          <CreateForm isDropTarget={isOver} onSent={() => setSent((count) => count + 1)} />
        </div>
        <Suspense fallback={<div />}>
          <Feed sent={sent} />
        </Suspense>
        {offer !== null && (
          <Suspense fallback={null}>
            <RecipeDialog offer={offer} />
          </Suspense>
        )}
      </div>
    </CreateProvider>
  )
}

function SampleNote() {
  const { text } = useWords()
  const { onOpenSettings } = useCreate()
  const profile = useHostState('profiles', activeProfile)
  if (profile?.builtIn !== true) return null
  return (
    <p className={styles.first}>
      {text('create.sampleStudio')}{' '}
      <Button kind="quiet" className={styles.link} onPress={onOpenSettings}>
        {text('create.sampleStudio.connect')}
      </Button>
    </p>
  )
}

function OversizedLine() {
  const { text } = useWords()
  const isUnsaved = useForm(({ oversized, mediaType }) => oversized.includes(mediaType))
  return <Status>{isUnsaved && <p className={styles.first}>{text('create.oversized')}</p>}</Status>
}
