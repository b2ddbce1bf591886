/** Create: the form on one side, what came of it on the other. */
import { lazy, memo, type ReactNode, Suspense, useCallback, useState } from 'react'
import { type Key, Tab, TabList, TabPanel, Tabs, DialogTrigger } from 'react-aria-components'
import { useStore } from 'zustand'
import { Bookmark } from '#renderer/icons.tsx'
import { classNames } from '#renderer/ui/class-names.ts'
import { Hidden } from '#renderer/ui/hidden.tsx'
import { Status } from '#renderer/ui/status.tsx'
import { useWords } from '#renderer/ui/text.ts'
import { Button } from '#renderer/ui/button.tsx'
import { PopoverDialog } from '#renderer/ui/popover.tsx'
import { NARROW, useMediaQuery } from '#renderer/ui/use-media-query.ts'
import styles from './create.module.css'
import { useCreate, useForm } from './create-context.ts'
import { CreateForm } from './create-form.tsx'
import { useInputDrop } from './inputs/dropped-items.ts'
import { draftFrom } from './presets/presets.ts'

/** After the form: one can write before the results of last time are drawn. */
const Feed = lazy(async () => ({ default: (await import('./feed/feed.tsx')).Feed }))
const InputEditor = lazy(async () => ({
  default: (await import('./inputs/editor/image-editor.tsx')).InputEditor,
}))
const RecipeDialog = lazy(async () => ({ default: (await import('./reuse/recipe-dialog.tsx')).RecipeDialog }))

export function CreateView() {
  const create = useCreate()
  const offer = useStore(create.reuse, (state) => state.offer)
  const edited = useStore(create.editedInput)
  const [tab, setTab] = useState<Key>('form')
  const isNarrow = useMediaQuery(NARROW)
  const { isOver, handlers } = useInputDrop(
    create.dragged,
    (dropped) => void create.reuse.getState().take(dropped),
  )
  const onSent = useCallback(() => setTab('results'), [])
  const form = <FormSide isDropTarget={isOver} onSent={onSent} />
  const feed = (
    <Suspense fallback={<div />}>
      <Feed />
    </Suspense>
  )
  return (
    <div className={classNames(styles.view, isNarrow && styles.narrow)} {...handlers}>
      {isNarrow ? (
        <NarrowTabs tab={tab} onTab={setTab} form={form} feed={feed} />
      ) : (
        <>
          {form}
          {feed}
        </>
      )}
      {/* Not inside of the form, which begins anew where the page becomes narrow. */}
      {edited !== null && (
        <Suspense fallback={null}>
          <InputEditor inputKey={edited} onClose={() => create.editedInput.setState(null, true)} />
        </Suspense>
      )}
      {offer !== null && (
        <Suspense fallback={null}>
          <RecipeDialog offer={offer} />
        </Suspense>
      )}
    </div>
  )
}

interface NarrowTabsProps {
  readonly tab: Key
  onTab(tab: Key): void
  readonly form: ReactNode
  readonly feed: ReactNode
}

/** Where there is no room for both beside each other. */
function NarrowTabs({ tab, onTab, form, feed }: NarrowTabsProps) {
  const { text } = useWords()
  return (
    <Tabs selectedKey={tab} onSelectionChange={onTab} className={classNames(styles.tabs)}>
      <TabList aria-label={text('place.create')} className={classNames(styles.tabList)}>
        <Tab id="form" className={classNames(styles.tab)}>
          {text('create.tab.form')}
        </Tab>
        <Tab id="results" className={classNames(styles.tab)}>
          {text('create.feed')}
        </Tab>
      </TabList>
      {/* Both stay: what is open in the form, and what the feed shows, is as it was left. */}
      <TabPanel id="form" shouldForceMount className={classNames(styles.panel)}>
        {form}
      </TabPanel>
      <TabPanel id="results" shouldForceMount className={classNames(styles.panel)}>
        {/* The form has its own. */}
        <Hidden>
          <h1>{text('place.create')}</h1>
        </Hidden>
        {feed}
      </TabPanel>
    </Tabs>
  )
}

interface FormSideProps {
  readonly isDropTarget: boolean
  /** Stays the same function. */
  onSent(): void
}

/** Not drawn again for a press that was sent. */
const FormSide = memo(function FormSide({ isDropTarget, onSent }: FormSideProps) {
  const { text } = useWords()
  return (
    <div className={styles.side}>
      <header className={styles.head}>
        <h1>{text('place.create')}</h1>
        <PresetsButton />
      </header>
      <OversizedLine />
      <CreateForm isDropTarget={isDropTarget} onSent={onSent} />
    </div>
  )
})

function OversizedLine() {
  const { text } = useWords()
  const isUnsaved = useForm(({ oversized, mediaType }) => oversized.includes(mediaType))
  return <Status>{isUnsaved && <p className={styles.first}>{text('create.oversized')}</p>}</Status>
}

const PresetsPanel = lazy(async () => ({
  default: (await import('./presets/presets-panel.tsx')).PresetsPanel,
}))

/** Opens the presets, and applies one. */
function PresetsButton() {
  const { text } = useWords()
  const { setMedia, edit } = useCreate().form.getState()
  const [isOpen, setOpen] = useState(false)
  return (
    <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
      <Button kind="quiet" icon={Bookmark}>
        {text('saved.preset.title')}
      </Button>
      <PopoverDialog title={text('saved.preset.title')}>
        <Suspense fallback={null}>
          <PresetsPanel
            onApply={(preset) => {
              setMedia(preset.mediaType)
              edit(draftFrom(preset))
              setOpen(false)
            }}
          />
        </Suspense>
      </PopoverDialog>
    </DialogTrigger>
  )
}
