/** Before anything was made: samples from the library. A press fills the form with how one was made. */
import { useEffect, useState } from 'react'
import { Button } from 'react-aria-components'
import type { Asset } from '#contract/library.ts'
import { useHost } from '../../../bridge/host.tsx'
import { Thumb } from '../../../bridge/thumb.tsx'
import { classNames } from '../../../ui/class-names.ts'
import parts from '../../../ui/parts.module.css'
import { useWords } from '../../../ui/text.ts'
import { useCreate } from '../create-context.ts'
import styles from './feed.module.css'
import u from '#renderer/ui/utilities.module.css'

const MOST_SHOWN = 6
/** Of the oldest ones: a new library begins with the samples. */
const MOST_ASKED = 24

export function TryThese() {
  const { text } = useWords()
  const { remix } = useCreate().reuse.getState()
  const samples = useSamples()
  if (samples.length === 0) return null
  return (
    <section className={styles.try} aria-label={text('feed.try')}>
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

/** Images and videos that say how they were made; asked for again while the library fills. */
function useSamples(): readonly Asset[] {
  const { bridge } = useHost()
  const [samples, setSamples] = useState<readonly Asset[]>([])
  useEffect(() => {
    let isLeft = false
    async function load(): Promise<void> {
      const response = await bridge.call('library.query', { sort: 'oldest', limit: MOST_ASKED })
      if (isLeft || !response.ok) return
      const made = response.data.items.filter(
        ({ kind, prompt }) => (kind === 'image' || kind === 'video') && prompt !== undefined,
      )
      // From all over them: the first ones are all images.
      const step = Math.max(1, made.length / MOST_SHOWN)
      const places = Array.from({ length: Math.min(MOST_SHOWN, made.length) }, (_, at) =>
        Math.floor(at * step),
      )
      setSamples(places.flatMap((place) => made[place] ?? []))
    }
    void load()
    const stop = bridge.on((event) => event.name === 'library.changed' && void load())
    return () => {
      isLeft = true
      stop()
    }
  }, [bridge])
  return samples
}
