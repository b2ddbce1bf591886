/**
 * fal and Replicate: the JSON of a request or a prediction beside the file that it made.
 *
 * Sources: fal.ai, "API" of each model (`seed`, `prompt`, `images[].width`); replicate.com/docs/reference/http, "predictions.get".
 */
import type { Recipe } from '#contract/exchange.ts'
import type { JsonObject } from '#contract/json.ts'
import { isObject } from '../clean-json.ts'
import { type Carried, firstOf, inner, objectIn, othersIn, recipeFrom } from './carried.ts'

const TAKEN = [
  'prompt',
  'negative_prompt',
  'seed',
  'width',
  'height',
  'num_inference_steps',
  'guidance_scale',
  'image_size',
]
const NAMES = ['prompt', 'seed']

export function readServices({ beside }: Carried): Recipe | null {
  const own = Object.entries(beside)
    .filter(([name]) => name.endsWith('.json'))
    .map(([, text]) => objectIn(text))
    .find((object) => object !== null)
  if (!own) return null
  const asked = inner(own, 'input') ?? inner(own, 'json_input') ?? inner(own, 'arguments')
  const made =
    inner(own, 'json_output') ?? inner(own, 'data') ?? inner(own, 'result') ?? inner(own, 'output') ?? own
  const isService = asked !== null || 'images' in made || 'image' in made || 'video' in made
  if (!isService) return null
  const said = { ...made, ...asked }
  const file = fileIn(made)
  const size = inner(asked, 'image_size')
  return recipeFrom('services', {
    prompt: firstOf(asked, ['prompt']) ?? made['prompt'],
    negative: said['negative_prompt'],
    model: firstOf(own, ['endpoint_id', 'model', 'endpoint', 'application']) ?? versionOf(own),
    seed: firstOf(made, ['seed']) ?? firstOf(asked, ['seed']) ?? seedInLog(own['logs']),
    steps: said['num_inference_steps'],
    guidance: said['guidance_scale'],
    width: file?.['width'] ?? size?.['width'] ?? asked?.['width'],
    height: file?.['height'] ?? size?.['height'] ?? asked?.['height'],
    isVideo: 'video' in made,
    ...(asked && { others: othersIn(asked, [...TAKEN, ...NAMES]) }),
  })
}

function fileIn(made: JsonObject): JsonObject | null {
  const [first] = Array.isArray(made['images'])
    ? (made['images'] as readonly unknown[])
    : [made['image'] ?? made['video']]
  return isObject(first) ? first : null
}

/** A version is a hash, or the name of a model that Replicate itself keeps. */
function versionOf({ version }: JsonObject): unknown {
  return typeof version === 'string' && version.includes('/') ? version : undefined
}

function seedInLog(logs: unknown): string | undefined {
  return typeof logs === 'string' ? /\bseed:?\s+(\d{1,20})\b/i.exec(logs.slice(0, 100_000))?.[1] : undefined
}
