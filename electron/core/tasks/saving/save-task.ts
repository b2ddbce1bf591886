/**
 * Brings a finished task's results to disk: reads the task once more so that the service keeps the files, finds what it
 * names, fetches each, and hands it to the library.
 *
 * A task leaves `saving` only when every result is on disk, or when a named reason says why one is not.
 */
import type { Failure } from '#contract/errors.ts'
import type { Random } from '../../ports/random.ts'
import type { DownloadProblem } from '../../results/download/problem.ts'
import { findResults, type Findings, type FoundResult } from '../../results/find/find-results.ts'
import type { ServiceAddress } from '../../service/apis/generation-service/client.ts'
import { diskFailure } from '../../store/disk-errors.ts'
import { backoffMs } from '../limits/backoff.ts'
import { lookForResult, MOST_REREADS, type Standing } from './refresh-result.ts'
import { saveResult, type PlacedResult, type SaveResultDeps } from './save-result.ts'
import { NOTHING_SEEN, type TaskRecord } from '../task-row.ts'
import type { Turns } from '../turns.ts'

/** Waits before each further look at a SUCCESS that names no file: some services store the result a moment later. */
const EMPTY_WAITS_MS = [3_000, 10_000, 30_000]
/** Looks at a SUCCESS that names a stream and no file, before the stream is made into one. */
const STREAM_LOOKS = 1
/** A file server out of order is not asked again sooner, whatever the jitter says. */
const SHORTEST_WAIT_MS = 1_000
/** A disk without room is tried again this often: it is the user who makes room, and soon after wants to see it used. */
export const DISK_WAIT_MS = 5_000

