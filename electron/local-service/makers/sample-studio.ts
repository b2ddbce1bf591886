/**
 * What every maker of this service says of itself: its models (`models.json`), each media type's default first, and the entries that
 * every task result carries beside its files.
 */
import { randomInt } from 'node:crypto'
import type { ListedModel } from './maker.ts'
import data from './models.json' with { type: 'json' }

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
