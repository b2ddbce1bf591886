/**
 * Sends what a plan says, once.
 *
 * Whether the plan still stands, its tasks, and the shots that wait for another are one commit. A waiting shot becomes a task in one commit
 * too, when its first frame is there and it is still what was accepted. Its task's id follows from the row, so that an end between the note
 * about a task (accepted.jsonl) and the commit makes no second one.
 */
import { fail, messageOf, type Result, succeed } from '#contract/errors.ts'
import { message, type Message } from '#contract/messages/message.ts'
import { press } from '#contract/press.ts'
import { batchIdOf } from '#contract/rules/task-states.ts'
import type { RouteOutput } from '#contract/routes.ts'
import type { Sequence } from '#contract/sequences.ts'
import type { GenerateRequest, Task } from '#contract/tasks.ts'
import type { Context } from '../context/context.ts'
import type { AssetRecord } from '../library/assets/asset-row.ts'
import { hasRisen } from '../spending/quoted-price.ts'
import type { CheckRequest } from '../tasks/check-request.ts'
import type { Engine } from '../tasks/engine.ts'
import type { NewTask, TaskStore } from '../tasks/task-store.ts'
import { checkPlanned, planSequence, pressIdOf, type Plan, uuidOf } from './plan.ts'
import { planShots, type PlanDeps, type PlannedRequest, type ShotPlan } from './plan-shots.ts'
import { noSuchSequence } from './sequence-store.ts'
import { FIRST_FRAME } from './shot-request.ts'
import type { WaitingShot, WaitingShots } from './waiting-shots.ts'

export interface SendDeps extends PlanDeps, Pick<Context, 'db' | 'clock' | 'log'> {
  readonly check: CheckRequest
  readonly store: Pick<TaskStore, 'insertDecided' | 'batch' | 'shown' | 'find' | 'isRemoved'>
  readonly engine: Pick<Engine, 'enqueue'>
  readonly waiting: WaitingShots
  readonly sequence: (id: string) => Sequence | null
  /** Makes an asset a take of a shot, the newest. Part of the caller's transaction. */
  readonly adopt: (sequenceId: string, shotId: string, assetId: string) => void
  readonly lastFrame: (asset: AssetRecord, signal: AbortSignal) => Promise<Result<string>>
  readonly announce: (sequenceId: string) => void
}

export interface Press {
  readonly id: string
  readonly planHash: string
  readonly shotIds?: readonly string[] | undefined
}

type Sent = RouteOutput<'sequences.generate'>

const FREE = { charged: 'no' } as const

/** `conflict` where anything changed since the plan. Repeated, it returns the same tasks. */
export async function generate(
  deps: SendDeps,
  { id, planHash, shotIds }: Press,
  signal: AbortSignal,
): Promise<Result<Sent>> {
  const { store, engine, waiting } = deps
  const pressId = pressIdOf(id, planHash)
  const batchId = batchIdOf(pressId)
  const before = (): Sent | null => {
    const tasks = store.batch(batchId)
    const isThere = tasks.length > 0 || waiting.hasBatch(batchId)
    return isThere ? { batchId, tasks: tasks.map(store.shown) } : null
  }
  const sequence = deps.sequence(id)
  if (!sequence) return noSuchSequence()
  const repeated = before()
  if (repeated) return succeed(repeated)
  const refusals = await checkPlanned(deps, deps.check, sequence)
  await readImages(deps, planSequence(deps, sequence, shotIds, refusals), signal)
  let result: Result<Sent> | null = null
  const inserted = store.insertDecided(() => {
    const now = deps.sequence(id)
    const meanwhile = before()
    if (meanwhile) result = succeed(meanwhile)
    else if (!now) result = noSuchSequence()
    if (result || !now) return []
    const plan = planSequence(deps, now, shotIds, refusals)
    if (plan.planHash !== planHash) {
      result = fail('conflict', 'sequences.plan.outOfDate', FREE)
      return []
    }
    return accept(deps, now, plan, pressId)
  })
  engine.enqueue(inserted)
  if (!result) deps.announce(id)
  return result ?? succeed({ batchId, tasks: inserted.map(store.shown) })
}

