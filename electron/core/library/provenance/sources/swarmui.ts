/**
 * SwarmUI: JSON under `parameters`, as UserComment, or in `<name>.swarm.json` beside the file.
 *
 * Source: mcmonkeyprojects/SwarmUI, docs/Image Metadata Format.md.
 */
import type { Recipe } from '#contract/exchange.ts'
import { type Carried, fileNameOf, inner, objectIn, othersIn, recipeFrom } from './carried.ts'

const TAKEN = [
  'prompt',
  'negativeprompt',
  'model',
  'seed',
  'width',
  'height',
  'steps',
  'cfgscale',
  'sampler',
  'scheduler',
  'swarm_version',
  'original_prompt',
  'date',
  'generation_time',
]

export function readSwarmui({ texts, beside }: Carried): Recipe | null {
  const places = [texts.parameters, texts.usercomment, beside['.swarm.json']]
  for (const place of places) {
    const own = inner(objectIn(place), 'sui_image_params')
    if (!own) continue
    return recipeFrom('swarmui', {
      prompt: own['prompt'],
      template: own['original_prompt'],
      negative: own['negativeprompt'],
      model: fileNameOf(own['model']),
      seed: own['seed'],
      width: own['width'],
      height: own['height'],
      steps: own['steps'],
      guidance: own['cfgscale'],
      sampler: own['sampler'],
      scheduler: own['scheduler'],
      isVideo: 'videomodel' in own || 'text2videoframes' in own,
      others: othersIn(own, TAKEN),
    })
  }
  return null
}
