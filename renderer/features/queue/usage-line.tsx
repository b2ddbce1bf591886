/** How many requests left today, what became of them, and the caps they count against. Leads to what was spent. */
import type { RequestCount, RequestOutcome } from '#contract/queue.ts'
import { useUsages } from '../../bridge/use-usages.ts'
import { dayOf } from '../../ui/days.ts'
import { useFormatter } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-view.module.css'
import { classNames } from '#renderer/ui/class-names.ts'
import u from '#renderer/ui/utilities.module.css'

export function UsageLine() {
  const { text, list } = useFormatter()
  const day = dayOf(useNow(30_000))
  const usages = useUsages(day)
  if (usages === null) return <p className={classNames(u.corner, u.quiet, u.digits, styles.usage)} />
  const { sent, open, refused } = dayUsage(
    usages.flatMap(({ items }) => items),
    day,
  )
  const caps = usages.flatMap(({ name, dailyCap: cap, sentToday }) =>
    cap === null ? [] : [text('usage.cap', { name, sent: sentToday, cap })],
  )
  const toText = ({ outcome, number }: (typeof open | typeof refused)[number]) =>
    text(`usage.count.${outcome}`, { count: number })
  return (
    <a className={classNames(u.corner, u.quiet, u.digits, styles.usage)} href="#/spending">
      {[
        text('usage.today', { count: sent }),
        ...open.map(toText),
        ...(refused.length === 0 ? [] : [text('usage.notCounted', { what: list(refused.map(toText)) })]),
        ...caps,
      ].join(' · ')}
    </a>
  )
}

/** May cost something beside what was accepted, as Spending counts it. */
const OPEN = ['unknown', 'sending'] as const
const REFUSED = ['rejected', 'unauthorized', 'rate_limited'] as const

/** Requests of one day that may cost something, how many of these are not accepted yet, and those that were refused. */
export function dayUsage(items: readonly RequestCount[], day: string) {
  const ofDay = items.filter((item) => item.day === day)
  const count = (asked: RequestOutcome) =>
    ofDay.reduce((total, { outcome, number }) => total + (outcome === asked ? number : 0), 0)
  const known = <Outcome extends RequestOutcome>(outcomes: readonly Outcome[]) =>
    outcomes.map((outcome) => ({ outcome, number: count(outcome) })).filter(({ number }) => number > 0)
  const open = known(OPEN)
  return {
    sent: open.reduce((total, { number }) => total + number, count('accepted')),
    open,
    refused: known(REFUSED),
  }
}
