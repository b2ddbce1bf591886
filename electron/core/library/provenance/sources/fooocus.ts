/**
 * Fooocus: JSON or A1111's scheme, as `parameters` or UserComment, and RuinedFooocus, which has names of its own.
 *
 * Sources: lllyasviel/Fooocus, modules/meta_parser.py and modules/private_logger.py (the older names); runew0lf/RuinedFooocus.
 */
import type { Recipe } from '#contract/exchange.ts'
import type { JsonObject } from '#contract/json.ts'
import { readA1111 } from './a1111.ts'
import { type Carried, firstOf, objectIn, othersIn, recipeFrom, sizeFrom } from './carried.ts'

const NAMES = {
  prompt: ['prompt', 'Prompt'],
  negative: ['negative_prompt', 'Negative Prompt', 'Negative'],
  model: ['base_model', 'Base Model', 'base_model_name'],
  seed: ['seed', 'Seed'],
  steps: ['steps', 'Steps'],
  guidance: ['guidance_scale', 'Guidance Scale', 'cfg'],
  sampler: ['sampler', 'Sampler', 'sampler_name'],
  scheduler: ['scheduler', 'Scheduler'],
  resolution: ['resolution', 'Resolution'],
} as const
const TAKEN: readonly string[] = [
  ...Object.values(NAMES).flat(),
  'width',
  'height',
  'full_prompt',
  'full_negative_prompt',
  'metadata_scheme',
  'software',
]

export function readFooocus({ texts }: Carried): Recipe | null {
  for (const text of [texts.parameters, texts.usercomment, texts.comment]) {
    const own = objectIn(text)
    if (own && isFooocus(own)) return readOwn(own)
    if (text !== undefined && /\bVersion: Fooocus /.test(text)) return readScheme(text)
  }
  return null
}

function isFooocus(own: JsonObject): boolean {
  const { version, Version, software, metadata_scheme: scheme } = own
  const said = [version, Version, software, scheme].filter((text) => typeof text === 'string').join(' ')
  return (
    /fooocus/i.test(said) ||
    (firstOf(own, NAMES.model) !== undefined && firstOf(own, NAMES.prompt) !== undefined)
  )
}

function readOwn(own: JsonObject): Recipe | null {
  return recipeFrom('fooocus', {
    prompt: firstOf(own, NAMES.prompt),
    negative: firstOf(own, NAMES.negative),
    model: firstOf(own, NAMES.model),
    seed: firstOf(own, NAMES.seed),
    steps: firstOf(own, NAMES.steps),
    guidance: firstOf(own, NAMES.guidance),
    sampler: firstOf(own, NAMES.sampler),
    scheduler: firstOf(own, NAMES.scheduler),
    width: own['width'],
    height: own['height'],
    ...sizeFrom(firstOf(own, NAMES.resolution)),
    others: othersIn(own, TAKEN),
  })
}

/** The prompt as it was typed stands behind; in front are all the texts that were made of it. */
function readScheme(text: string): Recipe | null {
  const written = readA1111(text)
  if (!written) return null
  const { raw_prompt: typed, raw_negative_prompt: unwanted, ...options } = written.options
  return {
    ...written,
    source: 'fooocus',
    ...(typeof typed === 'string' && typed !== '' && { prompt: typed }),
    options: typeof unwanted === 'string' ? { ...options, negative_prompt: unwanted } : options,
  }
}
