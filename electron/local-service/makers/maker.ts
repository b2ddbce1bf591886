/**
 * What the service needs from whoever makes media: its models, a check of a request before it is accepted, and the making.
 *
 * There is one maker per media type, listed in `options.ts`. All share one pool of threads, which is fair between users. Nothing
 * heavy runs in `plan` or `make` themselves: they share the thread that responds to requests.
 */
import { randomInt } from 'node:crypto'
import type { z } from 'zod'
import type { InputReader } from '../inputs/read-input.ts'
import { Problem } from '../problem.ts'
import type { MadeFile } from '../store/file-store.ts'
import type { JobKind, JobOf, ResultOf } from '../workers/media-worker.ts'
import { type ListedOptions, listedOptions } from './options.ts'

/** One line of the model listing, in the listing's own field names. */
export interface ListedModel {
  readonly provider: string
  readonly mediaType: string
  readonly model: string
  readonly label: string
  readonly description: string
  readonly scenes: readonly string[]
  /** A JSON Schema of type object for the request's `options`. */
  readonly options: Readonly<Record<string, unknown>>
}

export interface RequestToPlan {
  readonly model: string
  readonly scene: string
  /** Trimmed; empty when the request has none. */
  readonly prompt: string
  readonly options: Readonly<Record<string, unknown>>
  readonly read: InputReader
}

/** An accepted request, settled down to the seed, so that making it twice gives the same bytes. */
export interface Plan {
  /** Anything JSON can hold; only the maker reads it again, in `make`, possibly after a restart. */
  readonly job: unknown
  /** Kept on disk until the task has ended. */
  readonly inputs: readonly Uint8Array[]
  /** Further entries of the task result, such as a note. */
  readonly remarks: Readonly<Record<string, unknown>>
  readonly credits: number
}

/**
 * Runs one job on a thread as soon as it is this user's turn. Rejects when the job throws, when its thread crashes, and when
 * the task is given up. `onShare` hears what the job reports of itself, 0 to 1.
 */
export type RunJob = <Kind extends JobKind>(
  kind: Kind,
  job: JobOf<Kind>,
  onShare?: (share: number) => void,
) => Promise<ResultOf<Kind>>

export interface Assignment {
  readonly job: unknown
  /** The paths of the files of `Plan.inputs`, in their order. */
  readonly inputs: readonly string[]
  /** An empty folder for this task alone; deleted when the task has ended. */
  readonly makeScratchDir: () => Promise<string>
  /** Fires when the service ends. Jobs that `run` started are given up by themselves. */
  readonly signal: AbortSignal
  readonly run: RunJob
  /** Called with the share of the whole that is done, 0 to 1. The task is PROCESSING from its first job on, without a call. */
  readonly onProgress: (share: number) => void
}

export interface Maker {
  readonly models: readonly ListedModel[]
  /** Throws a `Problem` naming the field for a request that cannot be made, or has an input that cannot be read. */
  plan(request: RequestToPlan): Promise<Plan>
  /**
   * The finished files, in order; at least one. What it throws becomes the message of a FAILED task. Once it has settled,
   * whatever it left running on threads is given up.
   */
  make(assignment: Assignment): Promise<readonly MadeFile[]>
}

type Offer = readonly [model: string, label: string, description: string]

/** Models that take the same scenes and options. */
export function offer(
  mediaType: string,
  scenes: readonly string[],
  schema: z.ZodObject,
  ...models: readonly Offer[]
): readonly (ListedModel & { readonly options: ListedOptions })[] {
  const options = listedOptions(schema)
  return models.map(([model, label, description]) => ({
    provider: 'sample',
    mediaType,
    model,
    label,
    description,
    scenes,
    options,
  }))
}

/** `Plan.remarks`: who made it (`note`, then each sentence of `advice`), and what was ignored. */
export function remarksOf(
  note: string,
  advice: readonly string[],
  ignored: readonly string[],
): Plan['remarks'] {
  const unknown = ignored.length === 0 ? [] : [`Options not known here and ignored: ${ignored.join(', ')}.`]
  return { made_by: 'Sample studio', note: [note, ...advice, ...unknown].join(' '), ignored_options: ignored }
}

export const RATIO_IGNORED = 'aspect_ratio was ignored because resolution gives width and height.'

const SEED_COUNT = 2 ** 32

/** The seeds of `count` results: the one that the request names, else a random one, and the next ones in order. */
export function seedsOf(wanted: number | undefined, count: number): readonly number[] {
  const first = wanted ?? randomInt(SEED_COUNT)
  return Array.from({ length: count }, (_, index) => (first + index) % SEED_COUNT)
}

/** A 400 for a request without the field that it needs; `why` is a sentence part that follows "is missing: ". */
export function missing(field: string, why: string): Problem {
  return new Problem(400, `${field} is missing: ${why}`)
}

/** Runs `work` for each of `jobs` at once, and reports the mean of their shares. */
export async function everyJob<Job, Result>(
  jobs: readonly Job[],
  onProgress: (share: number) => void,
  work: (job: Job, report: (share: number) => void, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const shares = jobs.map(() => 0)
  return await Promise.all(
    jobs.map(async (job, index) => {
      const report = (share: number): void => {
        shares[index] = share
        onProgress(shares.reduce((sum, each) => sum + each, 0) / jobs.length)
      }
      const result = await work(job, report, index)
      report(1)
      return result
    }),
  )
}

/** "jpg" for "jpeg": what files of the format are called. */
export function extensionOf(format: string): string {
  return format === 'jpeg' ? 'jpg' : format
}
