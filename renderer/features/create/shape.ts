/** The shape a result will have, so that its place is kept before it arrives. */
import type { JsonObject } from '#contract/json.ts'
import type { GenerateRequest } from '#contract/task.ts'

/** Width divided by height of `ratio` ("16:9"), or null where it is not one. */
export function readRatio(ratio: string): number | null {
  const match = /^(\d+(?:\.\d+)?):(\d+(?:\.\d+)?)$/.exec(ratio.trim())
  const [width, height] = [Number(match?.[1]), Number(match?.[2])]
  return width > 0 && height > 0 ? width / height : null
}

/** Width divided by height that the options ask for; square (films: 16:9) where they do not say. */
export function expectedShape(request: Pick<GenerateRequest, 'mediaType' | 'options'>): number {
  const options: JsonObject = request.options ?? {}
  const { aspect_ratio: ratio, width, height } = options
  if (typeof ratio === 'string') {
    const shape = readRatio(ratio)
    if (shape !== null) return shape
  }
  if (typeof width === 'number' && typeof height === 'number' && width > 0 && height > 0)
    return width / height
  return request.mediaType === 'video' ? 16 / 9 : 1
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

/** How many results the options ask for. */
export function expectedCount(options: JsonObject | undefined): number {
  for (const key of COUNT_KEYS) {
    const value = options?.[key]
    if (typeof value === 'number' && value >= 1) return Math.min(Math.floor(value), 64)
  }
  return 1
}
