/**
 * NovelAI: the prompt as Description, all settings as JSON in Comment; the same as one JSON text in the alpha channel or as UserComment.
 *
 * Source: NovelAI/novelai-image-metadata, nai_meta.py.
 */
import type { Recipe } from '#contract/exchange.ts'
import { type Carried, objectIn, othersIn, recipeFrom } from './carried.ts'

const TAKEN = [
  'prompt',
  'uc',
  'seed',
  'width',
  'height',
  'steps',
  'scale',
  'sampler',
  'noise_schedule',
  'strength',
  'signed_hash',
]

export function readNovelai({ texts }: Carried): Recipe | null {
  const whole = objectIn(texts.usercomment)
  const said =
    whole && 'Comment' in whole
      ? whole
      : {
          Description: texts.description,
          Software: texts.software,
          Source: texts.source,
          Comment: texts.comment,
        }
  const { Comment: comment, Software: software, Source: model, Description: description } = said
  const own = typeof comment === 'string' ? objectIn(comment) : null
  if (software !== 'NovelAI' && !(own && ('uc' in own || 'v4_prompt' in own))) return null
  return recipeFrom('novelai', {
    prompt: own?.['prompt'] ?? description,
    negative: own?.['uc'],
    model,
    seed: own?.['seed'],
    width: own?.['width'],
    height: own?.['height'],
    steps: own?.['steps'],
    guidance: own?.['scale'],
    sampler: own?.['sampler'],
    scheduler: own?.['noise_schedule'],
    strength: own?.['strength'],
    ...(own && { others: othersIn(own, TAKEN) }),
  })
}
