/**
 * What each shot of a sequence is: made, open, changed since it was made, new, or waiting for another.
 *
 * Reads only, and everything of one moment. A shot whose first frame is not made yet is told apart by the request of that frame, so that a
 * change travels along the chain.
 */
import type { QuotedPrice } from '#contract/agents.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { isShotType } from '#contract/rules/shot-states.ts'
import type { Sequence, SequenceShot, ShotState } from '#contract/sequences.ts'
import type { Estimate, EstimateRequest } from '#contract/spending.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import { countedRequest, priceOf } from '../spending/quoted-price.ts'
import { askedRequest, type AskedRequest, type AskedRequestDeps } from './asked-request.ts'
import type { LastTask } from './last-tasks.ts'
import type { WaitingShot, WaitingShots } from './waiting-shots.ts'

export interface PlanDeps extends AskedRequestDeps {
  readonly find: (assetId: string) => AssetRecord | null
  readonly waiting: Pick<WaitingShots, 'of'>
  /** The shots of a sequence that have a task which is open. */
  readonly underWay: (sequenceId: string) => ReadonlySet<string>
  /** The input that an asset's last frame is, where it is made. */
  readonly knownLastFrame: (sha256: string) => string | null
  readonly estimate: (profileId: string, requests: readonly EstimateRequest[]) => Estimate
}

/** Where a first frame comes from. */
export type Frame =
  | { readonly kind: 'asset'; readonly asset: AssetRecord; readonly inputId: string | null }
  | { readonly kind: 'shot'; readonly shotId: string }

export interface PlannedRequest extends AskedRequest {
  readonly frame: Frame | null
  readonly price: QuotedPrice
}

export interface ShotPlan {
  readonly shot: SequenceShot
  readonly state: ShotState
  readonly requestHash: string | null
  readonly assetId?: string
  readonly taskId?: string
  readonly sends: boolean
  readonly reason?: Message
  /** What is or was to be sent; absent where it cannot be. */
  readonly planned?: PlannedRequest
  /** The task that was sent last for it. */
  readonly after?: string
  /** It was accepted, and waits for its first frame. */
  readonly isWaiting?: boolean
}

/** What is looked up once for all shots. */
interface Look {
  readonly deps: PlanDeps
  readonly sequence: Sequence
  readonly asked: ReadonlySet<string> | null
  readonly shots: ReadonlyMap<string, SequenceShot>
  /** The still of a shot. */
  readonly stills: ReadonlyMap<string, string>
  readonly waiting: ReadonlyMap<string, WaitingShot['body']>
  readonly underWay: ReadonlySet<string>
  readonly refusals: ReadonlyMap<string, Message>
  readonly planned: Map<string, ShotPlan>
}

/** In the order of the sequence. `asked`: the others are looked at and not sent. `refusals`: what is wrong with a request, by shot. */
export function planShots(
  deps: PlanDeps,
  sequence: Sequence,
  asked: readonly string[] | undefined,
  refusals: ReadonlyMap<string, Message> = new Map(),
): readonly ShotPlan[] {
  const look: Look = {
    deps,
    sequence,
    asked: asked ? new Set(asked) : null,
    shots: new Map(sequence.shots.map((shot) => [shot.id, shot])),
    stills: new Map(
      sequence.shots.flatMap(({ id, stillOf }) => (stillOf === undefined ? [] : [[stillOf, id]])),
    ),
    waiting: new Map(deps.waiting.of(sequence.id).map(({ shotId, body }) => [shotId, body])),
    underWay: deps.underWay(sequence.id),
    refusals,
    planned: new Map(),
  }
  return onceEach(
    look,
    sequence.shots.map((shot) => planOf(look, shot)),
  )
}

/** Of shots with the same request one is sent, that which waits already or the first; the others are made by it. Another take is another request. */
function onceEach(look: Look, plans: readonly ShotPlan[]): readonly ShotPlan[] {
  const first = new Map<string | null, SequenceShot>()
  for (const { isWaiting, requestHash, shot } of plans) if (isWaiting) first.set(requestHash, shot)
  return plans.map((plan) => {
    if (!plan.sends) return plan
    const same = first.get(plan.requestHash)
    if (!same) {
      first.set(plan.requestHash, plan.shot)
      return plan
    }
    const reason = message('sequences.plan.sameAs', { title: titleOf(look, same) })
    return { ...plan, sends: false, reason, state: plan.state === 'stale' ? 'stale' : 'waiting' }
  })
}