export interface SaveDeps extends SaveResultDeps {
  readonly random: Random
  /** Resolves when a look at the task may leave. */
  readonly payLook: (profileId: string, signal: AbortSignal) => Promise<void>
  /** Answers are read, and files that stand in them taken out, a few at once: they may be large. */
  readonly reading: Turns
  /** Told at once when the disk refuses, while other results of the task may still be arriving. */
  readonly onDisk: (taskId: string, failure: Failure) => void
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

/** What one attempt made of the results. */
interface Attempt {
  readonly results: number
  readonly problems: readonly DownloadProblem[]
  readonly standing: Standing
  /** About what the answer names beside its results; empty where there is nothing. */
  readonly beside: string
}

/** One attempt. Writes down what came of it. @throws Error of no disk, and the reason of `signal`. */
export async function saveTask(
  deps: SaveDeps,
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  try {
    if (task.remoteId !== undefined) await deps.payLook(task.profileId, signal)
    const save = async (placed: PlacedResult): Promise<DownloadProblem | null> => {
      const problem = await saveResult(deps, task, placed, address, signal)
      if (problem?.next === 'disk') deps.onDisk(task.id, problem.failure)
      return problem
    }
    const read = await deps.reading.run(async () => {
      signal.throwIfAborted()
      const { taskResult, standing } = await lookForResult(deps, task, address, signal)
      const { mediaType, scene } = task.request
      const findings = await findResults(taskResult, { mediaType, scene, baseUrl: address.baseUrl })
      const results = findings.found.filter(({ role }) => role === 'result')
      if (results.every(isStream) && (results.length === 0 || task.watch.empty < STREAM_LOOKS)) return null
      const placed = results.map((result, place) => ({ place, result }))
      const problems: DownloadProblem[] = []
      for (const one of placed.filter(isInline)) problems.push(...asList(await save(one)))
      const offered = placed.filter((one) => !isInline(one))
      return { offered, problems, standing, results: results.length, beside: leftOut(findings) }
    })
    if (!read) return namesNoFile(deps, task)
    const { offered, problems, ...attempt } = read
    const fetched = await Promise.allSettled(offered.map(save))
    const failed = fetched.find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    const more = fetched.flatMap((one) => (one.status === 'fulfilled' ? asList(one.value) : []))
    return conclude(deps, task, { ...attempt, problems: [...problems, ...more] })
  } catch (error) {
    signal.throwIfAborted()
    const disk = diskFailure(error)
    if (!disk) throw error
    return waitForDisk(deps, task, disk)
  }
}

function conclude(deps: SaveDeps, task: TaskRecord, attempt: Attempt): SaveOutcome {
  const { store, random } = deps
  const { results, problems, beside } = attempt
  const [first] = problems
  if (!first) {
    if (beside !== '') store.change(task.id, { event: { kind: 'left_out', text: beside } })
    const text = results === 1 ? 'the file is on disk' : `${results} files are on disk`
    store.change(task.id, { state: 'saved', error: null, durable: true, event: { kind: 'saved', text } })
    return { kind: 'done' }
  }
  const disk = problems.find((problem) => problem.next === 'disk')
  if (disk) return waitForDisk(deps, task, disk.failure, disk.neededBytes)
  const rereads = problems.some((problem) => problem.next === 'reread') ? task.attempts + 1 : task.attempts
  const hopeless = problems.every((problem) => problem.next === 'never')
  if (hopeless || rereads > MOST_REREADS) return unsaved(deps, task, missing(attempt, first))
  const waits = task.watch.waits + 1
  const askedMs = Math.max(0, ...problems.map(({ waitMs = 0 }) => waitMs))
  const waitMs = Math.max(SHORTEST_WAIT_MS, backoffMs(waits, random, askedMs))
  store.change(task.id, {
    error: first.failure,
    attempts: rereads,
    watch: { ...task.watch, waits },
    event: { kind: 'save_again', text: first.failure.message },
  })
  return { kind: 'again', waitMs, disk: null, neededBytes: 0 }
}

/** A sentence about what the answer names beside its results; empty where there is nothing. */
function leftOut({ found, ignored }: Findings): string {
  const counts = new Map<string, number>()
  for (const { role } of found) if (role !== 'result') counts.set(role, (counts.get(role) ?? 0) + 1)
  if (ignored.length > 0) counts.set('that are no files', ignored.length)
  const parts = [...counts].map(([what, count]) => `${count} ${what}`)
  return parts.length === 0 ? '' : `Also named by the service and not fetched: ${parts.join(', ')}.`
}

function isStream({ fallback }: FoundResult): boolean {
  return fallback === 'stream'
}

function isInline({ result }: PlacedResult): boolean {
  return result.source.kind === 'inline'
}

function asList<T>(value: T | null): readonly T[] {
  return value === null ? [] : [value]
}

function namesNoFile(deps: SaveDeps, task: TaskRecord): SaveOutcome {
  const waitMs = EMPTY_WAITS_MS[task.watch.empty]
  if (waitMs === undefined) return unsaved(deps, task, NO_FILE)
  deps.store.change(task.id, {
    watch: { ...NOTHING_SEEN, empty: task.watch.empty + 1 },
    event: { kind: 'no_file', text: 'the service says it is done and names no file yet; looking again' },
  })
  return { kind: 'again', waitMs, disk: null, neededBytes: 0 }
}

function waitForDisk(
  { store, onDisk }: SaveDeps,
  task: TaskRecord,
  disk: Failure,
  neededBytes = 0,
): SaveOutcome {
  onDisk(task.id, disk)
  store.change(task.id, { error: disk, event: { kind: disk.code, text: disk.message } })
  return { kind: 'again', waitMs: DISK_WAIT_MS, disk, neededBytes }
}

function unsaved({ store }: SaveDeps, task: TaskRecord, failure: Failure): SaveOutcome {
  store.change(task.id, {
    state: 'unsaved',
    error: failure,
    attempts: 0,
    durable: true,
    event: { kind: 'unsaved', text: failure.message },
  })
  return { kind: 'done' }
}

const NO_FILE: Failure = {
  code: 'unreadable_answer',
  message: 'The service says it is done and names no file. Its raw answer is kept below; you can look again.',
  charged: 'yes',
}

/** Whether the service may still have what is missing, by what it said at the last look. */
const STILL_THERE: Readonly<Record<Standing, string>> = {
  there: 'It was paid for: try again, the service may still have it.',
  gone: 'It was paid for, but the service no longer knows the task: it may be lost there.',
  unheard: 'It was paid for: try again, the service may still have it; it could not be asked just now.',
}

function missing({ problems, results, standing }: Attempt, first: DownloadProblem): Failure {
  const count = problems.length === results ? '' : `${problems.length} of ${results} files are missing. `
  return {
    code: first.failure.code,
    message: `${count}${first.failure.message} ${STILL_THERE[standing]}`,
    charged: 'yes',
  }
}
