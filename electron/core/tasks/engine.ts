/**
 * The task engine: takes requests, leads every task through its states, and resumes at start what was open at the end.
 *
 * Owns who does what: profile queues send and poll, the saver downloads, the store records. Whether the user may do something
 * with a task now is decided in task-routes.ts.
 */
import { saidOf } from '../messages/said-of.ts'
import type { Say } from '../messages/render.ts'
import { failure, type Failure, type Result } from '#contract/errors.ts'
import type { Message } from '#contract/messages/message.ts'
import type { QueueState, RequestUsage } from '#contract/queue.ts'
import type { Settings } from '#contract/settings.ts'
import type { TaskEventKind, TaskState } from '#contract/rules/task-states.ts'
import { createAnnouncer, type EventBus } from '../calls/events.ts'
import type { ComposeResult } from '../inputs/compose-result.ts'
import type { Library } from '../library/library.ts'
import type { Notices } from '../notices/notices.ts'
import type { Random, Clock } from '../ports/clock.ts'
import type { KeptResponses } from '../results/responses/response-folder.ts'
import type { Downloader } from '../results/download/download.ts'
import { concludeOrphans } from '../spending/recover-ledger.ts'
import type { Spending } from '../spending/spending.ts'
import type { Watchdog } from '../reading/watchdog.ts'
import type { ServiceAddress } from '../service/service-api.ts'
import type { Database } from '../store/database.ts'
import type { Pace } from './durations/batch-forecast.ts'
import type { DurationStore } from './durations/duration-store.ts'
import { createLimitsStore } from './limits/limits.ts'
import type { Connections } from './queue/connection-state.ts'
import { createProgressWatch } from './progress.ts'
import { createProfileQueues, type ProfileQueues } from './queue/profile-queues.ts'
import { paceOf, queueState } from './queue/queue-state.ts'
import { createUserLimits } from './queue/user-limits.ts'
import { createResponseKeeper } from './saving/response-keeper.ts'
import { createDiskHold, createSaver, type Saver } from './saving/saver.ts'
import { createLookUps } from './submission/look-up.ts'
import { createResumption, type ResumeDeps } from './submission/resume-received.ts'
import type { SubmissionDeps } from './submission/submit-task.ts'
import type { TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'

/** Changes of the queue within this time are announced together. */
const TOGETHER_MS = 100

interface EngineDeps {
  readonly db: Database
  readonly store: TaskStore
  readonly library: Library
  readonly durations: DurationStore
  readonly clock: Clock
  readonly random: Random
  readonly events: EventBus
  readonly notices: Notices
  readonly connections: Connections
  readonly downloader: Downloader
  readonly composeResult: ComposeResult
  readonly watchdog: Pick<Watchdog, 'reading'>
  readonly address: (profileId: string) => Promise<Result<ServiceAddress>>
  /** Whether the service of a profile is on this computer or a private network. */
  readonly isLocal: (profileId: string) => boolean
  readonly apiOf: ResumeDeps['apiOf']
  readonly responses: KeptResponses
  /** As submit-task.ts asks for it. */
  readonly encode: SubmissionDeps['encode']
  readonly modelOf: SubmissionDeps['modelOf']
  readonly isWithdrawn: SubmissionDeps['isWithdrawn']
  readonly spending: Spending
  readonly settings: () => Settings['queue']
  readonly say: Say
  readonly log: (line: string) => void
}

export type Engine = ReturnType<typeof createEngine>

export function createEngine(deps: EngineDeps) {
  const { store, clock, events, spending } = deps
  const parts = createParts(deps)
  const { limits, limitsOf, user, announcer, saver, queues, progress, lookUps, keeper } = parts
  const state = (): QueueState =>
    queueState({ ...parts, say: deps.say, paused: user.paused, counts: store.counts() })
  announcer.start(() => events.emit('queue.changed', { queue: state() }))
  const stopListening = listen(events, parts)
  const enqueue = (tasks: readonly TaskRecord[]): void => {
    for (const [profileId, own] of byProfile(tasks)) queues.of(profileId).enqueue(own)
  }
  const goOn = (task: TaskRecord): void => continueTask(queues, saver, task)
  const resumption = createResumption({ ...deps, requests: spending.ledger }, goOn)
  return {
    state,
    /** Why a profile's queue waits for another key; null where it does not. */
    keyHold: (profileId: string): Message | null => {
      const holding = queues.find(profileId)?.holding()
      return holding?.find(({ kind }) => kind === 'key')?.message ?? null
    },
    enqueue,
    /** Resumes what was open when Atelier ended, without the tasks of which the last run did not come back. Called once. */
    recover: (skipped: readonly string[]): void => {
      concludeOrphans(deps.db)
      resumption.begin(skipped)
      recordSkipped(store, skipped)
      keeper.sweep()
      followRunning(store, queues)
      for (const task of store.withState('saving')) goOn(task)
      enqueue(store.withState('queued'))
      for (const task of store.withState('unknown')) lookUps.add(task)
      for (const task of store.withState('running')) progress.note(task)
    },
    /** Sends what waits in this order: the ids by profile. */
    arrange: (order: ReadonlyMap<string, readonly string[]>): void => {
      for (const [profileId, ids] of order) queues.find(profileId)?.arrange(ids)
    },
    follow: goOn,
    /** Takes a task out of the engine; false while its request is under way and cannot be taken back. */
    drop: (task: Pick<TaskRecord, 'id' | 'profileId'>): boolean => {
      saver.drop(task.id)
      return queues.find(task.profileId)?.drop(task.id) ?? true
    },
    /** The address or key of a profile changed: what waited for it goes on. */
    release: (profileId: string): void => {
      queues.find(profileId)?.release()
      resumption.release(profileId)
      saver.wake()
    },
    pause: (): QueueState => {
      user.setPaused(true)
      announcer.mark()
      return state()
    },
    resume: (): QueueState => {
      user.setPaused(false)
      announcer.mark()
      for (const queue of queues.all()) queue.release()
      saver.wake()
      return state()
    },
    /** Checks at once whether something is due. */
    wake: (): void => {
      for (const queue of queues.all()) queue.wake()
      saver.wake()
    },
    pace: (profileId: string): Pace =>
      paceOf(limitsOf(profileId), queues.find(profileId)?.load(), user.of(profileId), clock),
    usage: (profileId: string, days: number): Omit<RequestUsage, 'dailyCap'> => ({
      items: spending.count(profileId, days),
      sentToday: spending.today({ profileId }).requests,
    }),
    finishSending: (limitMs: number) => finishSending(parts, clock, limitMs),
    close: async (): Promise<void> => {
      stopListening()
      announcer.close()
      progress.close()
      await lookUps.close()
      await resumption.settled()
      await Promise.all([...[...queues.all()].map((queue) => queue.close()), saver.close()])
      await keeper.close()
      limits.saveAll()
    },
  }
}

async function finishSending(
  { user, queues }: ReturnType<typeof createParts>,
  clock: Clock,
  limitMs: number,
): Promise<void> {
  user.end()
  const sent = Promise.all([...queues.all()].map((queue) => queue.sent()))
  await new Promise<void>((resolve) => {
    const disarm = clock.after(limitMs, resolve)
    void sent.then(disarm).then(resolve)
  })
}

function listen(
  events: EventBus,
  { announcer, queues, progress, lookUps }: ReturnType<typeof createParts>,
): () => void {
  return events.subscribe(({ name, data }) => {
    if (name === 'task.changed' || name === 'task.removed') announcer.mark()
    if (name === 'settings.changed' || name === 'spending.changed') {
      // What a cap held back may fit now.
      for (const queue of queues.all()) queue.wake()
      announcer.mark()
    }
    if (name === 'task.removed') progress.end(data.id)
    if (name !== 'task.changed') return
    progress.note(data.task)
    if (data.task.state === 'unknown') lookUps.add(data.task)
  })
}

function createParts(deps: EngineDeps) {
  const { db, clock, random } = deps
  const limits = createLimitsStore(db, clock, random)
  const limitsOf = (profileId: string) => limits.of(profileId, deps.isLocal(profileId))
  const mostAtOnce = (profileId: string): number => deps.apiOf(profileId)?.mostAtOnce ?? Infinity
  const user = createUserLimits({ ...deps, mostAtOnce })
  const announcer = createAnnouncer(clock, TOGETHER_MS)
  const disk = createDiskHold(deps.notices, announcer.mark)
  const saver = createSaver({ ...deps, disk })
  const progress = createProgressWatch(deps)
  const queues = createProfileQueues({
    ...deps,
    limitsOf,
    userLimitsOf: user.of,
    submission: {
      ...deps,
      requests: deps.spending.ledger,
      estimate: deps.spending.estimate,
      isHeld: user.isHeld,
      onDisk: (taskId, failure) => (failure ? disk.hold(taskId, failure) : disk.release(taskId)),
    },
    onFinished: saver.add,
    onProgress: progress.report,
    onChange: (profileId) => {
      limits.save(profileId)
      announcer.mark()
    },
    onConnection: deps.connections.report,
  })
  const lookUps = createLookUps({
    ...deps,
    ledger: deps.spending.ledger,
    onLinked: (task) => queues.of(task.profileId).follow([task]),
  })
  const keeper = createResponseKeeper(deps)
  return { limits, limitsOf, user, announcer, disk, saver, queues, progress, lookUps, keeper }
}

function continueTask(queues: ProfileQueues, saver: Saver, task: TaskRecord): void {
  const queue = queues.of(task.profileId)
  if (task.state === 'saving') saver.add(task, queue.budget)
  if (task.state === 'running') queue.follow([task])
  if (task.state === 'queued') queue.enqueue([task])
}

function followRunning(store: TaskStore, queues: ProfileQueues): void {
  for (const [profileId, tasks] of byProfile(store.withState('running'))) queues.of(profileId).follow(tasks)
}

function byProfile(tasks: readonly TaskRecord[]): Map<string, TaskRecord[]> {
  return Map.groupBy(tasks, (task) => task.profileId)
}

interface Skipped {
  readonly state: 'unsaved' | 'stopped'
  readonly kind: TaskEventKind
  readonly error: Failure
}

const SKIPPED: Readonly<Partial<Record<TaskState, Skipped>>> = {
  saving: {
    state: 'unsaved',
    kind: 'unsaved',
    error: failure('unreadable_answer', 'tasks.reading.stoppedSaving', { charged: 'yes' }),
  },
  running: {
    state: 'stopped',
    kind: 'other',
    error: failure('unreadable_answer', 'tasks.reading.stoppedPolling', { charged: 'maybe' }),
  },
}

/** `labels` may name other things than tasks. */
function recordSkipped(store: Pick<TaskStore, 'find' | 'change'>, labels: readonly string[]): void {
  for (const id of labels) {
    const task = store.find(id)
    const skipped = task && SKIPPED[task.state]
    if (!skipped) continue
    const { state, kind, error } = skipped
    store.change(id, { state, error, attempts: 0, durable: true, event: { kind, message: saidOf(error) } })
  }
}
