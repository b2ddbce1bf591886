/**
 * The forms that a task result may take: gateways differ in them more than in anything else.
 *
 * Owns the forms' names and their description for the model listing. Every model takes every form, by the option
 * `result_shape`, which is the service's own and is never passed to a maker.
 */
import type { ListedModel } from '../makers/maker.ts'
import { readOptions } from '../makers/read-options.ts'

const SHAPES = ['lists', 'urls', 'json_string', 'inline'] as const
type ResultShape = (typeof SHAPES)[number]

const OPTION = 'result_shape'

const PROPERTY = {
  type: 'string',
  title: 'Result format',
  description:
    'For developers of clients: how the task result names the files. lists: named lists with thumbnails; urls: plain addresses; json_string: JSON in a string; inline: base64, up to 8 MB.',
  enum: SHAPES,
  default: 'lists',
}

/** The model as it is listed: its maker's options, and the result format last. */
export function withShapeOption(model: ListedModel): ListedModel {
  const properties = { ...Object(model.options['properties']), [OPTION]: PROPERTY } as object
  return { ...model, options: { ...model.options, properties } }
}

/** Parts the request's options into the form that is wanted and what the maker gets. Throws a `Problem` 400. */
export function takeShape(options: Readonly<Record<string, unknown>>): {
  readonly shape: ResultShape
  readonly rest: Readonly<Record<string, unknown>>
} {
  const { [OPTION]: wanted, ...rest } = options
  const schema = { properties: { [OPTION]: PROPERTY } }
  const { values } = readOptions<{ readonly [OPTION]: ResultShape }>(schema, { [OPTION]: wanted })
  return { shape: values[OPTION], rest }
}
