/**
 * What has no form of its own: JSON under `parameters` or as UserComment whose fields have the usual names: the spaces of Hugging Face and many small tools.
 *
 * Source: files of spaces such as cagliostrolab/animagine-xl (app.py, utils.py: `save_image`).
 */
import type { Recipe } from '#contract/exchange.ts'
import { MAX_PROMPT } from '../embedded-recipe.ts'
import { type Carried, firstOf, inner, objectIn, othersIn, recipeFrom, sizeFrom } from './carried.ts'

const NAMES = {
  prompt: ['prompt', 'Prompt', 'positive_prompt', 'text_prompts'],
  negative: ['negative_prompt', 'negativePrompt', 'negative_prompts', 'Negative prompt'],
  model: ['model', 'Model', 'model_name', 'ckpt', 'checkpoint'],
  seed: ['seed', 'Seed'],
  steps: ['num_inference_steps', 'steps', 'Steps'],
  guidance: ['guidance_scale', 'cfg_scale', 'cfgScale'],
  sampler: ['sampler', 'sampler_name', 'Sampler'],
} as const
const TAKEN: readonly string[] = [...Object.values(NAMES).flat(), 'width', 'height', 'resolution']

/** What somebody wrote of an image in words alone, as the tools that train models have it. */
export function readCaption(text: string | undefined): Recipe | null {
  const isShort = text !== undefined && text.length <= MAX_PROMPT && !text.includes('\0')
  return isShort ? recipeFrom('files', { prompt: text.trim() }) : null
}

export function readPlainJson({ texts, beside }: Carried): Recipe | null {
  const own = [texts.parameters, texts.usercomment, beside['.json']]
    .map(objectIn)
    .find((object) => firstOf(object, NAMES.prompt) !== undefined)
  if (!own) return null
  const model = inner(own, 'Model') ?? inner(own, 'model')
  return recipeFrom('files', {
    prompt: firstOf(own, NAMES.prompt),
    negative: firstOf(own, NAMES.negative),
    model: model ? firstOf(model, ['Model', 'name', 'model_name']) : firstOf(own, NAMES.model),
    seed: firstOf(own, NAMES.seed),
    steps: firstOf(own, NAMES.steps),
    guidance: firstOf(own, NAMES.guidance),
    sampler: firstOf(own, NAMES.sampler),
    ...sizeFrom(own['resolution']),
    ...('width' in own && { width: own['width'], height: own['height'] }),
    others: othersIn(own, TAKEN),
  })
}
