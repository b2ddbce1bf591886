/**
 * Brings a finished task's results to disk: reads the task once more so that the service keeps the files, finds what it
 * names, fetches each, and hands it to the library.
 *
 * A task leaves `saving` only when every result is on disk, or when a named reason says why one is not.
 */
import { rm } from 'node:fs/promises'
import type { Failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Clock } from '../ports/clock.ts'
import type { Random } from '../ports/random.ts'
import { download, type DownloadProblem } from '../results/download.ts'
import { findResults, type Findings, type FoundResult, type ResultSource } from '../results/find-results.ts'
import { isLocalService } from '../results/safe-address.ts'
import { readTask, type ServiceAddress } from '../service/client.ts'
import { parseTask } from '../service/wire.ts'
import { assetId, type Library } from '../library/library.ts'
import { diskFailure } from '../store/disk-errors.ts'
import { backoffMs } from './backoff.ts'
import { NOTHING_SEEN, type TaskRecord } from './task-row.ts'
import type { TaskStore } from './task-store.ts'

/** How often a dead address is asked for again through the task before the result counts as lost. */
const MOST_REREADS = 4
/** Waits before each further look at a SUCCESS that names no file: some services store the result a moment later. */
const EMPTY_WAITS_MS = [3_000, 10_000, 30_000]
/** A file server out of order is not asked again sooner, whatever the jitter says. */
const SHORTEST_WAIT_MS = 1_000
/** A disk without room is tried again this often: it is the user who makes room, and soon after wants to see it used. */
export const DISK_WAIT_MS = 5_000

export interface SaveDeps {
  readonly store: TaskStore
  readonly library: Library
  readonly clock: Clock
  readonly random: Random
  /** Resolves when a look at the task may leave. */
  readonly payLook: (profileId: string, signal: AbortSignal) => Promise<void>
}

/** `again`: not done, try again after `waitMs`. */
export type SaveOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'again'; readonly waitMs: number; readonly disk: Failure | null }

