/** The line above the results: what waits to be sent, in one place for all of it, and how large the results are. */
import { Columns2, X } from 'lucide-react'
import { useStore } from 'zustand'
import type { Task } from '#contract/tasks.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { Slider } from '../../../ui/slider.tsx'
import { Status } from '../../../ui/status.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import styles from './feed.module.css'

/** `unsent` newest first, as the feed lists them. */
export function WallBar({ unsent }: { readonly unsent: readonly Task[] }) {
  const { text } = useWords()
  const { zoom } = useCreate()
  const place = useStore(zoom.store, (state) => state.zoom)
  return (
    <div className={styles.wallBar}>
      <MarkedResult />
      {unsent.length > 0 && <Unsent tasks={unsent} />}
      <Slider
        label={text('gallery.zoom')}
        max={zoom.most}
        value={place}
        onChange={zoom.set}
        className={styles.zoom}
      />
    </div>
  )
}

/** What the next chosen result is compared with. */
function MarkedResult() {
  const { text } = useWords()
  const { marked: store } = useCreate()
  const marked = useStore(store)
  return (
    <Status className={marked === null ? undefined : styles.unsent}>
      {marked !== null && (
        <>
          <Columns2 size={16} strokeWidth={1.75} aria-hidden className={styles.unsentCount} />
          <span className={parts.line}>
            {text('feed.compare', { name: marked.name || text('task.noPrompt') })}
          </span>
          <IconButton icon={X} label={text('feed.compare.none')} onPress={() => store.setState(null, true)} />
        </>
      )}
    </Status>
  )
}

function Unsent({ tasks }: { readonly tasks: readonly Task[] }) {
  const { text } = useWords()
  const { onOpenTask } = useCreate()
  const prompts = Map.groupBy(tasks.toReversed(), ({ request }) => request.prompt ?? text('task.noPrompt'))
  const words = Array.from(prompts, ([prompt, { length: count }]) =>
    text('feed.unsent.one', { prompt, count }),
  )
  const next = tasks.at(-1)
  return (
    <p className={classNames(parts.quiet, parts.digits, styles.unsent)}>
      <span className={styles.unsentCount}>{text('feed.unsent', { count: tasks.length })}</span>
      <span className={parts.line}>{words.slice(0, 20).join(' · ')}</span>
      {next !== undefined && (
        <Button kind="quiet" onPress={() => onOpenTask(next.id)}>
          {text('feed.unsent.open')}
        </Button>
      )}
    </p>
  )
}
