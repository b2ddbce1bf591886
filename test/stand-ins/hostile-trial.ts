/**
 * Downloads from a hostile server as the saver does it: waits, asks for another address, tries again, is closed in the middle
 * and started again; then compares every file on disk with what the server holds.
 */
import { readFile } from 'node:fs/promises'
import { openMediaFolder, type MediaFolder } from '#core/library/assets/media-folder.ts'
import { createDownloader, type Downloaded, type Downloader } from '#core/results/download/download.ts'
import { guardFor } from '#core/results/download/file-client.ts'
import type { DownloadProblem } from '#core/results/download/problem.ts'
import { quarantine } from '#core/results/download/quarantine.ts'
import { seededRandom } from './seeded-random.ts'
import { startHostileAssets, type HostileAssets } from './hostile-assets.ts'
import { sha256 } from './hostile-content.ts'
import { continues, drawPlan, type AssetPlan } from './hostile-responses.ts'
import { countReceivedBytes } from './downloads.ts'

export interface HostileTrial {
  readonly dataDir: string
  readonly count: number
  readonly seed: number
  readonly atOnce: number
}

export interface HostileFigures {
  readonly saved: number
  /** Published files that are not what the server held. */
  readonly wrong: readonly string[]
  /** Downloads that neither ended on disk nor in a reason. */
  readonly unsaved: readonly string[]
  /** What happened that must never happen. */
  readonly wrongs: readonly string[]
  readonly requests: number
  readonly restarts: number
  /** Of the downloads that were continued: how many, their bytes, and how many of those were received twice. */
  readonly continued: { readonly count: number; readonly bytes: number; readonly twice: number }
  /** Problems by what followed from them. */
  readonly problems: Readonly<Record<string, number>>
}

const MAX_ATTEMPTS = 14
const MAX_BYTES = 400_000
const SEED_STEP = 1_000_003

export async function runHostileTrial({
  dataDir,
  count,
  seed,
  atOnce,
}: HostileTrial): Promise<HostileFigures> {
  const assets = await startHostileAssets(seed)
  const media = await openMediaFolder(dataDir)
  const downloader = createTrialDownloader(assets, atOnce)
  const numbers = Array.from({ length: count }, (_, number) => number + 1)
  const figures = noFigures()
  const closings = new Map<number, { readonly afterBytes: number; readonly abort: AbortController }>()
  assets.onSent = (number, sentBytes) => {
    const closing = closings.get(number)
    if (closing && sentBytes >= closing.afterBytes) closing.abort.abort()
  }

  const received = countReceivedBytes()

  const attempt = async (
    plan: AssetPlan,
    tries: number,
  ): Promise<Downloaded | DownloadProblem | 'closed'> => {
    const abort = new AbortController()
    if (tries === 0 && plan.restartAt !== null) {
      closings.set(plan.number, { afterBytes: plan.restartAt * plan.sizeBytes, abort })
    }
    try {
      return await downloader.fetch(
        { kind: 'url', url: assets.address(plan.number) },
        {
          partPath: media.partPath(`task-${plan.number}`),
          allowLocal: false,
          signal: abort.signal,
          setAside: (file) => quarantine(media.quarantine, file, { taskId: `task-${plan.number}`, at: 0 }),
        },
      )
    } catch (error) {
      if (!abort.signal.aborted) throw error
      figures.restarts++
      return 'closed'
    } finally {
      closings.delete(plan.number)
    }
  }
  const save = async (plan: AssetPlan): Promise<void> => {
    assets.offer(plan)
    let attempts = 0
    for (; attempts < MAX_ATTEMPTS; attempts++) {
      const outcome = await attempt(plan, attempts)
      if (outcome === 'closed') continue
      if (outcome.kind === 'problem') {
        figures.problems[outcome.next] = (figures.problems[outcome.next] ?? 0) + 1
        continue
      }
      // The saver asks for another address when a text comes in place of an image.
      if (outcome.type.kind === 'text') continue
      await publish({ media, assets, figures, received }, plan, outcome)
      break
    }
    if (attempts === MAX_ATTEMPTS) figures.unsaved.push(`${plan.number}: ${plan.faults.join(', ')}`)
  }
  try {
    const waiting = numbers.values()
    const work = async (): Promise<void> => {
      for (const number of waiting) {
        await save(drawPlan(number, seededRandom(seed * SEED_STEP + number), MAX_BYTES))
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    const requests = numbers.reduce((sum, number) => sum + assets.requests(number), 0)
    return { ...figures, requests, wrongs: assets.wrongs }
  } finally {
    received.stop()
    await downloader.close()
    await assets.close()
  }
}

function noFigures() {
  return {
    saved: 0,
    wrong: [] as string[],
    unsaved: [] as string[],
    restarts: 0,
    continued: { count: 0, bytes: 0, twice: 0 },
    problems: {} as Record<string, number>,
  }
}

interface PublishDeps {
  readonly media: MediaFolder
  readonly assets: HostileAssets
  readonly figures: ReturnType<typeof noFigures>
  readonly received: ReturnType<typeof countReceivedBytes>
}

async function publish(
  { media, assets, figures, received }: PublishDeps,
  { number, ...plan }: AssetPlan,
  file: Downloaded,
): Promise<void> {
  await media.publish(file.path, file.sha256, file.type.extension)
  const problem = await wrongIn(media, file, assets.versions(number))
  if (problem !== null) figures.wrong.push(`${number} (${plan.faults.join(', ')}): ${problem}`)
  figures.saved++
  const wasContinued = assets.requests(number) > 1 && continues({ number, ...plan })
  if (!wasContinued) return
  figures.continued.count++
  figures.continued.bytes += file.sizeBytes
  figures.continued.twice += Math.max(0, received.of(`/${number}.png`) - file.sizeBytes)
}

/** Takes the server for one on the public internet; everything else on this computer is as private as ever. */
function createTrialDownloader(assets: HostileAssets, atOnce: number): Downloader {
  return createDownloader({
    guard: (allowLocal) => {
      const guard = guardFor(allowLocal)
      return { ...guard, refused: (url) => (url.origin === assets.origin ? null : guard.refused(url)) }
    },
    limits: {
      // Longer than a slow machine is silent of itself.
      silenceMs: 1_000,
      connectMs: 5_000,
      largestBytes: 2_000_000,
      largestRefusedBytes: 500_000,
      freeDecodedBytes: 1_000_000,
      mostActive: atOnce,
      mostPerHost: atOnce,
    },
  })
}

/** What is wrong with a published file, or null. */
async function wrongIn(
  media: MediaFolder,
  file: Downloaded,
  versions: ReadonlySet<string>,
): Promise<string | null> {
  const bytes = await readFile(media.path(file.sha256, file.type.extension))
  const hash = sha256(bytes)
  if (hash !== file.sha256) return 'its name is not its hash'
  return versions.has(hash) ? null : `${bytes.length} bytes that the server never held`
}
