/** Plans: what would be sent for a sequence, what that costs, and the hash that a press names. */
import { createHash } from 'node:crypto'
import type { Json } from '#contract/json.ts'
import { addTo, amountsOf, roundedUp, type Sums } from '#contract/rules/money.ts'
import { messageOf } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import type { PlannedShot, Sequence, SequencePlan } from '#contract/sequences.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { render, type Say } from '../messages/render.ts'
import type { CheckRequest } from '../tasks/check-request.ts'
import { planShots, type PlanDeps, type ShotPlan } from './plan-shots.ts'

/** What a hash is taken of. Another version is another plan. */
const VERSION = 1

export interface Plan {
  readonly planHash: string
  readonly shots: readonly ShotPlan[]
}

/** Of one moment; `refusals` as `checkShots` finds them. */
export function planSequence(
  deps: PlanDeps,
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
  const text = canonicalJson(
    JSON.parse(JSON.stringify({ version: VERSION, sequenceId: sequence.id, sends })) as Json,
  )
  return { planHash: createHash('sha256').update(text).digest('hex'), shots }
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
