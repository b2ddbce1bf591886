/** Saves one result of a task to disk and into the library, unless it is there, or is not what was paid for. */
import { assetId } from '../../library/assets/add-asset.ts'
import type { Library } from '../../library/library.ts'
import type { Clock } from '../../ports/clock.ts'
import { forgetDownload, type Downloaded, type Downloader } from '../../results/download/download.ts'
import { diskProblem, problem, type DownloadProblem } from '../../results/download/problem.ts'
import type { FoundResult, ResultSource } from '../../results/find/found-result.ts'
import { brokenPromise } from '../../results/download/promised-type.ts'
import { quarantine } from '../../results/download/quarantine.ts'
import { isLocalService } from '../../results/safe-address.ts'
import type { ServiceAddress } from '../../service/service-api.ts'
import { fileFailure, writeIfPossible } from '../../store/disk-errors.ts'
import type { TaskRecord } from '../task-row.ts'
import type { TaskStore } from '../task-store.ts'

export interface SaveResultDeps {
  readonly store: Pick<TaskStore, 'change'>
  readonly library: Library
  readonly clock: Clock
  readonly downloader: Downloader
}

/** One of a task's results; `place` counts them from 0. */
export interface PlacedResult {
  readonly place: number
  readonly result: FoundResult
}

/** null when it is saved. @throws what is not the disk's fault, and the reason of `signal` */
export async function saveResult(
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
  const file = await downloader.fetch(source, {
    partPath,
    allowLocal: isLocalService(address.baseUrl),
    signal,
    setAside: (refused) =>
      quarantine(library.media.quarantine, refused, { taskId: task.id, at: clock.now(), ...origin }),
  })
  if (file.kind === 'problem') return file
  try {
    if (file.type.kind === 'text' && promisesMedia(source, task.request.mediaType)) {
      await forgetDownload(partPath)
      return TEXT_INSTEAD
    }
    await library.add({ file, facts: { ...factsOf(task), ...origin, place } })
  } catch (error) {
    const disk = fileFailure(error)
    if (!disk) throw error
    return diskProblem(disk)
  }
  const broken = brokenPromise({ contentType: file.contentType, url: sourceUrl, kind }, file.type)
  for (const text of oddities(file, broken)) {
    writeIfPossible(() => void store.change(task.id, { event: { kind: 'file_differs', text } }))
  }
  return null
}

function oddities({ warning }: Downloaded, broken: string | null): readonly string[] {
  return [warning, broken].filter((text) => text !== null)
}

function factsOf({ id, request }: TaskRecord) {
  return {
    taskId: id,
    mediaType: request.mediaType,
    provider: request.provider,
    model: request.model,
    scene: request.scene,
    options: request.options ?? {},
    inputs: request.inputs ?? [],
    ...(request.prompt === undefined ? {} : { prompt: request.prompt }),
    ...(request.provenance?.template === undefined ? {} : { template: request.provenance.template }),
    ...(request.provenance?.fromAssetId === undefined ? {} : { fromAssetId: request.provenance.fromAssetId }),
  }
}

/** Some servers send a text with status 200 when a file is gone. */
const TEXT_INSTEAD = problem(
  'reread',
  'unsafe_content',
  'A text came instead of the file; the address has probably expired.',
)

function promisesMedia(source: ResultSource, mediaType: string): boolean {
  if (source.kind !== 'url' || mediaType === 'character') return false
  return !/\.(txt|json|md|srt|vtt|lrc)$/i.test(URL.parse(source.url)?.pathname ?? '')
}
