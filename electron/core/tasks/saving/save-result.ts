/** Saves one result of a task to disk and into the library, unless it is there, or is not what was paid for. */
import type { Failure } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { followedBy, message, type Message } from '#contract/messages/message.ts'
import { asksForComposition, type ComposeResult } from '../../inputs/compose-result.ts'
import { assetId } from '../../library/assets/add-asset.ts'
import type { Library } from '../../library/library.ts'
import {
  forgetDownload,
  type Downloaded,
  type Downloader,
  type RefusedFile,
} from '../../results/download/download.ts'
import { diskProblem, problem, type DownloadProblem } from '../../results/download/problem.ts'
import type { FoundResult, ResultSource } from '../../results/find/found-result.ts'
import { brokenPromise } from '../../results/download/promised-type.ts'
import { quarantine } from '../../results/download/quarantine.ts'
import { isLocalService } from '../../network/safe-address.ts'
import { fileFailure, writeIfPossible } from '../../store/disk-errors.ts'
import type { Clock } from '../../ports/clock.ts'
import { assetHeaders, readResult, readStored, readTask } from '../../service/client.ts'
import type { RemoteTask, ServiceAddress } from '../../service/service-api.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'
import { whyFailed } from '../why-failed.ts'

export interface SaveResultDeps {
  readonly store: Pick<TaskStore, 'change'>
  readonly library: Library
  readonly clock: Clock
  readonly downloader: Downloader
  readonly composeResult: ComposeResult
}

/** One of a task's results; `place` counts them from 0. */
export interface PlacedResult {
  readonly place: number
  readonly result: FoundResult
}

/** Behind all results: what the service made of each, where the result is that laid into the original. */
const RESPONSE_PLACES = 10_000

