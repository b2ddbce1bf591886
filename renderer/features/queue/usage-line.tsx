/** How many requests left today and what became of them; a press shows the last days by model. */
import { useEffect } from 'react'
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import type { RequestUsage } from '#contract/queue.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { classNames } from '../../ui/class-names.ts'
import parts from '../../ui/parts.module.css'
import { dayOf } from '../../ui/days.ts'
import { Popover } from '../../ui/popover.tsx'
import { useWords } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './queue-view.module.css'
import { dayUsage, usageTable } from './usage-summary.ts'

/** A new day begins at nothing, and without any event. */
export function UsageLine() {
  const day = dayOf(useNow(30_000))
  return <LineOfDay key={day} day={day} />
}

function LineOfDay({ day }: { readonly day: string }) {
  const { text } = useWords()
  const { usage } = useHost()
  const byProfile = useHostState('usage', (state) => state.byProfile)
  useEffect(() => usage.watch(), [usage])
  if (byProfile === null) return <p className={styles.line} />
  const { sent, outcomes } = dayUsage(allItems(byProfile), day)
  const words = [
    text('usage.today', { count: sent }),
    ...outcomes.map(({ outcome, number }) => text(`usage.count.${outcome}`, { count: number })),
  ].join(' · ')
  return (
    <DialogTrigger>
      <Button className={classNames(styles.line, styles.button)}>{words}</Button>
      <Popover placement="bottom start" offset={4} className={styles.popover}>
        <Dialog aria-label={text('usage.title')} className={classNames(styles.dialog)}>
          <h2>{text('usage.title')}</h2>
          <UsageTable byProfile={byProfile} />
          <a href="#/spending">{text('usage.spending')}</a>
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}

type ByProfile = Readonly<Record<string, RequestUsage>>

function allItems(byProfile: ByProfile) {
  return Object.values(byProfile).flatMap(({ items }) => items)
}

/** By model and outcome, and the caps they count against. */
function UsageTable({ byProfile }: { readonly byProfile: ByProfile }) {
  const { text, number, day: dayWords } = useWords()
  const profiles = useHostState('profiles', (state) => state.items)
  const { days, outcomes } = usageTable(allItems(byProfile))
  const nameOf = (id: string): string => profiles.find((profile) => profile.id === id)?.name ?? id
  const usedProfiles = new Set(days.flatMap(({ rows }) => rows.map(({ profileId }) => profileId)))
  return (
    <>
      {days.length === 0 && <p className={parts.quiet}>{text('usage.none')}</p>}
      {days.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
        <section className={styles.scroller} tabIndex={0} aria-label={text('usage.title')}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{text('facts.model')}</th>
                {outcomes.map((outcome) => (
                  <th key={outcome} scope="col">
                    {text(`usage.outcome.${outcome}`)}
                  </th>
                ))}
              </tr>
            </thead>
            {days.map(({ day, rows }) => (
              <tbody key={day}>
                <tr>
                  <th scope="rowgroup" colSpan={outcomes.length + 1} className={styles.day}>
                    {dayWords(day)}
                  </th>
                </tr>
                {rows.map(({ key, model, profileId, numbers }) => (
                  <tr key={key}>
                    <th scope="row">
                      {model}
                      {usedProfiles.size > 1 && <span className={parts.quiet}> · {nameOf(profileId)}</span>}
                    </th>
                    {outcomes.map((outcome) => (
                      <td key={outcome}>{numbers[outcome] === undefined ? '' : number(numbers[outcome])}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </section>
      )}
      {Object.entries(byProfile).map(
        ([id, { dailyCap, sentToday }]) =>
          dailyCap !== null && (
            <p key={id} className={styles.cap}>
              {text('usage.cap', { name: nameOf(id), sent: sentToday, cap: dailyCap })}
            </p>
          ),
      )}
    </>
  )
}
