/** What sending would mean, shot by shot, before anything is sent. It is sent as it is shown, or not at all. */
import { useEffect, useState } from 'react'
import type { PlannedShot, SequencePlan } from '#contract/sequences.ts'
import type { RenderedFailure } from '#contract/errors.ts'
import { useHost } from '../../bridge/host.tsx'
import { oneAtATime } from '../../bridge/use-call.ts'
import { Thumb } from '../../bridge/thumb.tsx'
import { priceWords } from '../../ui/amount-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Status } from '../../ui/status.tsx'
import { useWords } from '../../ui/text.ts'
import { stillOf, type SequenceValue } from './edits.ts'
import { type OpenSequence, OpenSequenceProvider, useOpenSequence, useSession } from './sequence-context.ts'
import styles from './plan.module.css'
import { STATE_ICONS, useShotName } from './strip.tsx'

type Scope = 'all' | 'stills'

interface PlanDialogProps {
  readonly open: OpenSequence
  /** These shots alone; all where it is absent. */
  readonly shotIds?: readonly string[] | undefined
  /** `isSent` is false where nothing was. */
  onClose(isSent: boolean): void
}

export function PlanDialog({ open, ...props }: PlanDialogProps) {
  return (
    <OpenSequenceProvider value={open}>
      <Sheet {...props} />
    </OpenSequenceProvider>
  )
}

function Sheet({ shotIds, onClose }: Omit<PlanDialogProps, 'open'>) {
  const { text } = useWords()
  const value = useSession((state) => state.value)
  const [scope, setScope] = useState<Scope>('all')
  const stills = value.shots.filter((shot) => shot.stillOf !== undefined).map(({ id }) => id)
  const asked = shotIds ?? (scope === 'stills' ? stills : undefined)
  const { plan, error, isChanged, isSending, send } = usePlan(asked, () => onClose(true))
  const sends = plan?.shots.filter((shot) => shot.sends) ?? []
  return (
    <Dialog title={text('sequence.plan')} isOpen onClose={() => onClose(false)} isWide>
      <div className={styles.sheet}>
        {shotIds === undefined && stills.length > 0 && (
          <Segmented<Scope>
            label={text('sequence.plan.scope')}
            value={scope}
            onChange={(next) => setScope(next)}
            options={[
              { value: 'all', label: text('sequence.plan.all') },
              { value: 'stills', label: text('sequence.plan.stills') },
            ]}
          />
        )}
        <Status>{isChanged && <p className={parts.warning}>{text('sequence.plan.changed')}</p>}</Status>
        {plan !== null && <PlanTable plan={plan} value={value} />}
        <Problem words={error?.message} />
        {plan !== null && <Total plan={plan} />}
      </div>
      <DialogActions>
        <Button onPress={() => onClose(false)}>{text('action.cancel')}</Button>
        <Button
          kind="main"
          isDisabled={plan === null || sends.length === 0}
          isPending={isSending}
          onPress={() => void send()}
        >
          {text('sequence.generate', { count: sends.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

/** What is shown is what is sent: a plan that is out of date is refused by the host, and shown anew. */
function usePlan(shotIds: readonly string[] | undefined, onSent: () => void) {
  const { bridge } = useHost()
  const { session } = useOpenSequence()
  const [plan, setPlan] = useState<SequencePlan | null>(null)
  const [error, setError] = useState<RenderedFailure | null>(null)
  const [isChanged, setChanged] = useState(false)
  const [isSending, setSending] = useState(false)
  const question = JSON.stringify({ id: session.id, ...(shotIds === undefined ? {} : { shotIds }) })
  useEffect(() => {
    let isLeft = false
    const ask = oneAtATime(async () => {
      if (!(await session.flush()) && !isLeft) return setError(session.store.getState().problem)
      const response = await bridge.call('sequences.plan', JSON.parse(question))
      if (isLeft) return
      setChanged(false)
      setPlan(response.ok ? response.data : null)
      setError(response.ok ? null : response.error)
    })
    void ask()
    return () => {
      isLeft = true
    }
  }, [bridge, session, question])
  return {
    plan,
    error,
    isChanged,
    isSending,
    async send(): Promise<void> {
      if (plan === null) return
      setSending(true)
      const response = await bridge.call('sequences.generate', {
        ...JSON.parse(question),
        planHash: plan.planHash,
      })
      if (response.ok) return onSent()
      setSending(false)
      if (response.error.code !== 'conflict') return setError(response.error)
      const anew = await bridge.call('sequences.plan', JSON.parse(question))
      setChanged(anew.ok)
      setPlan(anew.ok ? anew.data : null)
      setError(anew.ok ? null : anew.error)
    },
  }
}

function PlanTable({ plan, value }: { readonly plan: SequencePlan; readonly value: SequenceValue }) {
  const { text } = useWords()
  return (
    <table className={styles.table} aria-label={text('sequence.plan')}>
      <thead className={parts.hidden}>
        <tr>
          <th scope="col" colSpan={2}>
            {text('sequence.plan.shot')}
          </th>
          <th scope="col">{text('sequence.plan.state')}</th>
          <th scope="col">{text('sequence.plan.price')}</th>
        </tr>
      </thead>
      <tbody>
        {plan.shots.map((planned) => (
          <PlanRow key={planned.shotId} planned={planned} value={value} />
        ))}
      </tbody>
    </table>
  )
}

function PlanRow({ planned, value }: { readonly planned: PlannedShot; readonly value: SequenceValue }) {
  const words = useWords()
  const { text } = words
  const { clips } = useOpenSequence()
  const nameOf = useShotName()
  const shot = value.shots.find(({ id }) => id === planned.shotId)
  if (shot === undefined) return null
  const owner = shot.stillOf === undefined ? shot : value.shots.find(({ id }) => id === shot.stillOf)
  const number = clips.parts.findIndex(({ id }) => id === owner?.id) + 1
  const picture = shot.stillOf === undefined ? clips.pictureOf(shot) : clips.clipOf(shot)
  const { state, sends, price, reason } = planned
  const Icon = STATE_ICONS[state]
  return (
    <tr>
      <td>
        <span className={styles.picture}>
          {picture !== undefined && (
            <Thumb id={picture.assetId} kind={picture.kind} name="" className={styles.image} />
          )}
        </span>
      </td>
      <th scope="row">
        {text(shot.stillOf === undefined ? 'sequence.shot' : 'sequence.plan.stillOf', { number })}
        <span className={classNames(parts.quiet, parts.lines, styles.name)}>{nameOf(shot)}</span>
      </th>
      <td>
        <span className={styles.state}>
          <Icon size={14} aria-hidden />
          {text(`sequence.state.${state}`)}
        </span>
        <span className={classNames(parts.quiet, styles.reason)}>
          {reason?.text ?? (state === 'made' ? text('sequence.plan.reused') : '')}
        </span>
      </td>
      <td className={styles.price}>{sends && price !== undefined ? priceWords(price, words) : '–'}</td>
    </tr>
  )
}

function Total({ plan }: { readonly plan: SequencePlan }) {
  const words = useWords()
  const { requests, reused } = plan
  if (requests === 0) return <DialogText>{words.text('sequence.plan.nothing')}</DialogText>
  return (
    <DialogText>
      {words.text('sequence.plan.total', { requests, reused, price: priceWords(plan, words) })}
    </DialogText>
  )
}

/** Whether a shot belongs to what is planned alone. */
export function withStill(value: SequenceValue, id: string): readonly string[] {
  const still = stillOf(value, id)
  return still === undefined ? [id] : [still.id, id]
}