/** null when it is saved. @throws what is not the disk's fault, and the reason of `signal` */
export async function saveResult(
  deps: SaveResultDeps,
  task: TaskRecord,
  { place, result }: PlacedResult,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<DownloadProblem | null> {
  if (!asksForComposition(task.request)) return saveResponse(deps, task, { place, result }, address, signal)
  if (deps.library.find(assetId(task.id, place, ''))) return null
  const response = { place: place + RESPONSE_PLACES, result }
  const problem = await saveResponse(deps, task, response, address, signal)
  return problem ?? saveInOriginal(deps, task, place)
}

/** What cannot be laid into the original stays as it came, and the history says why. */
async function saveInOriginal(
  { library, store, composeResult }: SaveResultDeps,
  task: TaskRecord,
  place: number,
): Promise<DownloadProblem | null> {
  const response = library.find(assetId(task.id, place + RESPONSE_PLACES, ''))
  if (!response) return null
  try {
    const kept = await composeResult(
      task.request,
      response,
      library.media.partPath(`${task.id}-${place}-kept`),
    )
    if ('file' in kept) {
      await library.add({ file: kept.file, facts: { ...factsOf(task), place, fromAssetId: response.id } })
    } else {
      store.change(task.id, { event: { kind: 'file_differs', message: kept.refused } })
    }
  } catch (error) {
    const disk = fileFailure(error)
    if (!disk) throw error
    return diskProblem(disk)
  }
  return null
}

async function saveResponse(
  { store, library, clock, downloader }: SaveResultDeps,
  task: TaskRecord,
  { place, result: { source, kind } }: PlacedResult,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<DownloadProblem | null> {
  if (library.find(assetId(task.id, place, ''))) return null
  const sourceUrl = source.kind === 'url' ? source.url : null
  const origin = sourceUrl === null ? {} : { sourceUrl }
  const partPath = library.media.partPath(`${task.id}-${place}`)
  const setAside = (refused: RefusedFile): Promise<Message> =>
    quarantine(library.media.quarantine, refused, { taskId: task.id, at: clock.now(), ...origin })
  const file = await downloader.fetch(source, {
    partPath,
    allowLocal: isLocalService(address.baseUrl),
    ownHost: URL.parse(address.baseUrl)?.hostname,
    credentials: (url) => assetHeaders(address, url),
    signal,
    setAside,
  })
  if (file.kind === 'problem') return file
  try {
    if (file.type.kind === 'text' && promisesMedia(source, task.request.mediaType)) {
      const where = await setAside({ ...file, what: 'text' })
      await forgetDownload(partPath)
      return textInstead(where)
    }
    await library.add({ file, facts: { ...factsOf(task), ...origin, place } })
  } catch (error) {
    const disk = fileFailure(error)
    if (!disk) throw error
    return diskProblem(disk)
  }
  const broken = brokenPromise({ contentType: file.contentType, url: sourceUrl, kind }, file.type)
  for (const message of oddities(file, broken)) {
    writeIfPossible(() => void store.change(task.id, { event: { kind: 'file_differs', message } }))
  }
  return null
}

function oddities({ warning }: Downloaded, broken: Message | null): readonly Message[] {
  return [warning, broken].filter((one) => one !== null)
}

function factsOf({ id, request, requestHash }: TaskRecord) {
  return {
    taskId: id,
    mediaType: request.mediaType,
    provider: request.provider,
    model: request.model,
    scene: request.scene,
    options: request.options ?? {},
    inputs: request.inputs ?? [],
    ...(requestHash === undefined ? {} : { requestHash }),
    ...(request.prompt === undefined ? {} : { prompt: request.prompt }),
    ...(request.provenance?.template === undefined ? {} : { template: request.provenance.template }),
    ...(request.provenance?.shot && { shot: request.provenance.shot }),
    ...(request.provenance?.fromAssetId === undefined ? {} : { fromAssetId: request.provenance.fromAssetId }),
  }
}

/** Some servers send a text with status 200 when a file is gone. */
function textInstead(where: Message): DownloadProblem {
  return problem('reread', 'unsafe_content', followedBy(message('results.textInstead'), where))
}

function promisesMedia(source: ResultSource, mediaType: string): boolean {
  if (source.kind !== 'url' || mediaType === 'character') return false
  return !/\.(txt|json|md|srt|vtt|lrc)$/i.test(URL.parse(source.url)?.pathname ?? '')
}

/** How often dead addresses are asked for again before the result counts as lost. */
export const MAX_REREADS = 4

/** Whether the service still has the task, as far as it said so just now. */
export type Availability = 'available' | 'gone' | 'unreachable'

interface RefreshedResult {
  /** As the service tells it now; else as it told it last. */
  readonly taskResult: Json
  readonly availability: Availability
  /** Why the task failed whose result is what it made before. */
  readonly failed?: Failure
}

/**
 * Asks the service once more for a finished task, so that it keeps the files and names addresses that work; after dead addresses
 * in another way each time.
 *
 * @throws Error when the disk refuses, and the reason of `signal`
 */
export async function refreshResult(
  { store, clock }: { readonly store: Pick<TaskStore, 'change' | 'detail'>; readonly clock: Clock },
  task: TaskRecord,
  address: ServiceAddress,
  signal: AbortSignal,
): Promise<RefreshedResult> {
  const { remoteId, attempts, watch } = task
  const lastResponse = store.detail(task.id)?.lastResponse ?? null
  // Without an id, the response to the submission carried the result.
  if (remoteId === undefined) return { taskResult: lastResponse, availability: 'unreachable' }
  const known = (availability: Availability): RefreshedResult => ({
    ...resultIn(readStored(address, remoteId, lastResponse)),
    availability,
  })
  // Without a file in the last response, the provider itself is asked: the service has nothing to keep yet.
  const outcome = await (attempts === 0 && watch.empty > 0
    ? readTask(address, remoteId, true, clock.now(), signal)
    : readResult(address, remoteId, Math.min(attempts, MAX_REREADS), clock.now(), signal))
  signal.throwIfAborted()
  if (outcome.kind === 'aborted') return known('unreachable')
  if (outcome.kind === 'refused') {
    const isGone = outcome.failure.code === 'not_found' || outcome.failure.code === 'forbidden'
    return known(isGone ? 'gone' : 'unreachable')
  }
  const hasEnded = outcome.value.status === 'SUCCESS' || outcome.value.status === 'FAILED'
  const result = resultIn(outcome.value)
  if (!hasEnded || result.taskResult === null) return known('available')
  store.change(task.id, { lastResponse: outcome.raw, polls: task.polls + 1 })
  return { ...result, availability: 'available' }
}

function resultIn(task: RemoteTask | null): Pick<RefreshedResult, 'taskResult' | 'failed'> {
  if (task?.status !== 'FAILED') return { taskResult: task?.taskResult ?? null }
  return { taskResult: task.madeBefore ?? null, failed: whyFailed(task) }
}
