/** Until something was made: samples from the library. A press fills the form with how one was made. */
import { Images } from '#renderer/icons.tsx'
import { useEffect, useMemo, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { Thumb } from '../../../bridge/thumb.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { StateMessage } from '../../../ui/state-message.tsx'
import { useWords } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import { FeedSkeleton } from '../feed-skeleton.tsx'
import styles from './feed.module.css'
import u from '#renderer/ui/utilities.module.css'

const MOST_SHOWN = 6
/** Of the oldest ones: a new library begins with the samples. */
const MOST_ASKED = 24
/** With as many results of one's own the feed stands for itself. */
export const ENOUGH_MADE = 6

interface IdeasProps {
  /** Results in the feed. */
  readonly made: number
  readonly isEmpty: boolean
}

export function Ideas({ made, isEmpty }: IdeasProps) {
  const { text } = useWords()
  const { remix } = useCreate().reuse.getState()
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
      <h2 id="feed-ideas">{text('feed.ideas')}</h2>
      {samples.map((asset) => {
        const prompt = asset.prompt ?? ''
        return (
          <Button
            key={asset.id}
            className={classNames(parts.bare, u.column, u.gap2, styles.sample)}
            onPress={() => void remix({ asset })}
          >
            <span className={classNames(u.centered, u.clip, u.corner4, u.well, u.quiet, styles.sampleImage)}>
              <Thumb id={asset.id} kind={asset.kind} name="" />
            </span>
            <span className={classNames(parts.lines, styles.samplePrompt)}>{prompt}</span>
            <span className={parts.quiet}>{text('feed.try.this')}</span>
          </Button>
        )
      })}
    </section>
  )
}

/** What the feed does not show: samples, or with an empty feed all that there is. null until it is known. */
function useSamples(isWanted: boolean, isEmpty: boolean): readonly Asset[] | null {
  const { bridge } = useHost()
  const [oldest, setOldest] = useState<readonly Asset[] | null>(null)
  useEffect(() => {
    if (!isWanted) return
    let isLeft = false
    async function load(): Promise<void> {
      const response = await bridge.call('library.query', { sort: 'oldest', limit: MOST_ASKED })
      if (!isLeft && response.ok) setOldest(response.data.items)
    }
    void load()
    const stop = bridge.on((event) => event.name === 'library.changed' && void load())
    return () => {
      isLeft = true
      stop()
    }
  }, [bridge, isWanted])
  return useMemo(() => oldest && samplesOf(oldest, isEmpty), [oldest, isEmpty])
}

/** Images and videos that say how they were made, from all over them: the first ones are all images. */
function samplesOf(oldest: readonly Asset[], isEmpty: boolean): readonly Asset[] {
  // What a task made is no sample.
  const samples = oldest.filter(({ taskId }) => taskId === undefined)
  if (!isEmpty && oldest.length - samples.length >= ENOUGH_MADE) return []
  const known = (isEmpty && samples.length === 0 ? oldest : samples).filter(
    ({ kind, prompt }) => (kind === 'image' || kind === 'video') && prompt !== undefined,
  )
  const step = Math.max(1, known.length / MOST_SHOWN)
  const places = Array.from({ length: Math.min(MOST_SHOWN, known.length) }, (_, at) => Math.floor(at * step))
  return places.flatMap((place) => known[place] ?? [])
}
