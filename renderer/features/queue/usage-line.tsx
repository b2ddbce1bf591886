/** How many requests left today, what became of them, and the caps they count against. Leads to what was spent. */
import type { RequestCount } from '#contract/queue.ts'
import { useUsages } from '../../bridge/use-usages.ts'
import { dayOf } from '../../ui/days.ts'
import { useWords } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-view.module.css'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export function UsageLine() {
  const { text } = useWords()
  const day = dayOf(useNow(30_000))
  const usages = useUsages(day)
  if (usages === null) return <p className={classNames(u.corner, u.quiet, u.digits, styles.usage)} />
  const { sent, outcomes } = dayUsage(
    usages.flatMap(({ items }) => items),
    day,
  )
  const caps = usages.flatMap(({ name, dailyCap: cap, sentToday }) =>
    cap === null ? [] : [text('usage.cap', { name, sent: sentToday, cap })],
  )
  return (
    <a className={classNames(u.corner, u.quiet, u.digits, styles.usage)} href="#/spending">
      {[
        text('usage.today', { count: sent }),
        ...outcomes.map(({ outcome, number }) => text(`usage.count.${outcome}`, { count: number })),
        ...caps,
      ].join(' · ')}
    </a>
  )
}

/** What may become of a request that left, in the order in which it is shown. */
const SENT = ['accepted', 'rejected', 'unauthorized', 'rate_limited', 'unknown', 'sending'] as const

/** Requests that left on one day, and what became of them, without what occurred never. The numbers add up to `sent`. */
export function dayUsage(items: readonly RequestCount[], day: string) {
  const ofDay = items.filter((item) => item.day === day)
  const outcomes = SENT.map((outcome) => {
    const some = ofDay.filter((item) => item.outcome === outcome)
    return { outcome, number: some.reduce((total, { number }) => total + number, 0) }
  }).filter(({ number }) => number > 0)
  return { outcomes, sent: outcomes.reduce((total, { number }) => total + number, 0) }
}
