/** The name of an option for the reader. */
import type { AnyField } from '#contract/rules/option-types/option-type.ts'
import type { MessageId, Formatter } from '../../../ui/text.ts'

/** Keys that have the same meaning everywhere are named in the reader's language, and those of Stable Diffusion WebUI, which names none. */
const KNOWN_LABELS: Readonly<Record<string, MessageId>> = {
  aspect_ratio: 'option.aspectRatio',
  resolution: 'option.resolution',
  seed: 'option.seed',
  duration: 'option.duration',
  n: 'option.count',
  num_images: 'option.count',
  number_of_images: 'option.count',
  fps: 'option.fps',
  frames_per_second: 'option.fps',
  output_format: 'option.outputFormat',
  lyrics: 'option.lyrics',
  instrumental: 'option.instrumental',
  negative_prompt: 'option.known.negativePrompt',
  width: 'option.known.width',
  height: 'option.known.height',
  batch_size: 'option.known.batchSize',
  steps: 'option.known.steps',
  cfg_scale: 'option.known.guidance',
  sampler_name: 'option.known.sampler',
  scheduler: 'option.known.scheduler',
  denoising_strength: 'option.known.strength',
  n_iter: 'option.known.batches',
  enable_hr: 'option.known.enlarge',
  hr_upscaler: 'option.known.enlargeWith',
  hr_scale: 'option.known.enlargeBy',
  hr_second_pass_steps: 'option.known.enlargeSteps',
  mask_blur: 'option.known.maskBlur',
  inpaint_full_res: 'option.known.maskOnly',
  tiling: 'option.known.tiling',
  restore_faces: 'option.known.restoreFaces',
}

/** Of a workflow in which several nodes have the option. */
const NODE = / · (.+)$/

export function optionLabel(field: AnyField, text: Formatter['text']): string {
  const known = Object.hasOwn(KNOWN_LABELS, field.key) ? KNOWN_LABELS[field.key] : undefined
  if (known === undefined) return field.title ?? readableKey(field.key)
  const [, node] = NODE.exec(field.title ?? '') ?? []
  return node === undefined ? text(known) : `${text(known)} · ${node}`
}

/** `num_inference_steps` and `numInferenceSteps` as "Num inference steps". */
function readableKey(key: string): string {
  const label = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return label.charAt(0).toUpperCase() + label.slice(1)
}
