/**
 * Which options may not be given, because they would say once more, and otherwise, what the user sees and approves: provider, model,
 * prompt, inputs, count.
 *
 * An adapter lists the names that its wire gives these things. A name that differs in case, signs or a `[]` at its end is the same name,
 * for services read them so: proto JSON takes snake_case (https://protobuf.dev/programming-guides/json/), and servers in Go take any case
 * (https://pkg.go.dev/encoding/json#Unmarshal).
 */
import { type Failure, failure } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { message, type Message, type MessageId } from '#contract/messages/message.ts'
import type { GenerateRequest } from '#contract/tasks.ts'
import { asObject } from '../json/read-json.ts'
import type { AskedFor, Reserved, ReservedOptions, ServiceApi } from './service-api.ts'

/** Where that is set instead. */
const INSTEAD = {
  prompt: 'service.reserved.prompt',
  model: 'service.reserved.model',
  media: 'service.reserved.media',
  inputs: 'service.reserved.inputs',
  count: 'service.reserved.count',
  entries: 'service.reserved.entries',
  field: 'service.reserved.field',
  link: 'service.reserved.link',
  own: 'service.reserved.own',
  input: 'service.reserved.input',
  brackets: 'service.reserved.brackets',
} as const satisfies Record<Reserved | 'input' | 'brackets', MessageId>

/** The submission of an adapter: it is built only where no option is reserved. */
export function checked(
  reservedOptions: ServiceApi['reservedOptions'],
  build: ServiceApi['submit'],
): Pick<ServiceApi, 'reservedOptions' | 'submit'> {
  return {
    reservedOptions,
    submit: (task, address) => {
      const error = reservedRefusal(reservedOptions(task), task)
      return error ? { ok: false, error } : build(task, address)
    },
  }
}

/** Names that no service reads, and that JavaScript does. */
const NEVER = '__proto__'
/** The longest path of any adapter. */
const DEEPEST = 3

/** Why the options of a request are refused, at the field of the one that is wrong; null where all may be given. */
export function reservedRefusal(
  reserved: ReservedOptions,
  { body: { options = {} }, model }: AskedFor,
): Failure | null {
  const places = new Map(Object.entries(reserved).map(([path, place]) => [pathOf(path), place]))
  for (const { path, shown, value } of entriesOf(options)) {
    if (path.split('.').includes(NEVER)) return refusal(shown, 'own')
    const place = places.get(path)
    if (place && !(place === 'inputs' && isMedia(value))) return refusal(shown, place)
  }
  return saidTwice(options, asObject(model?.optionSchema?.['properties']))
}

/** The same of the options that inputs go into. An option that holds something already is not filled with one. */
export function inputRefusal(
  reserved: ReservedOptions,
  { inputs = [], options = {} }: Pick<GenerateRequest, 'inputs' | 'options'>,
): Failure | null {
  const places = new Map(Object.entries(reserved).map(([path, place]) => [pathOf(path), place]))
  for (const [index, { option }] of inputs.entries()) {
    const name = option.replace(/\[\]$/u, '')
    const place = name === NEVER ? 'own' : places.get(pathOf(name))
    const isTaken = Object.hasOwn(options, name) && !(name !== option && Array.isArray(options[name]))
    const error = place && place !== 'inputs' ? refusal(name, place) : null
    if (error) return { ...error, field: `inputs.${index}.option` }
    if (isTaken) return refusal(name, 'input')
  }
  return null
}

/** The table without what the model's own schema lists: for services that keep a model's options apart from their own fields. */
export function exceptOwn(reserved: ReservedOptions, { model }: AskedFor): ReservedOptions {
  const own = asObject(model?.optionSchema?.['properties']) ?? {}
  return Object.fromEntries(
    Object.entries(reserved).filter(([key, place]) => place === 'prompt' || !Object.hasOwn(own, key)),
  )
}

/** `fixed` keeps its place before the options and has the last word. */
export function withFixed(fixed: JsonObject, options: JsonObject): JsonObject {
  return { ...fixed, ...options, ...fixed }
}

/** Two names for one thing leave open which of them the service reads, and what it charges for. */
function saidTwice(options: JsonObject, own: JsonObject | null): Failure | null {
  const listed = new Map(['n', ...Object.keys(own ?? {})].map((name) => [pathOf(name), name]))
  const given = new Map<string, string>()
  for (const name of Object.keys(options)) {
    const isListed = own !== null && Object.hasOwn(own, name)
    const other = given.get(name.toLowerCase()) ?? (isListed ? name : listed.get(pathOf(name)))
    if (other !== undefined && other !== name)
      return refused(name, message('service.reserved.alias', { option: shortened(name), name: other }))
    if (name.endsWith(']')) return refusal(name, 'brackets')
    given.set(name.toLowerCase(), name)
  }
  return null
}

interface Entry {
  readonly path: string
  /** As it was written. */
  readonly shown: string
  readonly value: Json
}

function* entriesOf(options: JsonObject, around: readonly string[] = []): Generator<Entry> {
  for (const [key, value] of Object.entries(options)) {
    const names = [...around, key]
    yield { path: names.map(pathOf).join('.'), shown: names.join('.'), value }
    if (names.length === DEEPEST) continue
    for (const inner of Array.isArray(value) ? (value as readonly Json[]) : [value]) {
      const object = asObject(inner)
      if (object) yield* entriesOf(object, names)
    }
  }
}

function pathOf(name: string): string {
  if (name === NEVER) return name
  return name
    .toLowerCase()
    .replace(/(?:\[[^\]]*\])+$/u, '')
    .replaceAll(/[\s_-]/gu, '')
}

function isMedia(value: Json): boolean {
  const texts = Array.isArray(value) ? (value as readonly Json[]) : [value]
  return texts.every((text) => typeof text === 'string' && /^(?:data:|https?:\/\/)/iu.test(text))
}

const MAX_SHOWN = 100

function refusal(path: string, place: keyof typeof INSTEAD): Failure {
  return refused(path, message(INSTEAD[place], { option: shortened(path) }))
}

function refused(path: string, why: Message): Failure {
  return failure('invalid_input', why, { field: `options.${path}`, charged: 'no' })
}

function shortened(path: string): string {
  return path.slice(0, MAX_SHOWN)
}
