/** What an option is called in the form. */
import type { Words, MessageId } from '../../../ui/text.ts'
import type { OptionField } from './option-fields.ts'

/** Keys that have the same meaning everywhere are named in the reader's language. */
const KNOWN_LABELS: Readonly<Record<string, MessageId>> = {
  aspect_ratio: 'option.aspectRatio',
  resolution: 'option.resolution',
  seed: 'option.seed',
  duration: 'option.duration',
  n: 'option.count',
  lyrics: 'option.lyrics',
  instrumental: 'option.instrumental',
}

export function optionLabel(field: OptionField, text: Words['text']): string {
  const known = Object.hasOwn(KNOWN_LABELS, field.key) ? KNOWN_LABELS[field.key] : undefined
  return known === undefined ? (field.title ?? readableKey(field.key)) : text(known)
}

/** `num_inference_steps` and `numInferenceSteps` as "Num inference steps". */
function readableKey(key: string): string {
  const words = key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
