/**
 * InvokeAI: JSON of its own, which changed twice.
 *
 * Sources: invoke-ai/InvokeAI, invokeai/app/invocations/metadata.py (`invokeai_metadata`, since 3.0), ldm/invoke/server_legacy.py and
 * ldm/invoke/args.py (`sd-metadata` and the command line `Dream`, until 2.3).
 */
import type { JsonObject } from '#contract/json.ts'
import { isObject } from '../clean-json.ts'
import { type Carried, firstOf, inner, objectIn, othersIn, recipeFrom } from './carried.ts'
import type { Recipe } from '#contract/exchange.ts'

const TAKEN = [
  'positive_prompt',
  'negative_prompt',
  'seed',
  'width',
  'height',
  'steps',
  'cfg_scale',
  'scheduler',
  'strength',
  'app_version',
]

export function readInvokeai({ texts }: Carried): Recipe | null {
  const own = objectIn(texts.invokeai_metadata)
  if (own) return readOwn(own)
  return readOlder(objectIn(texts['sd-metadata'])) ?? readCommand(texts.dream)
}

function readOwn(own: JsonObject): Recipe | null {
  const model = inner(own, 'model')
  return recipeFrom('invokeai', {
    prompt: own['positive_prompt'],
    negative: own['negative_prompt'],
    model: firstOf(model, ['model_name', 'name']) ?? own['model'],
    seed: own['seed'],
    width: own['width'],
    height: own['height'],
    steps: own['steps'],
    guidance: firstOf(own, ['cfg_scale', 'guidance']),
    sampler: own['scheduler'],
    strength: own['strength'],
    others: othersIn(own, TAKEN),
  })
}

function readOlder(own: JsonObject | null): Recipe | null {
  const image = inner(own, 'image')
  if (!own || !image) return null
  const prompts = Array.isArray(image['prompt']) ? image['prompt'] : [image['prompt']]
  const texts = prompts.map((part) => (isObject(part) ? part['prompt'] : part))
  const [prompt, negative] = withoutNegative(texts.filter((text) => typeof text === 'string').join(' '))
  return recipeFrom('invokeai', {
    prompt,
    negative,
    model: firstOf(own, ['model_weights', 'model']),
    seed: image['seed'],
    width: image['width'],
    height: image['height'],
    steps: image['steps'],
    guidance: image['cfg_scale'],
    sampler: image['sampler'],
  })
}

/** `"a fox [blurry]" -s 50 -S 42 -W 512 -H 768 -C 7.5 -A k_lms`. */
function readCommand(command: string | undefined): Recipe | null {
  const [, quoted, settings = ''] = /^\s*"((?:[^"\\]|\\.)*)"(.*)$/s.exec(command ?? '') ?? []
  if (quoted === undefined) return null
  const setting = (name: string) => new RegExp(`(?:^|\\s)-${name}\\s?(\\S{1,300})`).exec(settings)?.[1]
  const [prompt, negative] = withoutNegative(quoted.replaceAll('\\"', '"'))
  return recipeFrom('invokeai', {
    prompt,
    negative,
    seed: setting('S'),
    width: setting('W'),
    height: setting('H'),
    steps: setting('s'),
    guidance: setting('C'),
    sampler: setting('A'),
  })
}

/** What is not wanted stands in square brackets in the prompt. */
function withoutNegative(text: string): readonly [prompt: string, negative: string] {
  // Every second part is one in brackets.
  const parts = text.split(/\[([^[\]]*)\]/)
  const wanted = parts.filter((_, index) => index % 2 === 0)
  const negative = parts.filter((_, index) => index % 2 === 1)
  return [
    [...wanted.slice(0, -1).map((part) => part.trimEnd()), wanted.at(-1)].join('').trim(),
    negative.join(' '),
  ]
}
