/** The name of an option for the reader. */
import type { AnyField } from '#contract/rules/option-types/option-type.ts'
import type { MessageId, Formatter } from '../../../ui/text.ts'

/** Keys that have the same meaning everywhere are named in the reader's language. */
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
}

export function optionLabel(field: AnyField, text: Formatter['text']): string {
  const known = Object.hasOwn(KNOWN_LABELS, field.key) ? KNOWN_LABELS[field.key] : undefined
  return known === undefined ? (field.title ?? readableKey(field.key)) : text(known)
}

/** `num_inference_steps` and `numInferenceSteps` as "Num inference steps". */
function readableKey(key: string): string {
  const label = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return label.charAt(0).toUpperCase() + label.slice(1)
}
