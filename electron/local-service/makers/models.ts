/**
 * The models of Sample studio in the order they are listed, each media type's default first; the table is `models.json`.
 */
import type { ListedModel } from './maker.ts'
import data from './models.json' with { type: 'json' }
import { SAMPLE_PROVIDER } from './sample-studio.ts'

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
