/**
 * Easy Diffusion: each setting as a text of its own in a PNG, all as JSON in a UserComment, or as lines in a text file beside it.
 *
 * Source: easydiffusion/easydiffusion, ui/easydiffusion/utils/save_utils.py (`TASK_TEXT_MAPPING`).
 */
import type { Recipe } from '#contract/exchange.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { type Carried, fileNameOf, objectIn, othersIn, recipeFrom } from './carried.ts'

const MODEL = 'use_stable_diffusion_model'
const SETTINGS = [
  'prompt',
  'negative_prompt',
  'seed',
  MODEL,
  'sampler_name',
  'num_inference_steps',
  'guidance_scale',
  'width',
  'height',
] as const
/** As the lines of the text file name them. */
const LINES: Readonly<Record<string, string>> = {
  prompt: 'prompt',
  'negative prompt': 'negative_prompt',
  seed: 'seed',
  'stable diffusion model': MODEL,
  sampler: 'sampler_name',
  steps: 'num_inference_steps',
  'guidance scale': 'guidance_scale',
  width: 'width',
  height: 'height',
}

export function readEasyDiffusion({ texts, beside }: Carried): Recipe | null {
  if (texts[MODEL] !== undefined) {
    return readSettings(
      Object.fromEntries(SETTINGS.map((name): [string, Json] => [name, texts[name] ?? null])),
    )
  }
  return (
    readSettings(objectIn(texts.usercomment)) ??
    readSettings(objectIn(beside['.json'])) ??
    readSettings(linesIn(beside['.txt']))
  )
}

function readSettings(own: JsonObject | null): Recipe | null {
  if (own?.[MODEL] === undefined) return null
  return recipeFrom('easy-diffusion', {
    prompt: own['prompt'],
    negative: own['negative_prompt'],
    model: fileNameOf(own[MODEL]),
    seed: own['seed'],
    width: own['width'],
    height: own['height'],
    steps: own['num_inference_steps'],
    guidance: own['guidance_scale'],
    sampler: own['sampler_name'],
    others: othersIn(own, SETTINGS),
  })
}

function linesIn(text: string | undefined): JsonObject | null {
  const settings = new Map<string, Json>()
  for (const line of text?.split(/\r?\n/).slice(0, 100) ?? []) {
    const [, name = '', value = ''] = /^([^:]{1,40}):\s*(.*)$/.exec(line) ?? []
    const setting = LINES[name.trim().toLowerCase()]
    if (setting !== undefined) settings.set(setting, value)
  }
  return settings.size > 0 ? Object.fromEntries(settings) : null
}
