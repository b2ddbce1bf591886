/**
 * What the service needs from whoever makes media: its models, a check of a request before it is accepted, and the making.
 *
 * There is one maker per media type, listed in `options.ts`. All share one pool of threads, which is fair between users: a long
 * work is split into several jobs (`run` once per part of a video). Nothing heavy runs in `plan` or `make` themselves: they share
 * the thread that responds to requests.
 */
import { randomInt } from 'node:crypto'
import data from './models.json' with { type: 'json' }
import type { InputReader } from '../inputs/read-input.ts'
import type { MadeFile } from '../store/blob-store.ts'
import type { JobKind, JobOf, ResultOf } from '../workers/media-worker.ts'

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
  /** The paths of the files of `Plan.inputs`, in their order; a job may open them itself. */
  readonly inputs: readonly string[]
  /** An empty folder for this task alone, for files on the way; deleted when the task has ended. */
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

/** The provider of every model here. */
const SAMPLE_PROVIDER = 'sample'

const SEED_COUNT = 2 ** 32
/** A request may hold any number of unknown keys of any length; so much of them is told. */
const MAX_IGNORED = 50
const MAX_KEY = 60

/** `Plan.remarks`: who made it (`note`, then each sentence of `advice`), and what was ignored. */
export function remarksOf(
  note: string,
  advice: readonly string[],
  ignored: readonly string[],
): Readonly<Record<string, unknown>> {
  const named = ignored.slice(0, MAX_IGNORED).map((key) => key.slice(0, MAX_KEY))
  return { made_by: 'Sample studio', note: [note, ...advice].join(' '), ignored_options: named }
}

/** The seed that the request names, else a random one, to be reported in the result. */
export function settleSeed(wanted: number | null): number {
  return wanted ?? randomInt(SEED_COUNT)
}

/** The seed of the `index`-th of several results of one request: the next ones in order. */
export function seedAt(seed: number, index: number): number {
  return (seed + index) % SEED_COUNT
}

/** The models of one media type as they are listed. */
export function modelsOf(mediaType: string): readonly ListedModel[] {
  return data.models
    .filter((entry) => entry.mediaType === mediaType)
    .map(({ model, label, description, scenes, options, defaults }) => {
      const table: Readonly<Record<string, object>> = data.options[options as keyof typeof data.options]
      const properties = { ...table }
      for (const [name, standard] of Object.entries(defaults ?? {}))
        properties[name] = { ...properties[name], default: standard }
      const schema = { type: 'object', additionalProperties: true, properties }
      return { provider: SAMPLE_PROVIDER, mediaType, model, label, description, scenes, options: schema }
    })
}

/** The JSON Schema of the options of `model`; that of the first model for a name not known. */
export function schemaOf(models: readonly ListedModel[], model: string): ListedModel['options'] {
  return (models.find((entry) => entry.model === model) ?? models[0])?.options ?? {}
}