function planOf(look: Look, shot: SequenceShot): ShotPlan {
  const known = look.planned.get(shot.id)
  if (known) return known
  const plan = planShot(look, shot)
  look.planned.set(shot.id, plan)
  return plan
}

function planShot(look: Look, shot: SequenceShot): ShotPlan {
  const { deps, sequence, refusals } = look
  const own = ownClip(deps, shot)
  if (own) return { shot, state: 'made', requestHash: null, assetId: own, sends: false, reason: OWN_CLIP }
  const before = beforeOf(look, shot)
  const frame = frameOf(look, shot, before)
  if (frame && 'refused' in frame) return unsendable(shot, frame.refused)
  const accepted = look.waiting.get(shot.id)
  const hasBegun = shot.takes.length > 0 || accepted !== undefined || look.underWay.has(shot.id)
  const asked = askedRequest(deps, sequence.id, shot, {
    frame: frame && standInOf(look, frame),
    acceptedHash: accepted?.ended ? undefined : accepted?.ownHash,
    hasBegun,
  })
  if ('refused' in asked) return unsendable(shot, asked.refused)
  const refused = refusals.get(shot.id)
  if (refused) return unsendable(shot, refused)
  const price = priceOf(deps.estimate(asked.profileId, [countedRequest(asked.request, 1)]))
  return stateOf(look, shot, { ...asked, frame, price })
}

const OWN_CLIP = message('sequences.plan.ownClip')

/** What the user chose and no known request made, or none that a shot makes, stays as it is, until they ask for a new take. */
function ownClip({ find }: PlanDeps, { take, shown, newTake = 0 }: SequenceShot): string | null {
  if (take === undefined || take !== shown || newTake > 0) return null
  const { requestHash, mediaType } = find(take) ?? {}
  return requestHash === undefined || !isShotType(mediaType) ? take : null
}

function unsendable(shot: SequenceShot, reason: Message): ShotPlan {
  return { shot, state: shot.takes.length > 0 ? 'stale' : 'new', requestHash: null, sends: false, reason }
}

/** The shot that gives it its first frame: its still, else the one it goes on from. */
function beforeOf({ shots, stills }: Look, { id, from }: SequenceShot): SequenceShot | null {
  const shotId = stills.get(id) ?? (from && 'shotId' in from ? from.shotId : undefined)
  return shots.get(shotId ?? '') ?? null
}

function frameOf(
  look: Look,
  shot: SequenceShot,
  before: SequenceShot | null,
): Frame | { readonly refused: Message } | null {
  if (before) {
    const plan = planOf(look, before)
    const assetId = frameAsset(before, plan)
    if (assetId !== null) return assetFrame(look.deps, assetId)
    if (plan.requestHash === null) {
      return { refused: saidOfBefore(look, shot, before, 'beforeRefused') }
    }
    return { kind: 'shot', shotId: before.id }
  }
  const { from } = shot
  return from && 'assetId' in from ? assetFrame(look.deps, from.assetId) : null
}

/** What is shown of the shot before, as far as that is settled: what was chosen, what its request made, or what can't be made anew. */
function frameAsset({ take, shown }: SequenceShot, { state, assetId, requestHash }: ShotPlan): string | null {
  if (take !== undefined && take === shown) return take
  if (state === 'made') return assetId ?? null
  return requestHash === null ? (shown ?? null) : null
}

function assetFrame(
  { find, knownLastFrame }: PlanDeps,
  assetId: string,
): Frame | { readonly refused: Message } {
  const asset = find(assetId)
  if (!asset || asset.trashedAt !== undefined) return { refused: message('sequences.plan.frameGone') }
  if (asset.kind !== 'image' && asset.kind !== 'video')
    return { refused: message('sequences.plan.frameWrong') }
  return { kind: 'asset', asset, inputId: knownLastFrame(asset.sha256) }
}