/** One attempt. Writes down what came of it; never throws, except when `signal` aborts. */
export async function saveTask(
  deps: SaveDeps,
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<SaveOutcome> {
  try {
    const taskResult = await freshResult(deps, task, address, signal)
    const { mediaType, scene } = task.request
    const findings = await findResults(taskResult, { mediaType, scene, baseUrl: address.baseUrl })
    const results = findings.found.filter(({ role }) => role === 'result')
    if (results.every(isStream)) return namesNoFile(deps, task, results.length > 0 ? ONLY_STREAM : NO_FILE)
    const problems: DownloadProblem[] = []
    for (const [place, { source }] of results.entries()) {
      const problem = await saveResult(deps, task, source, place, address, signal)
      if (problem) problems.push(problem)
    }
    return conclude(deps, task, results.length, problems, leftOut(findings))
  } catch (error) {
    signal.throwIfAborted()
    const disk = diskFailure(error)
    if (!disk) throw error
    return waitForDisk(deps, task, disk)
  }
}

/** The task's result as the service tells it now, with lasting addresses where it has them; else as it was told last. */
async function freshResult(
  { store, clock, payLook }: SaveDeps,
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<Json> {
  if (task.remoteId !== undefined) {
    await payLook(task.profileId, signal)
    // Without a file in the last answer, the provider itself is asked: there is nothing to keep yet.
    const refresh = task.watch.empty > 0 ? '1' : 'assets'
    const outcome = await readTask(address, task.remoteId, refresh, clock.now(), signal)
    if (outcome.kind === 'ok' && outcome.value.status === 'SUCCESS' && outcome.value.taskResult !== null) {
      store.change(task.id, { lastAnswer: outcome.raw, polls: task.polls + 1 })
      return outcome.value.taskResult
    }
    signal.throwIfAborted()
  }
  return parseTask(store.detail(task.id)?.lastAnswer)?.taskResult ?? null
}

async function saveResult(
  { library }: SaveDeps,
  task: TaskRecord,
  source: ResultSource,
  place: number,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<DownloadProblem | null> {
  if (library.find(assetId(task.id, place, ''))) return null
  const file = await download(source, {
    partPath: library.media.partPath(`${task.id}-${place}`),
    allowLocal: isLocalService(address.baseUrl),
    signal,
  })
  if (file.kind === 'problem') return file
  const { request } = task
  if (file.type.kind === 'text' && promisesMedia(source, request.mediaType)) {
    await rm(file.path, { force: true })
    return TEXT_INSTEAD
  }
  await library.add({
    file,
    facts: {
      taskId: task.id,
      place,
      mediaType: request.mediaType,
      provider: request.provider,
      model: request.model,
      scene: request.scene,
      options: request.options ?? {},
      inputs: request.inputs ?? [],
      ...(request.prompt === undefined ? {} : { prompt: request.prompt }),
      ...(source.kind === 'url' ? { sourceUrl: source.url } : {}),
    },
  })
  return null
}

/** A text under an address that does not look like one: what servers say, with status 200, when a file is gone. */
const TEXT_INSTEAD: DownloadProblem = {
  kind: 'problem',
  next: 'reread',
  failure: {
    code: 'unsafe_content',
    message: 'A text came instead of the file; the address has probably expired.',
    charged: 'yes',
  },
}

function promisesMedia(source: ResultSource, mediaType: string): boolean {
  if (source.kind !== 'url' || mediaType === 'character') return false
  return !/\.(txt|json|md|srt|vtt|lrc)$/i.test(URL.parse(source.url)?.pathname ?? '')
}

function conclude(
  deps: SaveDeps,
  task: TaskRecord,
  results: number,
  problems: readonly DownloadProblem[],
  beside: string,
): SaveOutcome {
  const { store, random } = deps
  const [first] = problems
  if (!first) {
    if (beside !== '') store.change(task.id, { event: { kind: 'left_out', text: beside } })
    const text = results === 1 ? 'the file is on disk' : `${results} files are on disk`
    store.change(task.id, { state: 'saved', error: null, durable: true, event: { kind: 'saved', text } })
    return { kind: 'done' }
  }
  const disk = problems.find((problem) => problem.next === 'disk')
  if (disk) return waitForDisk(deps, task, disk.failure)
  const rereads = problems.some((problem) => problem.next === 'reread') ? task.attempts + 1 : task.attempts
  const hopeless = problems.every((problem) => problem.next === 'never')
  if (hopeless || rereads > MOST_REREADS) {
    return unsaved(deps, task, missing(problems, results))
  }
  const waits = task.watch.waits + 1
  const waitMs = Math.max(SHORTEST_WAIT_MS, backoffMs(waits, random))
  store.change(task.id, {
    error: first.failure,
    attempts: rereads,
    watch: { ...task.watch, waits },
    event: { kind: 'save_again', text: first.failure.message },
  })
  return { kind: 'again', waitMs, disk: null }
}

/** A sentence about what the answer names beside its results; empty where there is nothing. */
function leftOut({ found, ignored }: Findings): string {
  const counts = new Map<string, number>()
  for (const { role } of found) if (role !== 'result') counts.set(role, (counts.get(role) ?? 0) + 1)
  if (ignored.length > 0) counts.set('that are no files', ignored.length)
  const parts = [...counts].map(([what, count]) => `${count} ${what}`)
  return parts.length === 0 ? '' : `Also named by the service and not fetched: ${parts.join(', ')}.`
}

/** Joining a stream's segments to a file is not this attempt's business: a file may still be named a moment later. */
function isStream({ fallback }: FoundResult): boolean {
  return fallback === 'stream'
}

function namesNoFile(deps: SaveDeps, task: TaskRecord, failure: Failure): SaveOutcome {
  const waitMs = EMPTY_WAITS_MS[task.watch.empty]
  if (waitMs === undefined) return unsaved(deps, task, failure)
  deps.store.change(task.id, {
    watch: { ...NOTHING_SEEN, empty: task.watch.empty + 1 },
    event: { kind: 'no_file', text: 'the service says it is done and names no file yet; looking again' },
  })
  return { kind: 'again', waitMs, disk: null }
}

function waitForDisk({ store }: SaveDeps, task: TaskRecord, disk: Failure): SaveOutcome {
  store.change(task.id, { error: disk, event: { kind: disk.code, text: disk.message } })
  return { kind: 'again', waitMs: DISK_WAIT_MS, disk }
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

const ONLY_STREAM: Failure = {
  code: 'unreadable_answer',
  message:
    'Only a stream was named, and no file. Its address is in the raw answer below; you can look again.',
  charged: 'yes',
}

function missing(problems: readonly DownloadProblem[], results: number): Failure {
  const [first] = problems
  const count = problems.length === results ? '' : `${problems.length} of ${results} files are missing. `
  return {
    code: first?.failure.code ?? 'not_found',
    message: `${count}${first?.failure.message ?? ''} It was paid for: try again, the service may still have it.`,
    charged: 'yes',
  }
}