/** Images become inputs at once, so that what they begin is sent at once. What fails is said when it is to be sent. */
export async function readImages(deps: SendDeps, { shots }: Plan, signal: AbortSignal): Promise<void> {
  for (const { sends, planned } of shots) {
    const frame = sends ? planned?.frame : null
    if (frame?.kind === 'asset' && frame.asset.kind === 'image') await deps.lastFrame(frame.asset, signal)
  }
}

/** Notes what waits, and returns the tasks of the others, stills first. Part of the transaction. */
function accept(
  deps: SendDeps,
  { id: sequenceId, name }: Sequence,
  { shots }: Plan,
  pressId: string,
): readonly NewTask[] {
  const { waiting, clock, adopt } = deps
  const batchId = batchIdOf(pressId)
  const tasks: (NewTask & { readonly isStill: boolean })[] = []
  for (const plan of shots) {
    const { shot, planned } = plan
    if (isReused(plan)) adopt(sequenceId, shot.id, plan.assetId)
    if (!plan.sends || !planned) continue
    const request = requestWithFrame(planned)
    if (request) {
      waiting.remove({ sequenceId, shotId: shot.id })
      const common = { press: press.parse(pressId), batchId, batchName: name, profileId: planned.profileId }
      tasks.push({ ...common, request, isStill: shot.stillOf !== undefined })
    } else {
      const body = { ownHash: planned.ownHash, price: planned.price }
      waiting.write({ sequenceId, shotId: shot.id, batchId, body, createdAt: clock.now() })
    }
  }
  return tasks
    .toSorted((one, other) => Number(other.isStill) - Number(one.isStill))
    .map(({ isStill: _isStill, ...task }) => task)
}

/** Made before, and not what the shot shows. */
function isReused(plan: ShotPlan): plan is ShotPlan & { readonly assetId: string } {
  const { state, shot, assetId } = plan
  return state === 'made' && assetId !== undefined && shot.take === undefined && shot.shown !== assetId
}

/** Of shots with the same request one is sent: what it made is a take of the others too. */
export function shareTakes(deps: SendDeps, { request, requestHash }: Task): void {
  const { sequenceId = '', shotId = '' } = request.provenance?.shot ?? {}
  const sequence = deps.sequence(sequenceId)
  const prompt = sequence?.shots.find(({ id }) => id === shotId)?.prompt
  // To plan hundreds of shots takes long, and most are the only ones that ask for theirs.
  if (!sequence?.shots.some((shot) => shot.id !== shotId && shot.prompt === prompt)) return
  const same = planShots(deps, sequence, undefined)
    .filter(isReused)
    .filter((plan) => plan.requestHash === requestHash && plan.shot.id !== shotId)
  if (same.length === 0) return
  deps.db.transaction(() => same.forEach(({ shot, assetId }) => deps.adopt(sequenceId, shot.id, assetId)))
  deps.announce(sequenceId)
}

/** Null while its first frame is no input. */
export function requestWithFrame({ frame, request }: PlannedRequest): GenerateRequest | null {
  if (!frame) return request
  if (frame.kind === 'shot' || frame.inputId === null) return null
  const { inputId } = frame
  const inputs = (request.inputs ?? []).map((input) =>
    input.inputId === FIRST_FRAME ? { ...input, inputId } : input,
  )
  return { ...request, inputs }
}

/** What follows for a shot that waits. */
type Step =
  | { readonly kind: 'wait' }
  | { readonly kind: 'forget' }
  | { readonly kind: 'end'; readonly why: Message }
  | { readonly kind: 'read'; readonly asset: AssetRecord }
  | { readonly kind: 'send'; readonly request: GenerateRequest; readonly profileId: string }

/** A shot that waits for a frame of an asset that is there. */
export interface NeededFrame {
  readonly shotId: string
  readonly asset: AssetRecord
}

