/**
 * Saves a finished task's results: reads the task once more so that the service keeps the files, finds what it names, downloads
 * each, and hands it to the library.
 *
 * A task leaves `saving` only when every result is on disk, or when a named reason says why one is not.
 */
import { saidOf } from '../../messages/said-of.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import type { LimitFunction } from 'p-limit'
import { failure, type Failure } from '#contract/errors.ts'
import type { Random } from '../../ports/clock.ts'
import type { KeptResponses } from '../../results/responses/response-folder.ts'
import type { DownloadProblem } from '../../results/download/problem.ts'
import type { Findings } from '../../results/find/find-results.ts'
import type { FoundResult } from '../../results/find/found-result.ts'
import { readFindings } from '../../results/find/read-findings.ts'
import { UNREADABLE } from '../../reading/reader.ts'
import type { Watchdog } from '../../reading/watchdog.ts'
import type { ServiceAddress } from '../../service/service-api.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import { backoffMs } from '../../network/backoff.ts'
import type { PollBudget } from '../polling/poll-budget.ts'
import { NOTHING_SEEN, type TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'
import {
  MAX_REREADS,
  refreshResult,
  type Availability,
  saveResult,
  type PlacedResult,
  type SaveResultDeps,
} from './save-result.ts'

/** Waits before each further poll of a SUCCESS that names no file: some services store the result a moment later. */
const EMPTY_WAITS_MS = [3_000, 10_000, 30_000]
/** Polls of a SUCCESS that names a stream and no file, before the stream is joined into a file. */
const STREAM_POLLS = 1
/** Of one task. No task makes as many; a response that names more would keep Atelier busy for hours. */
const MAX_FILES = 1_000
/** A failing file server is not asked again sooner, whatever the jitter says. */
const MIN_WAIT_MS = 1_000
/** A full disk is tried again this often: soon after making room the user wants to see it used. */
export const DISK_WAIT_MS = 5_000

export interface SaveDeps extends SaveResultDeps {
  readonly store: Pick<TaskStore, 'change' | 'detail'>
  readonly random: Random
  readonly responses: Pick<KeptResponses, 'has' | 'fileOf'>
  readonly watchdog: Pick<Watchdog, 'reading'>
  /** Responses are read, and files inside them extracted, a few at once: they may be large. */
  readonly reading: LimitFunction
  /** Told at once when the disk refuses, while other results of the task may still be arriving. */
  readonly onDisk: (taskId: string, failure: Failure) => void
}

/** The service that has the task: where it is, and when it may be polled. */
export interface SaveSource {
  readonly address: ServiceAddress
  readonly budget: PollBudget
}

/** `again`: not done, try again after `waitMs`. */
export type SaveOutcome =
  | { readonly kind: 'done' }
  | {
      readonly kind: 'again'
      readonly waitMs: number
      readonly disk: Failure | null
      /** The room that the disk lacks, as far as it is known. */
      readonly neededBytes: number
    }

/** What the service named, with the files inside the response already saved. */
interface NamedResults {
  readonly results: number
  /** Those to download. */
  readonly offered: readonly PlacedResult[]
  readonly problems: readonly DownloadProblem[]
  readonly availability: Availability
  /** What the response names beside its results. */
  readonly beside: readonly Message[]
  /** Why the task failed that made these before. */
  readonly failed: Failure | null
}

type SaveOne = (placed: PlacedResult, failed: Failure | null) => Promise<DownloadProblem | null>

/** One attempt; its outcome is recorded. @throws Error of no disk, and the reason of `signal` */
export async function saveTask(
  deps: SaveDeps,
  task: TaskRecord,
  { address, budget }: SaveSource,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  try {
    if (task.remoteId !== undefined) await budget.wait(signal)
    const save: SaveOne = async (placed, failed) => {
      const made = failed ? asPart(task) : task
      const problem = await saveResult(deps, made, placed, address, signal)
      if (problem?.next === 'disk') deps.onDisk(task.id, problem.failure)
      return problem
    }
    const named = await deps.reading(() =>
      deps.watchdog.reading(task.id, () => readResults(deps, task, address, save, signal)),
    )
    if (!named) return recordNoFile(deps.store, task)
    if (named === UNREADABLE) return recordUnsaved(deps.store, task, UNREADABLE_RESPONSE)
    const fetched = await Promise.allSettled(named.offered.map((one) => save(one, named.failed)))
    const failed = fetched.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const more = fetched.flatMap((one) => (one.status === 'fulfilled' ? asList(one.value) : []))
    return conclude(deps, task, { ...named, problems: [...named.problems, ...more] })
  } catch (error) {
    signal.throwIfAborted()
    const disk = diskFailure(error)
    if (!disk) throw error
    return waitForDisk(deps, task, disk)
  }
}

/**
 * Reads what the service names, and saves what stands inside the response; null where it names no file yet, `UNREADABLE` where
 * reading it had to be stopped.
 */
async function readResults(
  deps: SaveDeps,
  task: TaskRecord,
  address: ServiceAddress,
  save: SaveOne,
  signal: AbortSignal,
): Promise<NamedResults | typeof UNREADABLE | null> {
  signal.throwIfAborted()
  const { taskResult, availability, failed = null } = await refreshResult(deps, task, address, signal)
  const { mediaType, scene } = task.request
  const response = deps.responses.has(task.id) ? deps.responses.fileOf(task.id) : undefined
  const context = { mediaType, scene, baseUrl: address.baseUrl, response }
  const findings = await readFindings(deps.library.reader, task.id, taskResult, context, signal)
  if (findings === UNREADABLE) return UNREADABLE
  const named = findings.found.filter(({ role }) => role === 'result')
  const results = named.slice(0, MAX_FILES)
  const mayCome = results.every(isStream) && (results.length === 0 || task.watch.empty < STREAM_POLLS)
  if (mayCome && !failed) return null
  const placed = results.map((result, place) => ({ place, result }))
  const problems: DownloadProblem[] = []
  for (const one of placed.filter(isInline)) problems.push(...asList(await save(one, failed)))
  const offered = placed.filter((one) => !isInline(one))
  const [total, left] = [named.length, named.length - results.length]
  const beyond = left > 0 ? [message('tasks.someMissing', { missing: left, total })] : []
  const beside = [...beyond, ...namedBeside(findings)]
  return { results: total, offered, problems, availability, beside, failed }
}

/** What a run made before it failed is not what its request makes, and no take of a shot. */
function asPart({ requestHash: _hash, request, ...task }: TaskRecord): TaskRecord {
  const { shot: _shot, ...provenance } = request.provenance ?? {}
  return { ...task, request: { ...request, ...(request.provenance && { provenance }) } }
}

function conclude(deps: SaveDeps, task: TaskRecord, named: NamedResults): SaveOutcome {
  const { problems } = named
  const [first] = problems
  if (!first) return recordSaved(deps.store, task, named)
  const disk = problems.find((problem) => problem.next === 'disk')
  if (disk) return waitForDisk(deps, task, disk.failure, disk.neededBytes)
  const rereads = problems.some((problem) => problem.next === 'reread') ? task.attempts + 1 : task.attempts
  const isHopeless = problems.every((problem) => problem.next === 'never')
  if (isHopeless || rereads > MAX_REREADS) return recordUnsaved(deps.store, task, missing(named, first))
  const waits = task.watch.waits + 1
  const askedMs = Math.max(0, ...problems.map(({ waitMs = 0 }) => waitMs))
  deps.store.change(task.id, {
    error: first.failure,
    attempts: rereads,
    watch: { ...task.watch, waits },
    event: { kind: 'save_again', message: saidOf(first.failure) },
  })
  return again(Math.max(MIN_WAIT_MS, backoffMs(waits, deps.random, askedMs)))
}

function again(waitMs: number, disk: Failure | null = null, neededBytes = 0): SaveOutcome {
  return { kind: 'again', waitMs, disk, neededBytes }
}

function recordSaved(
  store: SaveDeps['store'],
  task: TaskRecord,
  { beside: [first, ...more], failed }: NamedResults,
): SaveOutcome {
  if (first) store.change(task.id, { event: { kind: 'left_out', message: followedBy(first, ...more) } })
  if (failed) {
    const event = { kind: 'failed', message: saidOf(failed) } as const
    store.change(task.id, { state: 'failed', error: failed, durable: true, event })
    return { kind: 'done' }
  }
  store.change(task.id, { state: 'saved', error: null, durable: true, event: { kind: 'saved' } })
  return { kind: 'done' }
}

function recordNoFile(store: SaveDeps['store'], task: TaskRecord): SaveOutcome {
  // Without an id nothing more can be asked.
  const waitMs = task.remoteId === undefined ? undefined : EMPTY_WAITS_MS[task.watch.empty]
  if (waitMs === undefined) return recordUnsaved(store, task, NO_FILE)
  store.change(task.id, {
    watch: { ...NOTHING_SEEN, empty: task.watch.empty + 1 },
    event: { kind: 'no_file' },
  })
  return again(waitMs)
}

function waitForDisk(
  { store, onDisk }: Pick<SaveDeps, 'store' | 'onDisk'>,
  task: TaskRecord,
  disk: Failure,
  neededBytes = 0,
): SaveOutcome {
  onDisk(task.id, disk)
  const kind = disk.code === 'disk_full' ? 'disk_full' : 'disk_error'
  store.change(task.id, { error: disk, event: { kind, message: saidOf(disk) } })
  return again(DISK_WAIT_MS, disk, neededBytes)
}

function recordUnsaved(store: SaveDeps['store'], task: TaskRecord, failure: Failure): SaveOutcome {
  store.change(task.id, {
    state: 'unsaved',
    error: failure,
    attempts: 0,
    durable: true,
    event: { kind: 'unsaved', message: saidOf(failure) },
  })
  return { kind: 'done' }
}

const NO_FILE = failure('unreadable_answer', 'tasks.noFile', { charged: 'yes' })

const UNREADABLE_RESPONSE = failure('unreadable_answer', 'tasks.reading.tooMuch', { charged: 'yes' })

/** The first of what went wrong, and whether the service may still have what is missing, by what it said at the last poll. */
function missing({ problems, results, availability }: NamedResults, first: DownloadProblem): Failure {
  const [said, ...more] = [
    ...(problems.length === results
      ? []
      : [message('tasks.someMissing', { missing: problems.length, total: results })]),
    saidOf(first.failure),
    message(`tasks.missing.${availability}`),
  ] as const
  return failure(first.failure.code, followedBy(said, ...more), { charged: 'yes' })
}

/** What the response names beside its results. */
function namedBeside({ found, ignored }: Findings): readonly Message[] {
  const counts = new Map<string, number>()
  for (const { role } of found) if (role !== 'result') counts.set(role, (counts.get(role) ?? 0) + 1)
  if (ignored.length > 0) counts.set('other', ignored.length)
  return [...counts].map(([kind, count]) => message('tasks.alsoNamed', { kind, count }))
}

function isStream({ fallback }: FoundResult): boolean {
  return fallback === 'stream'
}

function isInline({ result }: PlacedResult): boolean {
  return result.source.kind !== 'url'
}

function asList<T>(value: T | null): readonly T[] {
  return value === null ? [] : [value]
}
