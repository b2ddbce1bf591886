/** The shape a result will have, so that its place is kept before it arrives. */
import type { Json, JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/tasks.ts'

/** Keys under which models take the shape, the most telling first. Source: the option keys of Kie.ai, fal, Runway and Replicate. */
export const SHAPE_KEYS: readonly string[] = [
  'aspect_ratio',
  'aspectRatio',
  'ratio',
  'image_size',
  'size',
  'resolution',
]
/** Names of shapes at fal and Kie.ai, whole or with a ratio behind them (`landscape_16_9`). */
const NAMED: Readonly<Record<string, number>> = { square: 1, square_hd: 1 }

/** Width divided by height of `ratio` ("16:9"), or null where it is not one. */
export function readRatio(ratio: string): number | null {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(ratio.trim())
  return quotient(Number(match?.[1]), Number(match?.[2]))
}

/** Width divided by height that the options ask for; square (videos: 16:9) where they do not say. */
export function expectedShape(request: Pick<GenerateRequest, 'mediaType' | 'options'>): number {
  const options: JsonObject = request.options ?? {}
  for (const key of SHAPE_KEYS) {
    const shape = readShapeOption(options[key])
    if (shape !== null) return shape
  }
  return readSides(options) ?? (request.mediaType === 'video' ? 16 / 9 : 1)
}

/** A ratio, a size in pixels ("1024x1536"), a shape's name ("portrait_4_3"), or an object with two sides. */
function readShapeOption(value: Json | undefined): number | null {
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return readSides(value as JsonObject)
  if (typeof value !== 'string') return null
  const text = value.trim().toLowerCase()
  const sides = /^(\d+)\s*[x×*]\s*(\d+)$/.exec(text)
  if (sides !== null) return quotient(Number(sides[1]), Number(sides[2]))
  const named = /^(portrait|landscape)_(\d+)_(\d+)$/.exec(text)
  if (named === null) return readRatio(text) ?? NAMED[text] ?? null
  const [one, other] = [Number(named[2]), Number(named[3])]
  // fal writes `portrait_4_3` for an image that is 3 wide and 4 high.
  const [longer, shorter] = [Math.max(one, other), Math.min(one, other)]
  return named[1] === 'portrait' ? quotient(shorter, longer) : quotient(longer, shorter)
}

function readSides({ width, height }: JsonObject): number | null {
  return typeof width === 'number' && typeof height === 'number' ? quotient(width, height) : null
}

function quotient(width: number, height: number): number | null {
  return width > 0 && height > 0 ? width / height : null
}

/** Keys under which models take the number of results. */
export const COUNT_KEYS: readonly string[] = [
  'n',
  'num_images',
  'num_outputs',
  'number_of_images',
  'batch_size',
  'num_samples',
  'count',
]

/** How many results the options ask for; some models take the number as a text. */
export function expectedCount(options: JsonObject | undefined): number {
  for (const key of COUNT_KEYS) {
    const value = options?.[key]
    const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    if (typeof count === 'number' && count >= 1) return Math.min(Math.floor(count), 64)
  }
  return 1
}