/** Goes on with every waiting shot of a sequence as far as it can now. Returns the frames that are needed first. */
export function advance(deps: SendDeps, sequenceId: string): readonly NeededFrame[] {
  const needed: NeededFrame[] = []
  let hasChanged = false
  const inserted = deps.store.insertDecided(() => {
    const sequence = deps.sequence(sequenceId)
    if (!sequence) return []
    const plans = new Map(planShots(deps, sequence, undefined).map((plan) => [plan.shot.id, plan]))
    const rows = deps.waiting.of(sequenceId).filter(({ body }) => !body.ended)
    const steps = stepsOf(rows, plans)
    const sent = new Set<string | null | undefined>()
    return rows.flatMap((row) => {
      const step = steps.get(row.shotId)
      if (!step || step.kind === 'wait') return []
      if (step.kind === 'send') {
        // Another shot asks for the same: this one waits for what that makes.
        const requestHash = plans.get(row.shotId)?.requestHash
        if (sent.has(requestHash)) return []
        sent.add(requestHash)
      }
      if (step.kind === 'read') needed.push({ shotId: row.shotId, asset: step.asset })
      else hasChanged = true
      return take(deps, row, step, plans.get(row.shotId), sequence.name)
    })
  })
  deps.engine.enqueue(inserted)
  if (hasChanged) deps.announce(sequenceId)
  return needed
}

/** Part of the transaction. */
function take(
  { waiting, adopt, store }: SendDeps,
  row: WaitingShot,
  step: Step,
  plan: ShotPlan | undefined,
  batchName: string,
): readonly NewTask[] {
  if (step.kind === 'end') waiting.end(row, step.why)
  if (step.kind === 'send' || step.kind === 'forget') waiting.remove(row)
  if (step.kind === 'forget' && plan && isReused(plan)) adopt(row.sequenceId, row.shotId, plan.assetId)
  const id = taskIdOf(row)
  if (step.kind !== 'send' || store.find(id)) return []
  const { profileId, request } = step
  const { batchId } = row
  const pressed = press.parse(batchId.slice(batchIdOf('').length))
  return [{ id, batchId, batchName, profileId, request, press: pressed }]
}

function stepsOf(
  rows: readonly WaitingShot[],
  plans: ReadonlyMap<string, ShotPlan>,
): ReadonlyMap<string, Step> {
  const byShot = new Map(rows.map((row) => [row.shotId, row]))
  const steps = new Map<string, Step>()
  const stepFor = (row: WaitingShot): Step => {
    const known = steps.get(row.shotId)
    if (known) return known
    const step = stepOf(row, plans.get(row.shotId), isComing)
    steps.set(row.shotId, step)
    return step
  }
  /** Whether a shot is on its way, or waits itself and goes on. */
  const isComing = (shotId: string): boolean => {
    const row = byShot.get(shotId)
    return row ? stepFor(row).kind !== 'end' : plans.get(shotId)?.state === 'open'
  }
  for (const row of rows) stepFor(row)
  return steps
}

function stepOf(
  { body }: WaitingShot,
  plan: ShotPlan | undefined,
  isComing: (shotId: string) => boolean,
): Step {
  if (!plan || plan.state === 'made' || plan.state === 'open') return { kind: 'forget' }
  const { planned } = plan
  if (!planned) return { kind: 'end', why: plan.reason ?? message('sequences.wait.changed') }
  if (planned.ownHash !== body.ownHash) return { kind: 'end', why: message('sequences.wait.changed') }
  if (hasRisen(body.price, planned.price)) return { kind: 'end', why: message('sequences.wait.dearer') }
  const { frame, profileId } = planned
  if (frame?.kind === 'shot') {
    return isComing(frame.shotId)
      ? { kind: 'wait' }
      : { kind: 'end', why: message('sequences.wait.beforeFailed') }
  }
  const request = requestWithFrame(planned)
  if (request) return { kind: 'send', request, profileId }
  return frame ? { kind: 'read', asset: frame.asset } : { kind: 'forget' }
}

/** Ends a waiting shot whose first frame cannot be had. */
export function endWaiting(deps: SendDeps, sequenceId: string, shotId: string, failed: Result<never>): void {
  const row = deps.waiting.find(sequenceId, shotId)
  if (failed.ok || !row || row.body.ended) return
  deps.waiting.end(row, messageOf(failed.error))
  deps.announce(sequenceId)
}

/** As an id of a task begins, it sorts by the time of the press. */
function taskIdOf({ batchId, shotId, createdAt }: WaitingShot): string {
  const time = Math.max(0, Math.floor(createdAt)).toString(16).padStart(12, '0')
  const rest = uuidOf(`${batchId} ${shotId}`)
  return `task_${time.slice(0, 8)}-${time.slice(8)}-7${rest.slice(15)}`
}
