/** Create: the form on one side, what came of it on the other. */
import { type KeyboardEvent, memo, Suspense, useCallback, useState } from 'react'
import { useStore } from 'zustand'
import { classNames } from '#renderer/ui/class-names.ts'
import { Hidden } from '#renderer/ui/hidden.tsx'
import { Status } from '#renderer/ui/status.tsx'
import { useFormatter } from '#renderer/ui/text.ts'
import { NARROW, useMediaQuery } from '#renderer/ui/use-media-query.ts'
import parts from '#renderer/ui/parts.module.css'
import styles from './create.module.css'
import { useCreate, useForm } from './create-context.ts'
import { CreateForm } from './create-form.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { type DroppedItems, useInputDrop, usePasteAtRest } from './inputs/dropped-items.ts'
import { lazyPart } from '../../locales/lazy-part.ts'

/** After the form: one can write before the results of last time are drawn. */
const Feed = lazyPart(
  () => import('./feed/feed.tsx'),
  (part) => part.Feed,
)
const InputEditor = lazyPart(
  () => import('./inputs/editor/image-editor.tsx'),
  (part) => part.InputEditor,
)
const RecipeDialog = lazyPart(
  () => import('./reuse/recipe-dialog.tsx'),
  (part) => part.RecipeDialog,
)

export function CreateView() {
  const { text } = useFormatter()
  const create = useCreate()
  const offer = useStore(create.reuse, (state) => (state.offer?.isInput === false ? state.offer : null))
  const edited = useStore(create.editedInput, (state) => state?.key ?? null)
  // Who comes back from a result finds the results.
  const [tab, setTab] = useState<Tab>(() => (create.opened.getState() === null ? 'form' : 'results'))
  const isNarrow = useMediaQuery(NARROW)
  const take = (dropped: DroppedItems): void => void create.reuse.getState().take(dropped)
  const { isOver, handlers } = useInputDrop(create.dragged, take)
  usePasteAtRest(take)
  const onSent = useCallback(() => setTab('results'), [])
  const form = <FormSide isDropTarget={isOver} onSent={onSent} />
  const feed = (
    <Suspense fallback={<FeedSkeleton />}>
      <Feed />
    </Suspense>
  )
  const showsForm = !isNarrow || tab === 'form'
  return (
    <div className={classNames(styles.view, isNarrow && styles.narrow)} {...handlers}>
      {isNarrow && <NarrowTabs tab={tab} onTab={setTab} />}
      {/* Both stay where they are: what is open in the form, and what the feed shows, is as it was left. */}
      <div className={styles.panel} hidden={!showsForm} {...panelProps('form', isNarrow)}>
        {form}
      </div>
      <div className={styles.panel} hidden={isNarrow && showsForm} {...panelProps('results', isNarrow)}>
        {isNarrow && (
          <Hidden>
            <h1>{text('place.create')}</h1>
          </Hidden>
        )}
        {feed}
      </div>
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

const TABS = ['form', 'results'] as const
type Tab = (typeof TABS)[number]

/** Where both stand beside each other, they are no panels of anything. */
function panelProps(tab: Tab, isTab: boolean) {
  return isTab ? { role: 'tabpanel', id: `create-${tab}`, 'aria-labelledby': `create-tab-${tab}` } : {}
}

interface NarrowTabsProps {
  readonly tab: Tab
  onTab(tab: Tab): void
}

/** Where there is no room for both beside each other. */
function NarrowTabs({ tab, onTab }: NarrowTabsProps) {
  const { text } = useFormatter()
  function press({ key }: KeyboardEvent): void {
    const other = tab === 'form' ? 'results' : 'form'
    const places: Readonly<Record<string, Tab>> = {
      ArrowLeft: other,
      ArrowRight: other,
      Home: 'form',
      End: 'results',
    }
    const next = places[key]
    if (next === undefined) return
    onTab(next)
    document.getElementById(`create-tab-${next}`)?.focus()
  }
  return (
    <div
      role="tablist"
      aria-label={text('place.create')}
      tabIndex={-1}
      className={styles.tabList}
      onKeyDown={press}
    >
      {TABS.map((one) => (
        <button
          key={one}
          type="button"
          role="tab"
          id={`create-tab-${one}`}
          aria-selected={one === tab}
          {...(one === tab ? { 'aria-controls': `create-${one}` } : {})}
          tabIndex={one === tab ? 0 : -1}
          className={classNames(parts.bare, styles.tab)}
          onClick={() => onTab(one)}
        >
          {text(one === 'form' ? 'create.tab.form' : 'create.feed')}
        </button>
      ))}
    </div>
  )
}

interface FormSideProps {
  readonly isDropTarget: boolean
  /** Stays the same function. */
  onSent(): void
}

/** Not drawn again for a press that was sent. */
const FormSide = memo(function FormSide({ isDropTarget, onSent }: FormSideProps) {
  const { text } = useFormatter()
  return (
    <div className={styles.side}>
      <header className={styles.head}>
        <h1>{text('place.create')}</h1>
      </header>
      <OversizedLine />
      <CreateForm isDropTarget={isDropTarget} onSent={onSent} />
    </div>
  )
})

function OversizedLine() {
  const { text } = useFormatter()
  const isUnsaved = useForm(({ oversized, mediaType }) => oversized.includes(mediaType))
  return <Status>{isUnsaved && <p className={styles.first}>{text('create.oversized')}</p>}</Status>
}
