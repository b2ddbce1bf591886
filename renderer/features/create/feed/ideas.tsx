/** Until something was made: samples from the library. A press fills the form with how one was made. */
import { Clapperboard, Images } from '#renderer/icons.tsx'
import { useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import type { EventMessage } from '#contract/events.ts'
import type { Asset } from '#contract/library.ts'
import { Thumb } from '../../../bridge/thumb.tsx'
import { useQuery } from '../../../bridge/use-call.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/button.tsx'
import parts from '../../../ui/parts.module.css'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useFormatter } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { FeedSkeleton } from '../feed-skeleton.tsx'
import styles from './feed.module.css'
import u from '#renderer/ui/utilities.module.css'

const MAX_SHOWN = 6
/** Of the oldest ones: a new library begins with the samples. */
const MAX_ASKED = 24
/** With as many results of one's own the feed stands for itself. */
export const ENOUGH_MADE = 6

interface IdeasProps {
  /** Results in the feed. */
  readonly made: number
  readonly isEmpty: boolean
}

export function Ideas({ made, isEmpty }: IdeasProps) {
  const { text } = useFormatter()
  const { reuse, onSequence } = useCreate()
  const { remix } = reuse.getState()
  const samples = useSamples(made < ENOUGH_MADE, isEmpty)
  if (samples === null) return isEmpty ? <FeedSkeleton /> : null
  if (made >= ENOUGH_MADE) return null
  if (samples.length === 0)
    return isEmpty ? (
      <StateMessage icon={Images} title={text('create.feed.empty')}>
        {text('create.feed.empty.text')}
      </StateMessage>
    ) : null
  return (
    <section className={styles.ideas} aria-labelledby="feed-ideas">
      <div className={classNames(parts.ends, styles.ideasHead)}>
        <h2 id="feed-ideas">{text('feed.ideas')}</h2>
        <Button kind="quiet" icon={Clapperboard} onPress={() => onSequence([])}>
          {text('create.sequence')}
        </Button>
      </div>
      {samples.map((asset) => {
        const prompt = asset.prompt ?? ''
        return (
          <AriaButton
            key={asset.id}
            className={classNames(parts.bare, u.column, u.gap2, styles.sample)}
            onPress={() => void remix({ asset })}
          >
            <span className={classNames(u.centered, u.clip, u.corner4, u.well, u.quiet, styles.sampleImage)}>
              <Thumb id={asset.id} kind={asset.kind} name="" />
            </span>
            <span className={classNames(parts.lines, styles.samplePrompt)}>{prompt}</span>
            <span className={parts.quiet}>{text('feed.try.this')}</span>
          </AriaButton>
        )
      })}
    </section>
  )
}

/** What the feed does not show: samples, or with an empty feed all that there is. null until it is known. */
function useSamples(isWanted: boolean, isEmpty: boolean): readonly Asset[] | null {
  const { data } = useQuery('library.query', isWanted ? OLDEST : null, isOfLibrary)
  return useMemo(() => data && samplesOf(data.items, isEmpty), [data, isEmpty])
}

const OLDEST = { sort: 'oldest', limit: MAX_ASKED } as const

/** Samples may arrive only once the page is open. */
function isOfLibrary({ name }: EventMessage): boolean {
  return name === 'library.changed' || name === 'asset.added'
}

/** Images and videos that say how they were made, from all over them: the first ones are all images. */
function samplesOf(oldest: readonly Asset[], isEmpty: boolean): readonly Asset[] {
  // What a task made is no sample.
  const samples = oldest.filter(({ taskId }) => taskId === undefined)
  if (!isEmpty && oldest.length - samples.length >= ENOUGH_MADE) return []
  const known = (isEmpty && samples.length === 0 ? oldest : samples).filter(
    ({ kind, prompt }) => (kind === 'image' || kind === 'video') && prompt !== undefined,
  )
  const step = Math.max(1, known.length / MAX_SHOWN)
  const places = Array.from({ length: Math.min(MAX_SHOWN, known.length) }, (_, at) => Math.floor(at * step))
  return places.flatMap((place) => known[place] ?? [])
}
