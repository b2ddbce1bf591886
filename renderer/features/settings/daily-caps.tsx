/** Each profile's daily cap of generate requests, and how many were sent today. */
import { useEffect } from 'react'
import type { Settings } from '#contract/settings.ts'
import { useHost, useHostState } from '../../bridge/host.tsx'
import { NumberField, Switch } from '../../ui/field.tsx'
import { Problem } from '../../ui/problem.tsx'
import { useWords } from '../../ui/text.ts'
import styles from './section.module.css'
import { useCall } from './use-call.ts'

type Caps = Settings['queue']['dailyCaps']

/** What a cap starts with when it is switched on, unless more was sent already. */
const FIRST_CAP = 100
const HIGHEST_CAP = 1_000_000

export function DailyCaps({ caps }: { readonly caps: Caps }) {
  const { text } = useWords()
  const { settings, usage } = useHost()
  const profiles = useHostState('profiles', (state) => state.items)
  const byProfile = useHostState('usage', (state) => state.byProfile)
  const { run, error } = useCall()
  useEffect(() => usage.getState().watch(), [usage])

  function setCap(profileId: string, cap: number | null): void {
    const others = Object.entries(caps).filter(([id]) => id !== profileId)
    const entries = cap === null ? others : [...others, [profileId, cap] as const]
    void run(settings.getState().change({ queue: { dailyCaps: Object.fromEntries(entries) } }))
  }

  return (
    <section className={styles.stack} aria-label={text('settings.dailyCap')}>
      <div>
        <h3>{text('settings.dailyCap')}</h3>
        <p className={styles.quiet}>{text('settings.dailyCap.hint')}</p>
      </div>
      <ul className={styles.items}>
        {profiles.map(({ id, name }) => {
          const cap = caps[id]
          const sent = byProfile?.[id]?.sentToday ?? 0
          return (
            <li key={id} className={styles.capItem}>
              <Switch
                label={name}
                isSelected={cap !== undefined}
                onChange={(isOn) => setCap(id, isOn ? Math.max(FIRST_CAP, sent) : null)}
              />
              {cap !== undefined && (
                <NumberField
                  label={text('settings.dailyCap.number')}
                  value={cap}
                  min={1}
                  max={HIGHEST_CAP}
                  step={1}
                  onChange={(next) => next !== null && setCap(id, next)}
                  className={styles.capNumber}
                />
              )}
              <span className={styles.quiet}>{text('usage.today', { count: sent })}</span>
            </li>
          )
        })}
      </ul>
      <Problem words={error?.message} />
    </section>
  )
}
