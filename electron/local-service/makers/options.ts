/**
 * What a request's options may hold: each option once, as a zod schema, from which come its reading, its place in the model
 * listing and what is said of a wrong value.
 */
import { z } from 'zod'
import { Problem } from '../problem.ts'

/** `title` and `description` are shown in forms. */
export function choice<const Names extends readonly [string, ...string[]]>(
  names: Names,
  standard: Names[number],
  meta: z.GlobalMeta,
) {
  return z
    .enum(names)
    .default(standard as never)
    .meta(meta)
}

export function count(of: string, most: number) {
  return z
    .int()
    .min(1)
    .max(most)
    .default(1)
    .meta({ title: `Number of ${of}` })
}

const MAX_SEED = 2 ** 32 - 1
export const seed = z.int().min(0).max(MAX_SEED).optional().meta({
  title: 'Seed',
  description: 'The same seed, prompt and options give the same result. Random when left out.',
})

export const imageFormat = choice(['png', 'jpeg', 'webp'], 'png', { title: 'Output format' })

export function strength(standard: number, description: string) {
  return z.number().min(0).max(1).default(standard).meta({ title: 'Strength', description })
}

/** In seconds. Clients of other services send "8s" and "5" as well. */
export function duration(least: number, most: number, standard: number) {
  const read = (value: unknown): unknown =>
    typeof value === 'string'
      ? Number(/^\s*(\d+(?:\.\d+)?)\s*(?:s|secs?|seconds?)?\s*$/iu.exec(value)?.[1])
      : value
  const seconds = z.preprocess(read, z.number().min(least).max(most))
  return seconds.default(standard).meta({ title: 'Duration', description: 'In seconds.', default: standard })
}

/** Up to `most` files, or one as a string; what they hold is read by `inputs/`. */
export function media(kind: 'image' | 'video', most: number, title: string, description: string) {
  const item = z
    .string()
    .regex(/\S/u)
    .meta({ contentMediaType: `${kind}/*` })
  const list = z.preprocess(
    (value) => (Array.isArray(value) ? value : [value]),
    z.array(item).min(1).max(most),
  )
  const spellings = 'Data URIs, base64, or addresses on this service.'
  return list.optional().meta({ title, description: `${description} ${spellings}` })
}

/** A named size: the length of the shorter side ("720p"), or of a square's side ("1K", "512"); or both sides in pixels. */
type Resolution =
  | { readonly shorter: number }
  | { readonly square: number }
  | { readonly width: number; readonly height: number }

export function resolution(names: readonly string[], standard: string, least: number, most: number) {
  return z
    .string()
    .regex(new RegExp(`^(${names.join('|')}|\\d+x\\d+)$`))
    .transform((text, context): Resolution => {
      const [width = 0, height] = text.split('x').map(Number.parseFloat)
      if (height === undefined) {
        if (text.endsWith('p')) return { shorter: width }
        return { square: text.endsWith('K') ? width * 1024 : width }
      }
      if (Math.min(width, height) < least || Math.max(width, height) > most)
        context.addIssue({ code: 'custom', message: 'too small or too large' })
      return { width, height }
    })
    .prefault(standard)
    .meta({
      title: 'Resolution',
      description: `A named size, or <width>x<height> with ${least} to ${most} a side.`,
      examples: [...names],
      default: standard,
    })
}

/** Between these, width to height. */
const NARROWEST = 1 / 4
const WIDEST = 4

/** Width to height; undefined follows the resolution or the input, which the form shows as `shown`. */
export function aspectRatio(shown: string) {
  return z
    .string()
    .regex(/^(auto|\d+(\.\d+)?:\d+(\.\d+)?)$/)
    .transform((text, context) => {
      if (text === 'auto') return undefined
      const [width = 0, height = 0] = text.split(':').map(Number)
      const ratio = width / height
      if (!(ratio >= NARROWEST && ratio <= WIDEST))
        context.addIssue({ code: 'custom', message: 'too narrow or wide' })
      return ratio
    })
    .optional()
    .meta({
      title: 'Aspect ratio',
      description: 'Width to height. Any <width>:<height> between 1:4 and 4:1.',
      examples: ['1:1', '3:2', '2:3', '4:3', '3:4', '16:9', '9:16', '21:9'],
      default: shown,
    })
}

