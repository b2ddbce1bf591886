/** The requests of the last days by model and outcome, and the caps they count against. */
import type { RequestUsage } from '#contract/queue.ts'
import { useHostState } from '../../bridge/host.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './usage-line.module.css'
import { allItems, usageTable } from './usage-summary.ts'

export function UsageTable({ byProfile }: { readonly byProfile: Readonly<Record<string, RequestUsage>> }) {
  const { text, number, day: dayWords } = useWords()
  const profiles = useHostState('profiles', (state) => state.items)
  const { days, outcomes } = usageTable(allItems(byProfile))
  const nameOf = (id: string): string => profiles.find((profile) => profile.id === id)?.name ?? id
  const usedProfiles = new Set(days.flatMap(({ rows }) => rows.map(({ profileId }) => profileId)))
  return (
    <>
      <p className={styles.title}>{text('usage.title')}</p>
      {days.length === 0 && <p className={styles.quiet}>{text('usage.none')}</p>}
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
                      {usedProfiles.size > 1 && <span className={styles.quiet}> · {nameOf(profileId)}</span>}
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
