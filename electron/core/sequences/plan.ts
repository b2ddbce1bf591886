/** Plans: what would be sent for a sequence, what that costs, and the hash that a press names. */
import { createHash } from 'node:crypto'
import type { Json } from '#contract/json.ts'
import { addTo, amountsOf, roundedUp, type Sums } from '#contract/rules/money.ts'
import { batchIdOf } from '#contract/rules/task-states.ts'
import { messageOf } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import type { PlannedShot, Sequence, SequencePlan } from '#contract/sequences.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { render, type Say } from '../messages/render.ts'
import type { CheckRequest } from '../tasks/check-request.ts'
import type { TaskStore } from '../tasks/task-store.ts'
import { planShots, type PlanDeps, type ShotPlan } from './plan-shots.ts'

/** What a hash is taken of. Another version is another plan. */
const VERSION = 1

export interface Plan {
  readonly planHash: string
  readonly shots: readonly ShotPlan[]
}

interface PlanSequenceDeps extends PlanDeps {
  readonly store: Pick<TaskStore, 'isRemoved'>
}

/** Of one moment; `refusals` as `checkShots` finds them. */
export function planSequence(
  deps: PlanSequenceDeps,
  sequence: Sequence,
  asked: readonly string[] | undefined,
  refusals: ReadonlyMap<string, Message>,
): Plan {
  const shots = planShots(deps, sequence, asked, refusals)
  const sends = shots.flatMap(({ shot, sends: isSent, requestHash, after = null, planned }) =>
    isSent && planned
      ? [{ shotId: shot.id, profileId: planned.profileId, requestHash, after, price: planned.price }]
      : [],
  )
  const hashOf = (again: number): string => {
    const hashed = { version: VERSION, sequenceId: sequence.id, sends, ...(again > 0 && { again }) }
    return sha256(canonicalJson(JSON.parse(JSON.stringify(hashed)) as Json))
  }
  // The press of a plan whose tasks were removed is not this one: repeated, it must not pay again, and this one must not take it for its own.
  let again = 0
  while (deps.store.isRemoved(batchIdOf(pressIdOf(sequence.id, hashOf(again))))) again++
  return { planHash: hashOf(again), shots }
}

/** The press that sends a plan: always the same. */
export function pressIdOf(sequenceId: string, planHash: string): string {
  return uuidOf(`${sequenceId} ${planHash}`)
}

/** Always the same of the same text: RFC 9562, version 8. */
export function uuidOf(text: string): string {
  const hex = sha256(text)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** What is wrong with the requests that would be sent, by shot. The service may be asked for a model. */
export async function checkPlanned(
  deps: PlanDeps,
  check: CheckRequest,
  sequence: Sequence,
): Promise<ReadonlyMap<string, Message>> {
  const refusals = new Map<string, Message>()
  for (const { shot, planned } of planShots(deps, sequence, undefined)) {
    if (!planned) continue
    const checked = await check(planned.profileId, planned.request, 'shots')
    if (!checked.ok) refusals.set(shot.id, messageOf(checked.error))
  }
  return refusals
}

export function shownPlan({ planHash, shots }: Plan, say: Say): SequencePlan {
  const sent = shots.flatMap(({ sends, planned }) => (sends && planned ? [planned.price] : []))
  const sums: Sums = new Map()
  for (const { unit, value } of sent.flatMap(({ amounts }) => amounts)) addTo(sums, unit, roundedUp(value))
  return {
    planHash,
    shots: shots.map((shot) => shownShot(shot, say)),
    requests: sent.length,
    amounts: amountsOf(sums),
    unpriced: sent.reduce((sum, { unpriced }) => sum + unpriced, 0),
    isFree: sent.every(({ isFree }) => isFree),
    reused: shots.filter(({ state }) => state === 'made').length,
  }
}

function shownShot(
  { shot, state, requestHash, assetId, taskId, sends, isWaiting, planned, reason }: ShotPlan,
  say: Say,
): PlannedShot {
  return {
    shotId: shot.id,
    state,
    requestHash,
    sends,
    ...(assetId !== undefined && { assetId }),
    ...(taskId !== undefined && { taskId }),
    ...(isWaiting && { isWaiting }),
    ...(sends && planned && { price: planned.price }),
    ...(reason && { reason: render(reason, say) }),
  }
}