/**
 * The size in whole pixels, even unless the request names both sides, and at most `maxSide` a side. `ratio` is the shape where the
 * resolution leaves it open.
 */
export function sizeOf(resolution: Resolution, ratio: number, maxSide: number) {
  if ('width' in resolution) return resolution
  const bounded = Math.min(WIDEST, Math.max(NARROWEST, ratio))
  const width =
    'square' in resolution
      ? resolution.square * Math.sqrt(bounded)
      : resolution.shorter * Math.max(1, bounded)
  const shrink = Math.min(1, maxSide / Math.max(width, width / bounded))
  return { width: toEven(width * shrink), height: toEven((width / bounded) * shrink) }
}

export function toEven(pixels: number): number {
  return 2 * Math.round(pixels / 2)
}

/** A JSON Schema of type object, as the model listing gives it. */
export type ListedOptions = Readonly<Record<string, unknown>> & {
  readonly properties: Readonly<Record<string, Property>>
}

interface Property {
  readonly type?: string
  readonly description?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxItems?: number
  readonly enum?: readonly string[]
  readonly examples?: readonly string[]
  readonly items?: { readonly enum?: readonly string[] }
}

export function listedOptions(schema: z.ZodObject): ListedOptions {
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input' })
  // Examples and defaults of what is transformed are left out by zod, since they could be meant of the result: here they are not.
  const entries = Object.entries(schema.shape).map(([name, option]) => {
    return [name, { ...Object(properties[name]), ...z.globalRegistry.get(option) }] as const
  })
  return {
    type: 'object',
    additionalProperties: true,
    properties: Object.fromEntries(entries),
  }
}

/** A request may hold any number of unknown keys of any length; so much of them is told. */
const MAX_IGNORED = 50
const MAX_SHOWN = 60

/**
 * Reads `raw`; null counts as left out. Keys that the schema does not have are `ignored`. Throws a `Problem` 400 that names every
 * option at fault and says what it may be.
 */
export function readOptions<Schema extends z.ZodObject>(
  schema: Schema,
  raw: Readonly<Record<string, unknown>>,
) {
  const isKnown = (name: string): boolean => Object.hasOwn(schema.shape, name)
  const given = Object.entries(raw).filter(([name, value]) => isKnown(name) && value !== null)
  const read = schema.safeParse(Object.fromEntries(given))
  const ignored = Object.keys(raw).filter((name) => !isKnown(name))
  const shown = ignored.slice(0, MAX_IGNORED).map((name) => name.slice(0, MAX_SHOWN))
  if (read.success) return { values: read.data, ignored: shown }
  const { properties } = listedOptions(schema)
  const names = new Set(read.error.issues.map(({ path }) => String(path[0])))
  const faults = Array.from(names, (name) => {
    const { description = '', ...property } = properties[name] ?? {}
    return `options.${name} must be ${describe(property)}, not ${show(raw[name])}. ${description}`.trimEnd()
  })
  throw new Problem(400, faults.join(' '))
}

/** What a value may be, to follow "must be". */
function describe({ type, minimum, maximum, maxItems, enum: names, examples, items }: Property): string {
  if (names !== undefined) return `one of ${quote(names)}`
  if (items?.enum !== undefined) return `a list of some of ${quote(items.enum)}`
  if (type === 'boolean') return 'true or false'
  if (type === 'array') return `a string, or an array of 1 to ${maxItems} strings`
  if (type === 'string') return `such as ${quote(examples ?? [])}`
  return `${type === 'integer' ? 'a whole number' : 'a number'} from ${minimum} to ${maximum}`
}

export function quote(names: readonly string[]): string {
  return names.map((name) => `"${name}"`).join(', ')
}

/** A wrong value as a message shows it, cut to a sensible length. */
export function show(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value)
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
}
