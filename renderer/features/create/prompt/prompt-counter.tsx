/** How long the prompt is, in characters and words, and how long it may be. */
import { useDeferredValue, useMemo } from 'react'
import { classNames } from '../../../ui/class-names.ts'
import { useWords } from '../../../ui/text.ts'
import { lengthOf } from './plan-prompts.ts'
import styles from './prompt-counter.module.css'

/** Characters that take longer to count than a key may. */
const LONG = 4_000

export function PromptCounter({
  value,
  limit,
}: {
  readonly value: string
  readonly limit: number | undefined
}) {
  const { text } = useWords()
  const later = useDeferredValue(value)
  // A short text is counted at once: a second drawing costs more than the count.
  const counted = (value.length > LONG ? later : value).trim()
  const characters = useMemo(() => lengthOf(counted), [counted])
  const words = useMemo(() => countWords(counted), [counted])
  const isOver = limit !== undefined && characters > limit
  return (
    <span className={classNames(styles.counter, isOver && styles.over)}>
      {limit === undefined
        ? text('prompt.length', { characters, words })
        : text('prompt.lengthOf', { characters, limit, words })}
    </span>
  )
}

/** Words by the rules of Unicode: a line of Chinese holds more than one. */
function countWords(text: string): number {
  let words = 0
  for (const { isWordLike } of new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)) {
    if (isWordLike === true) words += 1
  }
  return words
}
