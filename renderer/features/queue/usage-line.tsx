/** How many requests left today and what became of them; a press shows the last days by model. */
import { Button, Dialog, DialogTrigger } from 'react-aria-components'
import { useEffect } from 'react'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Popover } from '../../ui/popover.tsx'
import { useWords } from '../../ui/text.ts'
import { useNow } from '../../ui/use-now.ts'
import styles from './usage-line.module.css'
import { allItems, dayUsage, localDay } from './usage-summary.ts'
import { UsageTable } from './usage-table.tsx'

/** A new day begins at nothing, and without any event. */
export function UsageLine() {
  const day = localDay(useNow(30_000))
  return <LineOfDay key={day} day={day} />
}

function LineOfDay({ day }: { readonly day: string }) {
  const { text } = useWords()
  const { usage } = useHost()
  const byProfile = useHostState('usage', (state) => state.byProfile)
  useEffect(() => usage.getState().watch(), [usage])
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
          <UsageTable byProfile={byProfile} />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