/** What the first frame is known by before it is an input. An image is its own last frame. */
function standInOf({ deps, planned }: Look, frame: Frame): string {
  if (frame.kind === 'shot') return `frame of ${planned.get(frame.shotId)?.requestHash ?? ''}`
  const { asset, inputId } = frame
  if (asset.kind === 'image') return asset.sha256
  return (inputId === null ? null : deps.sha256Of(inputId)) ?? `last frame of ${asset.sha256}`
}

function stateOf(look: Look, shot: SequenceShot, planned: PlannedRequest): ShotPlan {
  const { deps, asked, waiting } = look
  const { frame, requestHash } = planned
  const task = deps.lastTask(requestHash)
  const common = { shot, requestHash, planned, ...(task && { after: task.id }) }
  // Of a task that is still saving, not every result is there.
  if (task?.isOpen && task.state === 'saving') {
    return { ...common, state: 'open', taskId: task.id, sends: false }
  }
  const made = frame?.kind === 'shot' ? null : deps.madeBy(requestHash)
  if (made) {
    const isTake = shot.takes.some(({ assetId }) => assetId === made.id)
    const reason = isTake ? {} : { reason: message('sequences.plan.reused') }
    return { ...common, state: 'made', assetId: made.id, sends: false, ...reason }
  }
  if (task?.isOpen) {
    const reason = task.state === 'unknown' ? { reason: message('sequences.plan.unknown') } : {}
    return { ...common, state: 'open', taskId: task.id, sends: false, ...reason }
  }
  const accepted = waiting.get(shot.id)
  const isWaiting = accepted !== undefined && !accepted.ended
  const before = frame?.kind === 'shot' ? look.planned.get(frame.shotId) : undefined
  const state = shot.takes.length > 0 ? 'stale' : frame?.kind === 'shot' || isWaiting ? 'waiting' : 'new'
  if (isWaiting) {
    const reason = waitingReason(look, shot, frame)
    return { ...common, state, sends: false, isWaiting: true, reason }
  }
  const isAsked = !asked || asked.has(shot.id)
  const canFollow = !before || before.sends || before.state === 'open' || before.isWaiting === true
  const reason = accepted?.ended ?? reasonOf(look, shot, before, task)
  return {
    ...common,
    state,
    sends: isAsked && canFollow,
    ...(isAsked && !canFollow && before
      ? { reason: saidOfBefore(look, shot, before.shot, 'makeFirst') }
      : reason && { reason }),
  }
}

function waitingReason(look: Look, shot: SequenceShot, frame: Frame | null): Message {
  const before = frame?.kind === 'shot' ? look.shots.get(frame.shotId) : undefined
  return before ? saidOfBefore(look, shot, before, 'waits') : message('sequences.plan.readsFrame')
}

function reasonOf(
  look: Look,
  shot: SequenceShot,
  before: ShotPlan | undefined,
  task: LastTask | null,
): Message | undefined {
  // What a saved one made is in the trash.
  if (task && task.state !== 'saved') return message('sequences.plan.lastFailed')
  if (before) return saidOfBefore(look, shot, before.shot, shot.takes.length > 0 ? 'beforeChanged' : 'waits')
  return shot.takes.length > 0 ? message('sequences.plan.changed') : undefined
}

/** Of the shot that gives it its first frame. Its still has no place of its own in the strip, and needs no name. */
function saidOfBefore(
  look: Look,
  shot: SequenceShot,
  before: SequenceShot,
  what: 'waits' | 'makeFirst' | 'beforeChanged' | 'beforeRefused',
): Message {
  return before.stillOf === shot.id
    ? message(`sequences.plan.still.${what}`)
    : message(`sequences.plan.${what}`, { title: titleOf(look, before) })
}

/** Without a title, the number that the strip gives it; a still belongs to its shot. */
function titleOf({ sequence }: Look, { id, title, stillOf = id }: SequenceShot): string {
  const parts = sequence.shots.filter((shot) => shot.stillOf === undefined)
  return title ? title : String(parts.findIndex((shot) => shot.id === stillOf) + 1)
}
