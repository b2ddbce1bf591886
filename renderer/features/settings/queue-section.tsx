/** Concurrent requests, the size from which a batch is confirmed, and each profile's daily cap. */
import { useRef, useState } from 'react'
import { useHostState } from '../../bridge/host.tsx'
import { useUsages } from '../../bridge/use-usages.ts'
import { AmountFields, amountOf, draftOf, type AmountDraft } from '../../ui/amount-fields.tsx'
import { NumberField, Switch } from '../../ui/field.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { useFormatter } from '../../ui/text.ts'
import styles from './settings.module.css'
import { useSettings } from './use-settings.ts'

const NUMBERS = [
  ['concurrency', 100],
  ['confirmAbove', 1_000],
] as const

export function QueueSection() {
  return (
    <div className={parts.sections}>
      {NUMBERS.map(([name, max]) => (
        <QueueNumber key={name} name={name} max={max} />
      ))}
      <DailyCaps />
    </div>
  )
}

function QueueNumber({ name, max }: { readonly name: 'concurrency' | 'confirmAbove'; readonly max: number }) {
  const { text } = useFormatter()
  const { values, change, error } = useSettings('queue')
  return (
    <NumberField
      label={text(`settings.${name}`)}
      hint={text(`settings.${name}.hint`)}
      value={values?.[name] ?? null}
      min={1}
      max={max}
      step={1}
      isDisabled={values === null}
      error={error?.message}
      onChange={(next) => next !== null && change({ [name]: next })}
      className={styles.narrow}
    />
  )
}

/** What a cap starts with when it is switched on, unless more was sent already. */
const FIRST_CAP = 100
const HIGHEST_CAP = 1_000_000

/** Each profile's daily cap of generate requests, and how many were sent today. */
function DailyCaps() {
  const { text } = useFormatter()
  const profiles = useHostState('profiles', (state) => state.items)
  const usages = useUsages()
  const { values, change, error } = useSettings('queue')
  if (values === null) return null
  const { dailyCaps } = values
  function setCap(profileId: string, cap: number | null): void {
    change({ dailyCaps: { [profileId]: cap } })
  }
  return (
    <section className={parts.sections} aria-label={text('settings.dailyCap')}>
      <div>
        <h3>{text('settings.dailyCap')}</h3>
        <p className={parts.quiet}>{text('settings.dailyCap.hint')}</p>
      </div>
      <ul className={styles.items}>
        {profiles.map(({ id, name }) => {
          const cap = dailyCaps[id]
          const sent = usages?.find((usage) => usage.id === id)?.sentToday ?? 0
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
              <span className={parts.quiet}>{text('usage.today', { count: sent })}</span>
              <div className={styles.capAmount}>
                <AmountCap profileId={id} />
              </div>
            </li>
          )
        })}
      </ul>
      <Problem message={error?.message} />
    </section>
  )
}

/**
 * Money or credits a day: none where no number stands. Saved when both fields are left, or with Enter: a number in the unit before,
 * or half a unit, would be a cap of its own, and holds or lets go what waits.
 */
function AmountCap({ profileId }: { readonly profileId: string }) {
  const { text } = useFormatter()
  const { values, change, error } = useSettings('queue')
  const [draft, setDraft] = useState(draftOf(values?.dailyAmountCaps[profileId]))
  // A number that was typed is told as its field is left, in the same moment.
  const typed = useRef<AmountDraft>(null)
  const isUnitless = draft.value !== null && draft.unit.trim() === ''
  function edit(next: AmountDraft): void {
    typed.current = next
    setDraft(next)
  }
  function save(): void {
    const next = typed.current
    if (next === null) return
    typed.current = null
    const amount = amountOf(next)
    if (amount !== undefined) change({ dailyAmountCaps: { [profileId]: amount } })
    else if (next.value === null) change({ dailyAmountCaps: { [profileId]: null } })
  }
  return (
    <div
      role="presentation"
      onBlur={({ currentTarget, relatedTarget }) => !currentTarget.contains(relatedTarget) && save()}
      onKeyUp={({ key }) => key === 'Enter' && save()}
    >
      <AmountFields
        label={text('settings.dailyCap.amount')}
        hint={text('settings.dailyCap.amount.hint')}
        draft={draft}
        unitError={isUnitless ? text('agents.unit.missing') : null}
        onChange={edit}
      />
      <Problem message={error?.message} />
    </div>
  )
}
