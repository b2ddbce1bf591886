/** What of a plan can be sent now, and whether it still is what the sequence wants: for whoever sends it by another way than a plan's hash. */
import { type Result, succeed } from '#contract/errors.ts'
import { message } from '#contract/messages/message.ts'
import type { ParsedInput } from '#contract/routes.ts'
import type { SequencePlan } from '#contract/sequences.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import type { Say } from '../messages/render.ts'
import { checkPlanned, type Plan, planSequence, shownPlan } from './plan.ts'
import { planShots, type ShotPlan } from './plan-shots.ts'
import { noSuchSequence } from './sequence-store.ts'
import { readImages, requestWithFrame, type SendDeps } from './send-shots.ts'

export interface SendableShot {
  readonly shotId: string
  readonly profileId: string
  readonly request: GenerateRequest
}

export interface SendablePlan {
  readonly plan: SequencePlan
  /** What goes on from a shot that is not made yet is not among them. */
  readonly sendable: readonly SendableShot[]
}

/** How long a page may take to read the last frame of a video: an open one needs about a second, and without one nobody does. */
const FRAME_MS = 8_000

/** Reads the first frames first, so that what begins with them can be sent. */
export async function sendableShots(
  deps: SendDeps,
  { id, shotIds }: ParsedInput<'sequences.plan'>,
  say: Say,
  signal: AbortSignal,
): Promise<Result<SendablePlan>> {
  const sequence = deps.sequence(id)
  if (!sequence) return noSuchSequence()
  const refusals = await checkPlanned(deps, deps.check, sequence)
  const before = planSequence(deps, sequence, shotIds, refusals)
  await readImages(deps, before, signal)
  await readVideos(deps, before, AbortSignal.any([signal, AbortSignal.timeout(FRAME_MS)]))
  const { planHash, shots } = planSequence(deps, deps.sequence(id) ?? sequence, shotIds, refusals)
  const sendable = shots.flatMap(({ shot, sends, planned }) => {
    const request = sends && planned ? requestWithFrame(planned) : null
    return request && planned ? [{ shotId: shot.id, profileId: planned.profileId, request }] : []
  })
  const said = shots.map((plan) =>
    isUnread(plan) ? { ...plan, reason: message('sequences.plan.readsFrame') } : plan,
  )
  return succeed({ plan: shownPlan({ planHash, shots: said }, say), sendable })
}

async function readVideos(deps: SendDeps, { shots }: Plan, signal: AbortSignal): Promise<void> {
  const frames = shots.filter(isUnread).flatMap(({ planned }) => planned?.frame ?? [])
  // What cannot be read in time is said by the plan.
  await Promise.allSettled(
    frames.flatMap((frame) => (frame.kind === 'asset' ? [deps.lastFrame(frame.asset, signal)] : [])),
  )
}

/** It would be sent, and its first frame is in a file that nobody has read yet. */
function isUnread({ sends, planned }: ShotPlan): boolean {
  return sends && planned?.frame?.kind === 'asset' && planned.frame.inputId === null
}

/**
 * Whether every one of these requests that is for a shot is still what its sequence would send: false once the shot has changed, is made, is
 * on its way, or waits to be sent itself. Reads only.
 */
export function areStillWanted(
  deps: SendDeps,
  profileId: string,
  requests: readonly GenerateRequest[],
): boolean {
  const shots = Map.groupBy(
    requests.flatMap((request) =>
      request.provenance?.shot ? [{ request, ...request.provenance.shot }] : [],
    ),
    ({ sequenceId }) => sequenceId,
  )
  return [...shots].every(([sequenceId, wanted]) => {
    const sequence = deps.sequence(sequenceId)
    const shotIds = wanted.map(({ shotId }) => shotId)
    const plans = new Map(
      (sequence ? planShots(deps, sequence, shotIds) : []).map((plan) => [plan.shot.id, plan]),
    )
    return wanted.every(({ shotId, request }) => {
      const plan = plans.get(shotId)
      return plan?.sends === true && plan.requestHash === deps.requestHash(profileId, request, deps.sha256Of)
    })
  })
}
