/** What sending would mean, shot by shot, before anything is sent. It is sent as it is shown, or not at all. */
import { useState } from 'react'
import type { PlannedShot, SequencePlan } from '#contract/sequences.ts'
import { useHost } from '../../bridge/host.tsx'
import { useQuery, useCall } from '../../bridge/use-call.ts'
import { priceText } from '../../ui/amount-fields.tsx'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Dialog, DialogActions, DialogText } from '../../ui/dialog.tsx'
import parts from '../../ui/parts.module.css'
import { Problem } from '../../ui/problem.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Status } from '../../ui/status.tsx'
import { useFormatter } from '../../ui/text.ts'
import { stillOf, type SequenceValue } from './edits.ts'
import { type OpenSequence, OpenSequenceProvider, useOpenSequence, useSession } from './sequence-context.ts'
import { Picture } from './picture.tsx'
import styles from './plan.module.css'
import u from '#renderer/ui/utilities.module.css'
import { STATE_ICONS, useShotName } from './strip.tsx'
import { countReused } from './use-clips.ts'

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
  const { text } = useFormatter()
  const { bridge } = useHost()
  const { session } = useOpenSequence()
  const value = useSession((state) => state.value)
  const [scope, setScope] = useState<Scope>('all')
  const stills = value.shots.filter((shot) => shot.stillOf !== undefined).map(({ id }) => id)
  const asked = shotIds ?? (scope === 'stills' ? stills : undefined)
  const input = { id: session.id, ...(asked === undefined ? {} : { shotIds: [...asked] }) }
  const { data: plan, error, reload } = useQuery('sequences.plan', input)
  const sending = useCall()
  const isChanged = sending.error?.code === 'conflict'
  const problem = isChanged ? error : (sending.error ?? error)
  const sends = plan?.shots.filter((shot) => shot.sends) ?? []
  const reused = useSession((state) => (plan === null ? 0 : countReused(plan, state)))
  /** What is shown is what is sent: a plan that is out of date is refused by the host, and shown anew. */
  async function send(planHash: string): Promise<void> {
    const sent = await sending.run(bridge.call('sequences.generate', { ...input, planHash }))
    if (sent === null) reload()
    else onClose(true)
  }
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
        <Problem message={problem?.message} />
        {plan !== null && <Total plan={plan} />}
      </div>
      <DialogActions>
        <Button onPress={() => onClose(false)}>{text('action.cancel')}</Button>
        <Button
          kind="main"
          isDisabled={plan === null || sends.length + reused === 0}
          isPending={sending.busy}
          onPress={() => plan !== null && void send(plan.planHash)}
        >
          {sends.length === 0 && reused > 0
            ? text('sequence.reuse', { count: reused })
            : text('sequence.generate', { count: sends.length })}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function PlanTable({ plan, value }: { readonly plan: SequencePlan; readonly value: SequenceValue }) {
  const { text } = useFormatter()
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
  const formatter = useFormatter()
  const { text } = formatter
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
        <Picture clip={picture} className={styles.picture} />
      </td>
      <th scope="row">
        {text(shot.stillOf === undefined ? 'sequence.shot' : 'sequence.plan.stillOf', { number })}
        <span className={classNames(parts.quiet, parts.lines, styles.name)}>{nameOf(shot)}</span>
      </th>
      <td>
        <span className={classNames(u.row, u.gap6)}>
          <Icon size={14} aria-hidden />
          {text(`sequence.state.${state}`)}
        </span>
        <span className={classNames(parts.quiet, styles.reason)}>
          {reason?.text ?? (state === 'made' ? text('sequence.plan.reused') : '')}
        </span>
      </td>
      <td className={styles.price}>{sends && price !== undefined ? priceText(price, formatter) : '–'}</td>
    </tr>
  )
}

function Total({ plan }: { readonly plan: SequencePlan }) {
  const formatter = useFormatter()
  const { requests, reused } = plan
  if (requests === 0) return <DialogText>{formatter.text('sequence.plan.nothing')}</DialogText>
  return (
    <DialogText>
      {formatter.text('sequence.plan.total', { requests, reused, price: priceText(plan, formatter) })}
    </DialogText>
  )
}

/** Whether a shot belongs to what is planned alone. */
export function withStill(value: SequenceValue, id: string): readonly string[] {
  const still = stillOf(value, id)
  return still === undefined ? [id] : [still.id, id]
}
